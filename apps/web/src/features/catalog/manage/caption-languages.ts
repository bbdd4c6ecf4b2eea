/** Languages offered for captions. The API accepts others. The interface's languages come first. */
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

/**
 * Reads the language from names such as `aula-01.en.srt` and `aula_pt-BR.vtt`. Otherwise the first
 * unused one.
 */
export function languageIn(filename: string, free: readonly string[]): string {
  const parts = filename.toLowerCase().split(/[._ ()[\]]+/);
  const isNamed = (language: string) => parts.includes(language.toLowerCase());
  const isSpoken = (language: string) => parts.includes(language.split('-')[0]!);
  return free.find(isNamed) ?? free.find(isSpoken) ?? free[0]!;
}
