import en from './texts.en.json' with { type: 'json' };
import es from './texts.es.json' with { type: 'json' };
import type { Language } from './languages.ts';

const translations: Record<Exclude<Language, 'pt'>, Record<string, string>> = { en, es };

/**
 * The Portuguese text is its own key: what has no translation is still said, in Portuguese.
 * `{{name}}` is replaced by the value of that name.
 */
export function translate(
  language: Language,
  text: string,
  values: Record<string, string | number> = {},
): string {
  const said = language === 'pt' ? text : (translations[language][text] ?? text);
  return said.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
