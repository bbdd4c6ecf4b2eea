/** What captions are offered in; others may come by the API. The reader's own come first here. */
export const captionLanguages: readonly string[] = [
  'pt-BR',
  'en',
  'es',
  'pt-PT',
  'fr',
  'it',
  'de',
  'ja',
  'ko',
  'zh',
  'ar',
  'ru',
];

/** `aula-01.en.srt` and `aula_pt-BR.vtt` name theirs; else the first one that is still free. */
export function languageIn(filename: string, free: readonly string[]): string {
  const parts = filename.toLowerCase().split(/[._ ()[\]]+/);
  const named = (language: string) => parts.includes(language.toLowerCase());
  const spoken = (language: string) => parts.includes(language.split('-')[0]!);
  return free.find(named) ?? free.find(spoken) ?? free[0]!;
}
