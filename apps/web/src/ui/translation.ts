import { useSyncExternalStore } from 'react';

/** Says a text in the reader's language: `t('Restam {{count}} caracteres', { count: 3 })`. */
export type TFunction = (text: string, values?: Values) => string;
type Values = Record<string, unknown>;
type Texts = Record<string, string>;

interface Translation {
  t: TFunction;
  /** A count as the reader writes it: 1.200 or 1,200. What `t` is given is written so by itself. */
  number: (value: number) => string;
  i18n: { language: string };
}

/**
 * Portuguese is its own key, so a translation is one table from sentence to sentence; plural forms
 * stand under the sentence and the form's name (`…_one`, `…_many`, `…_other`, `…_zero`). Written by
 * hand because i18next would be a ninth of what a student loads first.
 */
function translation(language: string, texts: Texts): Translation {
  const plurals = new Intl.PluralRules(language);
  // Spanish would leave four digits ungrouped.
  const { format: number } = new Intl.NumberFormat(language, { useGrouping: 'always' });
  const shown = (value: unknown) =>
    typeof value === 'number' ? number(value) : typeof value === 'string' ? value : '';
  function sentence(text: string, count: unknown) {
    if (typeof count !== 'number') return texts[text];
    const forms = [...(count === 0 ? ['zero'] : []), plurals.select(count), 'other'];
    return forms.map((form) => texts[`${text}_${form}`]).find(Boolean) ?? texts[text];
  }
  return {
    i18n: { language },
    number,
    t: (text, values = {}) =>
      (sentence(text, values['count']) || text).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
        shown(values[name]),
      ),
  };
}

let current = translation('pt', {});
const listeners = new Set<() => void>();

/** Every text on the page changes; what somebody has typed stays. */
export function changeTexts(language: string, texts: Texts) {
  current = translation(language, texts);
  for (const changed of listeners) changed();
}

export const useTranslation = () => useSyncExternalStore(subscribe, read, read);

const read = () => current;
function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}
