import * as z from 'zod/mini';
import { entersLive, liveEnd } from '../../kit/access/live-access.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';

const listed = `l.id, l.title, ${isoUtc('l.starts_at')} AS starts_at,
  ${isoUtc('l.ends_at')} AS ends_at, ${isoUtc(':now::timestamptz')} AS now, NOT ${entersLive} AS locked,
  l.recording_url IS NOT NULL AND ${liveEnd} <= :now::timestamptz AS recorded,
  EXISTS (SELECT FROM live_reminders r WHERE r.live_id = l.id
    AND r.member_id = :memberId::bigint) AS reminded`;

const listedRow = {
  id: z.int(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.nullable(z.string()),
  now: z.string(),
  locked: z.boolean(),
  recorded: z.boolean(),
  reminded: z.boolean(),
};

/** `:now` is the server's clock, as in `liveState`. */
export const hasLiveQuery = viewerQuery({
  name: 'lives.has-live',
  sql: `SELECT EXISTS (
      SELECT FROM lives l
      WHERE l.starts_at <= :now::timestamptz
        AND ${liveEnd} > :now::timestamptz AND ${entersLive}
    ) AS on_air`,
  row: z.object({ on_air: z.boolean() }),
});

/**
 * Lives on air and coming lives by their start, then past lives, latest first. `first` limits them;
 * null reads all.
 */
export const liveList = statement({
  name: 'lives.list',
  sql: `SELECT ${listed} FROM lives l
    ORDER BY ${liveEnd} <= :now::timestamptz,
      CASE WHEN ${liveEnd} > :now::timestamptz THEN l.starts_at END, l.starts_at DESC, l.id
    LIMIT :first::integer`,
  row: z.object(listedRow),
});

/** A live as the viewer may see it. No row: it does not exist in this school. */
export const liveQuery = viewerQuery({
  name: 'lives.show',
  sql: `SELECT ${listed}, l.url, l.recording_url, (
      SELECT coalesce(json_agg(p.title ORDER BY ${titleOrder('p.title')}, p.id), '[]')
      FROM live_products lp
      JOIN products p ON p.id = lp.product_id AND p.status = 'active'
      WHERE lp.live_id = l.id
    ) AS products
    FROM lives l WHERE l.id = :liveId`,
  row: z.object({
    ...listedRow,
    url: z.string(),
    recording_url: z.nullable(z.string()),
    products: z.array(z.string()),
  }),
});
