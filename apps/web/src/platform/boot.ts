import { createSiteStore, type Boot, type SiteStore } from './site-store.ts';

let store: SiteStore | null = null;

/**
 * The browser's store, read from its page. It is for code outside React only, such as the API
 * client. Components ask `useSite` or `useBoot`: the server renders them too, and has no document.
 */
export function browserSite(): SiteStore {
  store ??= createSiteStore(JSON.parse(document.getElementById('boot')!.textContent!) as Boot);
  return store;
}

/** For tests, which put a school together. */
export function bootWith(given: Boot) {
  store = createSiteStore(given);
}

export const boot = () => browserSite().boot();

export const tenantId = () => boot().site.tenant.id;
