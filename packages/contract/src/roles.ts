/** Any role but student (C section 6). The role with the most rights comes first. */
export const staffRoles = ['owner', 'admin', 'instructor', 'moderator'] as const;
/** Contract, Tenants and sign-in. */
export const roles = [...staffRoles, 'student'] as const;
/** A role of a member (C section 6). */
export type Role = (typeof roles)[number];
/** Whether the role is one of the staff. */
export const isStaffRole = (role: Role) => role !== 'student';
/** Whether the role may edit the site and its people. */
export const isAdminRole = (role: Role) => role === 'owner' || role === 'admin';
