import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '@vitrine/contract/languages';
import { chooseLanguage } from '../../platform/locale.tsx';
import { tabChannel } from './tab-channel.ts';

const channel = tabChannel<Language>('language');

/** Tells the member's other tabs the language that they have saved. */
export const tellLanguage = (language: Language) => channel.post(language);

/** Follows the language that the member chooses in another tab. The server speaks it in this one, too. */
export const followLanguage = (queries: QueryClient) =>
  channel.listen((language) => void follow(language, queries));

async function follow(language: Language, queries: QueryClient) {
  if (await chooseLanguage(language)) await queries.invalidateQueries();
}
