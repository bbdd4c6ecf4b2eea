import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '@vitrine/contract/languages';
import { me } from '@vitrine/contract/me';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { call } from '../../platform/api.ts';

/** Saves the viewer's language, so that mails and the profile follow it. The page has it already. */
export async function keepLanguage(language: Language, client: QueryClient) {
  await call(me.update, { body: { language } }).then(
    () => refresh(client, [me.show]),
    () => {},
  );
}
