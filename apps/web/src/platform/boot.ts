import { createSiteStore, type Boot, type SiteStore } from './site-store.ts';

let store: SiteStore | null = null;

/**
 * The browser's store, read from the embedded boot data. Only for code outside React, such as the API
 * client. Components use `useSite` or `useBoot`, because the server renders them too and has no
 * document.
 */
export function browserSite(): SiteStore {
  store ??= createSiteStore(JSON.parse(document.getElementById('boot')!.textContent!) as Boot);
  return store;
}

/** For tests, which build a school. */
export function bootWith(boot: Boot) {
  store = createSiteStore(boot);
}

/** The data that the server sent with the page. */
export const boot = () => browserSite().boot();

/** The id of the school. */
export const tenantId = () => boot().site.tenant.id;
