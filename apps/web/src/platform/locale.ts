import { isLanguage, type Language } from '@vitrine/contract/languages';
import { changeTexts } from '../ui/translation.ts';

// Portuguese is its own key; it only has to be told its plurals.
const plurals = import.meta.glob<Record<string, string>>('../**/texts.pt.json', {
  eager: true,
  import: 'default',
});

const texts = {
  pt: async () => ({
    default: Object.assign({}, ...Object.values(plurals)) as Record<string, string>,
  }),
  en: () => import('./texts-en.ts'),
  es: () => import('./texts-es.ts'),
};

export const language = (): Language => {
  const cookie = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
  return isLanguage(cookie) ? cookie : 'pt';
};

export const textsOf = async (lng: Language) => (await texts[lng]()).default;

/** Before the first render, and whenever somebody chooses another: what they have typed stays. */
export async function startLocale(lng: Language = language()) {
  changeTexts(lng, await textsOf(lng));
  document.documentElement.lang = { pt: 'pt-BR', en: 'en', es: 'es' }[lng];
}

export async function chooseLanguage(lng: Language) {
  document.cookie = `language=${lng}; path=/; max-age=31536000; samesite=lax`;
  await startLocale(lng);
}
