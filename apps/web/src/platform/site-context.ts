import { isAdminRole, isStaffRole, type Role } from '@vitrine/contract/roles';
import type { SiteSettings } from '@vitrine/contract/site';
import { createContext, use, useSyncExternalStore } from 'react';
import type { SiteStore } from './site-store.ts';

/** The school and the viewer of this page. The server provides one per rendered page. */
export const SiteContext = createContext<SiteStore | null>(null);

/** The store of the school. Throws outside of a SiteContext. */
export function useSiteStore(): SiteStore {
  const store = use(SiteContext);
  if (!store) throw new Error('A component that asks for the school needs a SiteContext around it');
  return store;
}

/** The school's settings as shown, with unsaved changes. */
export function useSite() {
  const { subscribe, shown } = useSiteStore();
  return useSyncExternalStore(subscribe, shown, shown);
}

/** One of the shown settings. A change of another one does not render the component. */
export function useSetting<Name extends keyof SiteSettings>(name: Name): SiteSettings[Name] {
  const { subscribe, shown } = useSiteStore();
  const setting = () => shown().settings[name];
  return useSyncExternalStore(subscribe, setting, setting);
}

/** The server's boot data, with later saves merged in. */
export function useBoot() {
  const { subscribe, boot } = useSiteStore();
  return useSyncExternalStore(subscribe, boot, boot);
}

/** The signed-in member; null for a visitor of an open showcase. */
export const useViewer = () => useBoot().session?.user ?? null;

function useHasRole(has: (role: Role) => boolean) {
  return useBoot().session?.roles.some(({ role }) => has(role.slug)) ?? false;
}

/** The viewer's roles; none for a visitor. */
export const useMyRoles = () => useBoot().session?.roles.map(({ role }) => role.slug) ?? [];

/** Only an owner changes owners (contract, Tenants). */
export const useIsOwner = () => useHasRole((role) => role === 'owner');
/** Owner or admin: may edit the site and its people. */
export const useIsAdmin = () => useHasRole(isAdminRole);
/** Any role but student (C section 6). */
export const useIsStaff = () => useHasRole(isStaffRole);
