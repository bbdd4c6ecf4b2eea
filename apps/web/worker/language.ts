import { STATE_CACHE } from '../src/kit/offline/names.ts';
import { scope } from './worker-scope.ts';

const LANGUAGE = '/language';

/** Stores the language of an open page. A worker cannot read the cookie that holds it. */
export const keepLanguage = async (language: string) =>
  (await caches.open(STATE_CACHE)).put(LANGUAGE, new Response(language));

/** The language of the last page, such as 'pt-BR'. A device that stores none has the browser's. */
export async function lastLanguage(): Promise<string> {
  const stored = await caches.match(LANGUAGE, { cacheName: STATE_CACHE }).catch(() => undefined);
  return stored ? stored.text() : scope.navigator.language;
}
