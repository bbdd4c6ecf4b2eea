import type { TenantReader } from '../../platform/database.ts';
import type { CourseViewer } from '../course-access.ts';

/** The showcase's statements begin with these: $1 school, $2 member, $3 staff. */
export const valuesOf = ({ tenantId }: TenantReader, { id, staff }: CourseViewer) => [
  tenantId,
  id,
  staff,
];

/** For a WITH: somebody who holds these products, and whether locked things are shown to them. */
export const viewerCteHolding = (products: string) => `me AS MATERIALIZED (
  SELECT s.show_blocked_content AS sees_blocked, s.font_primary, ${products} AS products
  FROM platform_settings s WHERE s.tenant_id = $1)`;

/** The reader, with their active products. */
export const viewerCte = viewerCteHolding(`ARRAY(
    SELECT mp.product_id FROM member_products mp
    JOIN products p ON p.tenant_id = mp.tenant_id AND p.id = mp.product_id AND p.status = 'active'
    WHERE mp.tenant_id = $1 AND mp.member_id = $2::bigint
    ORDER BY mp.product_id)`);

/**
 * For a FROM: the `door` of a course, asked of that course alone, so that it costs the same in a
 * school of any size. It `opens` to the reader, or not; null where no product opens it at all.
 */
export const cardAccess = (course: string) => `CROSS JOIN LATERAL (
  SELECT bool_or(cp.product_id = ANY ((SELECT products FROM me)::bigint[])) AS opens
  FROM course_products cp WHERE cp.tenant_id = $1 AND cp.course_id = ${course}) AS door`;

/** Of a `door`: may the reader know of what is behind it? */
export const isShown = `($3::boolean OR door.opens
  OR (door.opens IS NOT NULL AND (SELECT sees_blocked FROM me)))`;

/** Of a `door`: is it closed to the reader? */
export const isLocked = `NOT ($3::boolean OR coalesce(door.opens, false))`;
