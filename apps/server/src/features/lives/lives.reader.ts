import { limits } from '@vitrine/contract/lives';
import * as z from 'zod/mini';
import { isoUtc } from '../../kit/iso-utc.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';

/** Of a live `l`: may the viewer enter? Asked without `me`. */
const entersLive = `(:isStaff::boolean OR l.open_to_all OR EXISTS (
  SELECT FROM live_products lp
  JOIN member_products mp ON mp.tenant_id = :tenantId AND mp.member_id = :memberId::bigint
    AND mp.product_id = lp.product_id
  JOIN products p ON p.tenant_id = :tenantId AND p.id = lp.product_id AND p.status = 'active'
  WHERE lp.tenant_id = :tenantId AND lp.live_id = l.id))`;

const endsAt = `coalesce(l.ends_at, l.starts_at + interval '${limits.hoursWithoutEnd} hours')`;

const listed = `l.id, l.title, ${isoUtc('l.starts_at')} AS starts_at,
  ${isoUtc('l.ends_at')} AS ends_at, NOT ${entersLive} AS locked`;

const listedRow = {
  id: z.int(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.nullable(z.string()),
  locked: z.boolean(),
};

/** `:now` is the server's clock, the same that `liveState` is asked with. */
export const hasLiveQuery = viewerQuery({
  name: 'lives.has-live',
  sql: `SELECT EXISTS (
      SELECT FROM lives l
      WHERE l.tenant_id = :tenantId AND l.starts_at <= :now::timestamptz
        AND ${endsAt} > :now::timestamptz AND ${entersLive}
    ) AS on_air`,
  row: z.object({ on_air: z.boolean() }),
});

/** What is on air or comes, by its start; then what is over, the latest first. */
export const liveList = statement({
  name: 'lives.list',
  sql: `SELECT ${listed} FROM lives l
    WHERE l.tenant_id = :tenantId
    ORDER BY ${endsAt} <= :now::timestamptz,
      CASE WHEN ${endsAt} > :now::timestamptz THEN l.starts_at END, l.starts_at DESC, l.id`,
  row: z.object(listedRow),
});

export const liveQuery = viewerQuery({
  name: 'lives.show',
  sql: `SELECT ${listed}, l.url, l.recording_url, (
      SELECT coalesce(json_agg(p.title ORDER BY f_unaccent(p.title), p.id), '[]')
      FROM live_products lp
      JOIN products p ON p.tenant_id = :tenantId AND p.id = lp.product_id AND p.status = 'active'
      WHERE lp.tenant_id = :tenantId AND lp.live_id = l.id
    ) AS products
    FROM lives l WHERE l.tenant_id = :tenantId AND l.id = :liveId`,
  row: z.object({
    ...listedRow,
    url: z.string(),
    recording_url: z.nullable(z.string()),
    products: z.array(z.string()),
  }),
});
