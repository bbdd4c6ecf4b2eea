import type { Language } from '@vitrine/contract/languages';
import { translate } from '@vitrine/contract/texts';

/** Titles for what has none in the file, in the language of who imports it. */
export const fallbackTitles = (language: Language) => ({
  course: translate(language, 'Curso importado'),
  module: (number: number) => translate(language, 'Módulo {{number}}', { number }),
  /** The module of what stands in no organisation. */
  others: translate(language, 'Outros conteúdos'),
  lesson: translate(language, 'Aula sem título'),
  file: translate(language, 'Arquivo'),
});

/** Titles in one language, as `fallbackTitles` returns them. */
export type FallbackTitles = ReturnType<typeof fallbackTitles>;
