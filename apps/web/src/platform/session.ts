import type { Role } from '@vitrine/contract/sessions';
import { boot } from './boot.ts';

// For code outside React. Components use `useViewer` and `useIsAdmin` (site-context.ts).

/** The signed-in member; null for a visitor of an open showcase. */
export const viewer = () => boot().session?.user ?? null;

/** Owner or admin: may edit the site and its people. */
export const isAdminRole = (role: Role) => role === 'owner' || role === 'admin';

/** Any role but student (C section 6). */
export const isStaffRole = (role: Role) => role !== 'student';

const hasRole = (has: (role: Role) => boolean) =>
  boot().session?.roles.some(({ role }) => has(role.slug)) ?? false;

/** Whether the viewer is an owner or an admin. */
export const isAdmin = () => hasRole(isAdminRole);

/** Whether the viewer has any role but student. */
export const isStaff = () => hasRole(isStaffRole);
