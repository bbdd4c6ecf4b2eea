import { isLanguage, type Language } from '@vitrine/contract/languages';
import { useSyncExternalStore, type ReactNode } from 'react';
import { toast } from '../ui/toast.ts';
import { createTranslation, TranslationContext } from '../ui/translation.ts';

// Portuguese texts are their own keys, so Portuguese loads no table.
const texts = {
  pt: async () => ({ default: {} }),
  en: () => import('@vitrine/contract/texts.en.json'),
  es: () => import('@vitrine/contract/texts.es.json'),
};

/**
 * Reads the cookie, else the document's language, which follows the member's choice on another
 * device. The cookie wins, because the service worker may have stored an older page.
 */
const readLanguage = (): Language => {
  const cookie = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
  const language = cookie ?? document.documentElement.lang.split('-')[0];
  return isLanguage(language) ? language : 'pt';
};

let current = createTranslation('pt');
let requested: Language = 'pt';
const listeners = new Set<() => void>();

/**
 * Loads the viewer's language. Call it before the first render. Resolves to false if another language
 * was requested meanwhile.
 */
export async function startLocale(lng: Language = readLanguage()) {
  requested = lng;
  const table = (await texts[lng]()).default;
  if (requested !== lng) return false;
  current = createTranslation(lng, table);
  document.documentElement.lang = { pt: 'pt-BR', en: 'en', es: 'es' }[lng];
  for (const changed of listeners) changed();
  return true;
}

/**
 * Retranslates the page in place, as `startLocale` does. Typed text stays. Texts that do not load
 * leave the page and the cookie as they are; a toast says so.
 */
export async function chooseLanguage(lng: Language) {
  try {
    if (!(await startLocale(lng))) return false;
  } catch {
    if (requested === lng)
      toast.error(translate('O idioma não mudou'), {
        description: translate('Confira sua internet, ou carregue a página de novo.'),
      });
    return false;
  }
  document.cookie = `language=${lng}; path=/; max-age=31536000; samesite=lax`;
  return true;
}

/** Translates a text outside React. A component uses `useTranslation`, which follows a new choice. */
export const translate = (text: string) => current.t(text);

/** Provides the current language; it follows `chooseLanguage`. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  return (
    <TranslationContext value={useSyncExternalStore(subscribe, getSnapshot)}>
      {children}
    </TranslationContext>
  );
}

const getSnapshot = () => current;
function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}
