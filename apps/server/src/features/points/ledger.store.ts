import type { Kind } from '@vitrine/contract/favorites';
import { limits, type Entry, type LedgerPart, type Score } from '@vitrine/contract/points';
import { thingHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import { requireMember } from '../../kit/access/require-member.ts';
import { pointsNameSql } from '../../kit/gamification-settings.ts';
import { levelJson } from '../../kit/level-json.ts';
import { notifyMember } from '../../kit/notify/notify-member.ts';
import { earnRewards, POST_WORDS_LENGTH } from '../../kit/points.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { cursorPage } from '../../kit/rows/pagination.ts';
import { zoneOf } from '../../kit/rows/zone-of.ts';
import { notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** Conditions for the entries `e` of each part of a ledger. */
const parts: Record<LedgerPart, string> = {
  lessons: `(e.action LIKE '%\\_class' OR e.action IN ('finish_module', 'finish_course'))`,
  community: `e.action IN ('post', 'comment', 'reply', 'like')`,
  bonus: `e.action = 'bonus'`,
  unscored: `(e.reason IS NOT NULL AND e.reason <> 'manual')`,
};

const score = statement({
  name: 'points.score',
  sql: `WITH season AS (
      SELECT s.id, s.ended_at IS NULL AS running FROM point_seasons s
      WHERE CASE WHEN :season::bigint IS NULL THEN s.ended_at IS NULL ELSE s.id = :season END),
    it AS (
      SELECT (SELECT id FROM season) AS season_id,
        coalesce((SELECT s.score FROM point_scores s
          WHERE s.season_id = (SELECT id FROM season) AND s.member_id = :memberId), 0) AS score,
        coalesce((SELECT s.score FROM point_scores s
          JOIN point_seasons run ON run.id = s.season_id AND run.ended_at IS NULL
          WHERE s.member_id = :memberId), 0) AS running_score)
    SELECT it.season_id, it.score,
      ${pointsNameSql} AS points_name,
      ${levelJson('level_of(:memberId::bigint, it.running_score)')} AS level,
      ${levelJson(`(SELECT next.id FROM levels next
        WHERE next.needed_score > it.running_score AND EXISTS (
          SELECT FROM level_products lp
          JOIN products p ON p.id = lp.product_id AND p.status = 'active'
          JOIN member_products mp ON mp.product_id = lp.product_id AND mp.member_id = :memberId
          WHERE lp.level_id = next.id)
        ORDER BY next.needed_score, next.id LIMIT 1)`)} AS next_level,
      (SELECT json_build_object(
        'unscored', count(*) FILTER (WHERE ${parts.unscored}),
        'lessons', coalesce(sum(e.points) FILTER (WHERE ${parts.lessons}), 0),
        'community', coalesce(sum(e.points) FILTER (WHERE ${parts.community}), 0),
        'bonus', coalesce(sum(e.points) FILTER (WHERE ${parts.bonus}), 0),
        'login', coalesce(sum(e.points) FILTER (WHERE e.action = 'login'), 0),
        'manual', coalesce(sum(e.points) FILTER (WHERE e.action = 'manual'), 0))
       FROM point_entries e
       WHERE e.season_id = it.season_id AND e.member_id = :memberId) AS sums,
      (WITH here AS MATERIALIZED (SELECT ${zoneOf(':memberId')} AS zone),
        days AS MATERIALIZED (
          SELECT DISTINCT (e.at AT TIME ZONE here.zone)::date AS day FROM here, point_entries e
          WHERE e.member_id = :memberId AND e.reason IS NULL AND e.period = 0),
        -- Days in a row share their distance from their place.
        runs AS (SELECT day, day - (row_number() OVER (ORDER BY day))::integer AS run FROM days),
        today AS (SELECT (now() AT TIME ZONE here.zone)::date AS day FROM here)
        SELECT json_build_object(
          'streak', (SELECT coalesce(max(streak.days), 0) FROM (
            SELECT count(*) AS days FROM runs GROUP BY run
            HAVING max(day) >= (SELECT day FROM today) - 1) AS streak),
          'week', (SELECT json_agg(EXISTS (
              SELECT FROM days WHERE days.day = today.day - ago)::integer ORDER BY ago DESC)
            FROM today, generate_series(0, 6) AS ago),
          'today', (SELECT day FROM today))) AS active_days
    FROM it`,
  row: z.object({
    season_id: z.nullable(z.number()),
    score: z.number(),
    points_name: z.string(),
    level: z.nullable(z.custom<NonNullable<Score['level']>>()),
    next_level: z.nullable(z.custom<NonNullable<Score['level']>>()),
    sums: z.custom<Score['sources'] & Pick<Score, 'unscored'>>(),
    active_days: z.custom<Pick<Score, 'streak' | 'week' | 'today'>>(),
  }),
});

/** The first words of a post without a title, cut at a word boundary. */
const wordsOfPost = `CASE
  WHEN e.thing_kind = 'post' AND coalesce(p.title, '') = ''
    AND length(e.thing_title) = ${POST_WORDS_LENGTH}
  THEN regexp_replace(e.thing_title, '[[:punct:] ]* +[^ ]*$', '') || '…' END`;

const entries = statement({
  name: 'points.entries',
  sql: `SELECT e.id, e.action, e.object_kind, e.points, ${isoUtc('e.at')} AS at, e.bonus_of, e.reason, e.note,
      e.thing_kind AS kind, e.thing_id,
      CASE WHEN e.thing_kind <> 'post' OR p.removed_at IS NULL AND p.id IS NOT NULL
        THEN e.thing_url END AS url,
      coalesce(l.title, m.title, c.title, ${wordsOfPost}, e.thing_title, '') AS title,
      ch.title AS place,
      coalesce(l.course_id, m.course_id, c.id) AS course_id
    FROM point_entries e
    LEFT JOIN lessons l ON e.thing_kind = 'lesson' AND l.id = e.thing_id
    LEFT JOIN modules m ON e.thing_kind = 'module' AND m.id = e.thing_id
    LEFT JOIN courses c ON e.thing_kind = 'course' AND c.id = e.thing_id
    LEFT JOIN posts p ON e.thing_kind = 'post' AND p.id = e.thing_id
    LEFT JOIN channels ch ON ch.id = p.channel_id
    WHERE e.season_id = :seasonId AND e.member_id = :memberId
      AND (:cursor::bigint IS NULL OR e.id < :cursor)
      AND CASE :part::text ${Object.entries(parts)
        .map(([part, holds]) => `WHEN '${part}' THEN ${holds}`)
        .join(' ')} ELSE true END
    ORDER BY e.id DESC LIMIT ${limits.entries + 1}`,
  row: z.object({
    id: z.number(),
    action: z.string(),
    object_kind: z.string(),
    points: z.number(),
    at: z.string(),
    bonus_of: z.array(z.number()),
    reason: z.nullable(z.custom<NonNullable<Entry['reason']>>()),
    note: z.string(),
    kind: z.nullable(z.string()),
    thing_id: z.nullable(z.number()),
    url: z.nullable(z.string()),
    title: z.string(),
    place: z.nullable(z.string()),
    course_id: z.nullable(z.number()),
  }),
});

interface LedgerOptions {
  season?: number | undefined;
  cursor?: string | undefined;
  part?: LedgerPart | undefined;
}

/**
 * Reads a member's score with a page of its ledger, of the running season or of `season`. Throws
 * 404 for an unknown season.
 */
export async function readScore(
  tx: TenantTransaction,
  memberId: number,
  { season, cursor, part }: LedgerOptions,
): Promise<Score> {
  const [row] = await tx.run(score, { memberId, season: season ?? null });
  if (season !== undefined && row!.season_id === null) throw notFound();
  const rows = await tx.run(entries, {
    memberId,
    seasonId: row!.season_id,
    cursor: cursor === undefined ? null : Number(cursor),
    part: part ?? null,
  });
  const page = cursorPage(rows, limits.entries, ({ id }) => String(id));
  const { active_days, sums, ...totals } = row!;
  const { unscored, ...sources } = sums;
  return {
    ...totals,
    ...active_days,
    unscored,
    sources,
    ledger: page.data.map(({ kind, thing_id, title, url, place, course_id, ...entry }) => ({
      ...entry,
      thing:
        kind === null || thing_id === null
          ? null
          : {
              kind,
              id: thing_id,
              title,
              url: url ?? linkOf(kind, thing_id, title, course_id),
              place,
            },
    })),
    next_cursor: page.next_cursor,
  };
}

const linkOf = (kind: string, id: number, title: string, courseId: number | null) =>
  courseId === null ? null : thingHref(kind as Kind, { id, title, course_id: courseId });

const give = statement({
  name: 'points.give',
  sql: `WITH season AS MATERIALIZED (SELECT running_season() AS id),
    entry AS (
      INSERT INTO point_entries (season_id, member_id, action, object_kind, object_id, points,
        reason, note)
      SELECT season.id, :memberId, 'manual', 'manual', 0, :points, 'manual', :note FROM season
      RETURNING id, season_id)
    SELECT entry.id, add_to_score(:memberId, entry.season_id, :points) AS score FROM entry`,
  row: z.object({ id: z.number(), score: z.number() }),
});

/**
 * Gives points to a member of the school by hand, or takes them. They ignore the permission list,
 * and earn levels and rewards. Returns the new score. Throws 404 for an unknown member, and for an
 * account that waits for its erasure, which no foreign key knows.
 */
export async function givePoints(
  tx: TenantTransaction,
  memberId: number,
  { points, reason }: { points: number; reason: string },
) {
  await requireMember(tx, memberId);
  const [entry] = await tx.run(give, { memberId, points, note: reason });
  await earnRewards(tx, memberId);
  const thingId = entry!.id;
  await notifyMember(tx, { event: 'points', memberId, thingId, subject: `points:${thingId}` });
  return entry!.score;
}
