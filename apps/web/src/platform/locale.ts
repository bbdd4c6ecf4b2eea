import { isLanguage, type Language } from '@vitrine/contract/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

// Portuguese is its own key; it only has to be told its plurals.
const plurals = import.meta.glob<Record<string, string>>('../**/texts.pt.json', {
  eager: true,
  import: 'default',
});

const texts = {
  en: () => import('./texts-en.ts'),
  es: () => import('./texts-es.ts'),
};

export const language = (): Language => {
  const cookie = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
  return isLanguage(cookie) ? cookie : 'pt';
};

/** Before the first render: the reader's language, and its texts where they are not Portuguese. */
export async function startLocale(lng: Language = language()) {
  await i18next.use(initReactI18next).init({
    lng,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { pt: { translation: Object.assign({}, ...Object.values(plurals)) as object } },
  });
  await changeLanguage(lng);
}

/** Changes every text on the page; what somebody has typed stays. */
export async function changeLanguage(lng: Language) {
  if (lng !== 'pt' && !i18next.hasResourceBundle(lng, 'translation'))
    i18next.addResourceBundle(lng, 'translation', (await texts[lng]()).default);
  document.documentElement.lang = { pt: 'pt-BR', en: 'en', es: 'es' }[lng];
  await i18next.changeLanguage(lng);
}

export async function chooseLanguage(lng: Language) {
  document.cookie = `language=${lng}; path=/; max-age=31536000; samesite=lax`;
  await changeLanguage(lng);
}
