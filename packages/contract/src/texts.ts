import type { Language } from './languages.ts';
import en from './texts.en.json' with { type: 'json' };
import es from './texts.es.json' with { type: 'json' };

const translations: Record<Exclude<Language, 'pt'>, Record<string, string>> = { en, es };

/**
 * The Portuguese text is its own key. A text without a translation appears in Portuguese. `{{name}}` is
 * replaced by the value of that name, a number as its reader writes it: pass an id as text. `|`
 * separates the plural forms.
 */
export function translate(
  language: Language,
  text: string,
  values: Record<string, string | number> = {},
): string {
  const translated = language === 'pt' ? text : (translations[language][text] ?? text);
  return formFor(language, translated, values['count']).replace(
    /\{\{(\w+)\}\}/g,
    (whole, name: string) => {
      const value = values[name] ?? whole;
      return typeof value === 'number' ? numberText(language, value) : value;
    },
  );
}

/** The forms are `one|other` or `zero|one|other`, as in `createTranslation` of the web side. */
function formFor(language: Language, text: string, count: string | number | undefined) {
  if (typeof count !== 'number' || !text.includes('|')) return text;
  const [other = text, one = other, zero] = text.split('|').toReversed();
  if (count === 0 && zero) return zero;
  return new Intl.PluralRules(language).select(count) === 'one' ? one : other;
}

/** Groups digits as `createTranslation` of the web side does: by default Spanish groups no four digits. */
function numberText(language: Language, value: number) {
  let format = numberFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { useGrouping: 'always' });
    numberFormats.set(language, format);
  }
  return format.format(value);
}

/** Making a formatter takes sixty times as long as using it. */
const numberFormats = new Map<Language, Intl.NumberFormat>();
