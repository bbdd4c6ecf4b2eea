import { isLanguage, type Language } from '@vitrine/contract/languages';
import { useSyncExternalStore, type ReactNode } from 'react';
import { createTranslation, TranslationContext } from '../ui/translation.ts';

// Portuguese is its own key: its readers load no table.
const texts = {
  pt: async () => ({ default: {} }),
  en: () => import('@vitrine/contract/texts.en.json'),
  es: () => import('@vitrine/contract/texts.es.json'),
};

/**
 * The cookie, else what the server wrote the page in: the member's choice on another device. The
 * cookie goes first, because a stored page may be older than it.
 */
const language = (): Language => {
  const cookie = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
  const wanted = cookie ?? document.documentElement.lang.split('-')[0];
  return isLanguage(wanted) ? wanted : 'pt';
};

let current = createTranslation('pt');
const listeners = new Set<() => void>();

/** Call before the first render: loads the reader's language. */
export async function startLocale(lng: Language = language()) {
  current = createTranslation(lng, (await texts[lng]()).default);
  document.documentElement.lang = { pt: 'pt-BR', en: 'en', es: 'es' }[lng];
  for (const changed of listeners) changed();
}

/** Every text on the page changes; what somebody has typed stays. */
export async function chooseLanguage(lng: Language) {
  document.cookie = `language=${lng}; path=/; max-age=31536000; samesite=lax`;
  await startLocale(lng);
}

/** The browser's language for everything below; it follows `chooseLanguage`. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  return (
    <TranslationContext value={useSyncExternalStore(subscribe, read)}>
      {children}
    </TranslationContext>
  );
}

const read = () => current;
function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}
