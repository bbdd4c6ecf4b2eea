import { DAY_MS } from '@vitrine/contract/durations';
import { messages, type ListedSilence } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { refuseToSilenceStaff } from '../../kit/refuse-to-silence-staff.ts';
import { cursorPage, microsecondsSql, timestampOfSql } from '../../kit/rows/pagination.ts';
import { invalid, notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { notifyOfSilence } from './posts.notifications.ts';
import { requireCommunity } from './require-community.ts';

const PAGE = 20;

interface NewSilence {
  communityId: number;
  memberId: number;
  until?: string | null | undefined;
  days?: number | undefined;
  reason: string;
}

/**
 * Silences a member: they can read but not write, for `days`, until `until`, or for good. 409 for
 * staff.
 */
export async function silence(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { communityId, memberId, reason, ...period }: NewSilence,
) {
  await requireCommunity(tx, communityId);
  await refuseToSilenceStaff(tx, memberId, messages.staffSilence);
  const end = endOf(period);
  if (end && end.getTime() <= Date.now()) throw invalid({ until: [messages.pastUntil] });
  const silenceColumns = { until: end, reason, created_at: new Date(), created_by: viewer.id };
  await tx.db
    .insertInto('community_silences')
    .values({ community_id: communityId, member_id: memberId, ...silenceColumns })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'community_id', 'member_id']).doUpdateSet(silenceColumns),
    )
    .execute();
  await notifyOfSilence(tx, communityId, memberId);
  return { member_id: memberId, until: end, reason };
}

function endOf({ until, days }: Pick<NewSilence, 'until' | 'days'>) {
  if (days !== undefined) return new Date(Date.now() + days * DAY_MS);
  return until ? new Date(until) : null;
}

/** Ends a silence. Throws 404 if the person is not silenced in this community. */
export async function unsilence(tx: TenantTransaction, communityId: number, memberId: number) {
  const ended = await tx.db
    .deleteFrom('community_silences')
    .where('community_id', '=', communityId)
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst();
  if (!ended) throw notFound();
}

/** A member who waits for their erasure is named nowhere. */
const isRunning = `(q.until IS NULL OR q.until > now()) AND EXISTS (
  SELECT FROM members kept WHERE kept.id = q.member_id AND kept.erase_at IS NULL)`;

const silences = statement({
  name: 'posts.silences',
  sql: `SELECT q.community_id || '-' || q.member_id AS id, q.member_id, q.until, q.reason,
      q.community_id, c.title AS community, m.name, m.photo_url, q.created_at,
      ${microsecondsSql('q.created_at')} AS at
    FROM community_silences q
    JOIN members m ON m.id = q.member_id
    JOIN communities c ON c.id = q.community_id
    WHERE ${isRunning} AND (:after::bigint IS NULL
      OR (q.created_at, q.community_id, q.member_id)
        < (${timestampOfSql(':after')},
          :community::bigint, :member::bigint))
    ORDER BY q.created_at DESC, q.community_id DESC, q.member_id DESC LIMIT ${PAGE + 1}`,
  row: z.object({
    id: z.string(),
    member_id: z.number(),
    until: z.nullable(z.custom<Date>()),
    reason: z.string(),
    community_id: z.number(),
    community: z.string(),
    name: z.string(),
    photo_url: z.nullable(z.string()),
    created_at: z.custom<Date>(),
    at: z.number(),
  }),
});

/** Lists the silenced members, latest first. */
export async function listSilences(tx: TenantTransaction, cursor: string | undefined) {
  const [after, community, member] = cursor?.split('-') ?? [];
  const rows = await tx.run(silences, {
    after: after === undefined ? null : Number(after),
    community: Number(community ?? 0),
    member: Number(member ?? 0),
  });
  const page = cursorPage(rows, PAGE, ({ at, id }) => `${at}-${id}`);
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM community_silences q WHERE ${sql.raw(isRunning)}`.execute(tx.db);
  return {
    data: page.data.map(({ at: _, ...one }): ListedSilence => one),
    next_cursor: page.next_cursor,
    total: counted[0]!.total,
  };
}
