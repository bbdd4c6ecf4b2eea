import { perLanguage } from './per-language.ts';

const format = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }));

/** A share from 0 to 1, as the reader writes it: '40%'. */
export const percentText = (share: number, language: string) => format(language).format(share);
