import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '@vitrine/contract/languages';
import { me } from '@vitrine/contract/me';
import { tellLanguage } from '../../kit/state/language-channel.ts';
import { call } from '../../platform/api.ts';

/**
 * Saves the viewer's language, so that mails and the profile follow it. The page has it already. The
 * server's own words in it are read again: names of devices, titles of system carousels, reports.
 */
export async function keepLanguage(language: Language, client: QueryClient) {
  await call(me.update, { body: { language } }).then(
    () => {
      tellLanguage(language);
      return client.invalidateQueries();
    },
    () => {},
  );
}
