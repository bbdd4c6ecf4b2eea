/**
 * CTE `uncounted`: staff, and members who wait for their erasure. They are few, so a count over all
 * members leaves them out, and reads no other member.
 */
export const uncountedCte = `uncounted AS MATERIALIZED (
  SELECT m.id FROM members m WHERE is_staff(m.roles)
  UNION SELECT e.member_id FROM member_erasures e)`;
