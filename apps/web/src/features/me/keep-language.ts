import type { Language } from '@vitrine/contract/languages';
import { me } from '@vitrine/contract/me';
import { call } from '../../platform/api.ts';

/** Saves the viewer's language, so that mails follow it. The page has it already. */
export async function keepLanguage(language: Language) {
  await call(me.update, { body: { language } }).catch(() => {});
}
