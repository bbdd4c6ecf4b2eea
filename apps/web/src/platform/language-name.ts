import { capitalized } from './capitalized.ts';

/** `languageName('pt-BR', 'en')` is 'Brazilian Portuguese'. An unknown tag stays unchanged. */
export function languageName(tag: string, reader: string): string {
  const name = new Intl.DisplayNames(reader, { type: 'language' }).of(tag) ?? tag;
  return capitalized(name, reader);
}
