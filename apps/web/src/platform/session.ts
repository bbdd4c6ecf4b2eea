import { boot } from './boot.ts';

// For code outside React. Components use `useViewer` and `useIsAdmin` (site-context.ts).

/** The signed-in member; null for a visitor of an open showcase. */
export const viewer = () => boot().session?.user ?? null;

/** Owner or admin: may edit the site and its people. */
export const isAdmin = () =>
  boot().session?.roles.some(({ role }) => role.slug === 'owner' || role.slug === 'admin') ?? false;

/** Any role but student. */
export const isStaff = () =>
  boot().session?.roles.some(({ role }) => role.slug !== 'student') ?? false;
