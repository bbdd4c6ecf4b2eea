import { createContext, use } from 'react';
import { perLanguage } from './per-language.ts';

/** Translates a text into the viewer's language: `t('Responder a {{name}}', { name })`. */
export type TFunction = (text: string, values?: Values) => string;
type Values = Record<string, unknown>;

/** Texts and numbers in one language. */
export interface Translation {
  t: TFunction;
  /** Formats a number for the viewer: 1.200 or 1,200. `t` formats its numeric values. */
  number: (value: number) => string;
  i18n: { language: string };
}

const pluralRules = perLanguage((language) => new Intl.PluralRules(language));
// By default Spanish does not group four digits.
const numberFormat = perLanguage(
  (language) => new Intl.NumberFormat(language, { useGrouping: 'always' }),
);

/** The browser's first formatter takes 80 ms on a slow phone, and such a number needs none. */
const isShort = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

/**
 * The Portuguese text is the key, so `texts` maps sentence to sentence. Portuguese needs no table.
 * `|` separates the plural forms, `one|other` or `zero|one|other`: `t('{{count}} aula|{{count}}
 * aulas', { count })`. We wrote this by hand, because i18next would be a ninth of a student's first
 * load.
 */
export function createTranslation(
  language: string,
  texts: Record<string, string> = {},
): Translation {
  const number = (value: number) =>
    isShort(value) ? String(value) : numberFormat(language).format(value);
  function formatValue(value: unknown) {
    if (typeof value === 'number') return number(value);
    return typeof value === 'string' ? value : '';
  }
  function formFor(text: string, count: unknown): string {
    if (typeof count !== 'number') return text;
    const [other = text, one = other, zero] = text.split('|').toReversed();
    if (count === 0 && zero) return zero;
    return pluralRules(language).select(count) === 'one' ? one : other;
  }
  return {
    i18n: { language },
    number,
    t: (text, values = {}) =>
      formFor(texts[text] || text, values['count']).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
        formatValue(values[name]),
      ),
  };
}

/** The viewer's language for the components below. The default is Portuguese. */
export const TranslationContext = createContext(createTranslation('pt'));

/** The translation of the viewer’s language: `t`, `number` and `i18n`. */
export const useTranslation = () => use(TranslationContext);
