/**
 * Turns a condition on the viewer into one on a row `m` of `members`, for a statement about many
 * members. The condition names its viewer by `:memberId::bigint` and `:isStaff::boolean`.
 */
export const forMember = (condition: string) =>
  condition
    .replaceAll(':isStaff::boolean', 'is_staff(m.roles)')
    .replaceAll(':memberId::bigint', 'm.id');
