import type { Role } from '@vitrine/contract/sessions';
import { boot } from './boot.ts';

/** Who reads the page; null for a visitor of an open showcase. */
export const viewer = () => boot().session?.user ?? null;

const roles = (): Role[] => boot().session?.roles.map(({ role }) => role.slug) ?? [];

/** Only an owner changes owners (contract, Tenants). */
export const isOwner = () => roles().includes('owner');
/** Owner or admin: may edit the site and its people. */
export const isAdmin = () => roles().some((role) => role === 'owner' || role === 'admin');
/** Any role but student (C section 6). */
export const isStaff = () => roles().some((role) => role !== 'student');
