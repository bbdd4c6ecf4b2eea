import { isAdminRole, isStaffRole, type Role } from '@vitrine/contract/roles';
import { boot } from './boot.ts';

// For code outside React. Components use `useViewer` and `useIsAdmin` (site-context.ts).

/** The signed-in member; null for a visitor of an open showcase. */
export const viewer = () => boot().session?.user ?? null;

/** Owner or admin: may edit the site and its people. */
export const isAdmin = () => hasRole(isAdminRole);

/** Any role but student. */
export const isStaff = () => hasRole(isStaffRole);

const hasRole = (has: (role: Role) => boolean) =>
  boot().session?.roles.some(({ role }) => has(role.slug)) ?? false;
