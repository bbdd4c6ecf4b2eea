import { hrefOf } from '@vitrine/contract/pages';
import type { EarnedReward, NextReward } from '@vitrine/contract/rewards';
import { lessonHref } from '@vitrine/contract/urls';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { opensLesson, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { mayTake } from '../../kit/access/quiz-access.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { deliverablesOf, type DeliverableColumns, type OpenFile } from './deliverables.ts';

const earned = statement({
  name: 'rewards.earned',
  sql: `SELECT r.id, json_build_object('id', r.id, 'name', r.name, 'description', r.description,
      'animation', r.animation, 'song', r.song, 'img', r.img, 'earned_at', ${isoUtc('e.earned_at')},
      'seen', e.seen_at IS NOT NULL, 'links', r.links, 'embed', r.embed, 'file', r.file,
      'file_name', r.file_name, 'deliverable_product', r.deliverable_product,
      'product_title', (SELECT p.title FROM products p WHERE p.id = r.deliverable_product)) AS reward
    FROM reward_earnings e JOIN rewards r ON r.id = e.reward_id
    WHERE e.member_id = :memberId
      AND (NOT :unseen::boolean OR e.seen_at IS NULL)
    ORDER BY e.earned_at DESC, r.id DESC`,
  row: z.object({
    id: z.number(),
    reward: z.custom<Omit<EarnedReward, 'deliverables'> & DeliverableColumns>(),
  }),
});

/** Condition: `:memberId` earned a reward that they have not seen. */
export const hasUnseen = `EXISTS (
  SELECT FROM reward_earnings e
  WHERE e.member_id = :memberId AND e.seen_at IS NULL)`;

/**
 * Lists the earned rewards, latest first. Removed rewards stay with the members who earned them.
 */
export async function listEarned(
  reader: TenantReader,
  open: OpenFile,
  { memberId, unseen }: { memberId: number; unseen: boolean },
): Promise<EarnedReward[]> {
  const rows = await reader.run(earned, { memberId, unseen });
  return rows.map(({ reward }) => ({ ...reward, deliverables: deliverablesOf(reward, open) }));
}

/** Condition on a reward `r`: it is not removed, and neither is its quiz or its lesson. */
const canBeEarned = `(r.removed_at IS NULL AND CASE r.criteria
  WHEN 'quiz' THEN r.quiz_id IS NOT NULL
  WHEN 'lesson' THEN r.lesson_id IS NOT NULL
  ELSE true END)`;

/** Condition on a reward `r`: `:memberId` may earn it, by their products. */
const mayEarn = `(NOT EXISTS (SELECT FROM reward_products rp WHERE rp.reward_id = r.id)
  OR EXISTS (SELECT FROM reward_products rp
    JOIN products p ON p.id = rp.product_id AND p.status = 'active'
    JOIN member_products mp ON mp.product_id = rp.product_id AND mp.member_id = :memberId
    WHERE rp.reward_id = r.id))`;

// Names a lesson or a quiz only if the viewer may open it.
const next = statement({
  name: 'rewards.next',
  sql: `SELECT r.id, r.name, r.description, r.img, r.criteria, r.needed_score,
      CASE WHEN r.criteria = 'score' THEN greatest(r.needed_score - coalesce((
        SELECT s.score FROM point_scores s
        JOIN point_seasons run ON run.id = s.season_id AND run.ended_at IS NULL
        WHERE s.member_id = :memberId::bigint), 0), 0) END AS missing,
      (SELECT json_build_object('id', l.id, 'title', l.title, 'course_id', l.course_id)
        FROM lessons l
        WHERE r.criteria = 'lesson' AND l.id = r.lesson_id AND ${opensLesson('l')}) AS lesson,
      (SELECT json_build_object('id', q.id, 'title', q.name) FROM quizzes q
        WHERE r.criteria = 'quiz' AND q.id = r.quiz_id AND q.published AND ${mayTake}) AS quiz
    FROM rewards r
    WHERE ${canBeEarned}
      AND NOT EXISTS (SELECT FROM reward_earnings e
        WHERE e.member_id = :memberId AND e.reward_id = r.id)
      AND ${mayEarn}
    ORDER BY missing NULLS LAST, r.id`,
  row: z.object({
    id: z.number(),
    name: z.string(),
    description: z.string(),
    img: z.nullable(z.string()),
    criteria: z.custom<NextReward['criteria']>(),
    needed_score: z.nullable(z.number()),
    missing: z.nullable(z.number()),
    lesson: z.nullable(z.object({ id: z.number(), title: z.string(), course_id: z.number() })),
    quiz: z.nullable(z.object({ id: z.number(), title: z.string() })),
  }),
});

/** Lists the rewards that the member may still earn, the nearest by points first. */
export async function listNext(tx: TenantTransaction, viewer: CourseViewer): Promise<NextReward[]> {
  const rows = await tx.run(next, viewerValues(viewer));
  return rows.map(({ lesson, quiz, ...reward }) => ({
    ...reward,
    thing: lesson
      ? { title: lesson.title, url: lessonHref(lesson.course_id, lesson.title, lesson.id) }
      : quiz && { title: quiz.title, url: hrefOf('quiz', { id: quiz.id }) },
  }));
}

const closed = statement({
  name: 'rewards.closed',
  sql: `SELECT count(*) AS count FROM rewards r
    WHERE ${canBeEarned} AND NOT ${mayEarn}
      AND NOT EXISTS (SELECT FROM reward_earnings e
        WHERE e.member_id = :memberId AND e.reward_id = r.id)`,
  row: z.object({ count: z.number() }),
});

/** Counts the rewards that need a product which the member lacks. Earned ones do not count. */
export async function countClosed(tx: TenantTransaction, memberId: number) {
  const [row] = await tx.run(closed, { memberId });
  return row!;
}

/** Records when the member first saw that they earned a reward. Throws 404 if they did not. */
export async function markSeen({ db }: TenantTransaction, memberId: number, rewardId: number) {
  const seen = await db
    .updateTable('reward_earnings')
    .set({ seen_at: sql`coalesce(seen_at, now())` })
    .where('member_id', '=', memberId)
    .where('reward_id', '=', rewardId)
    .returning('reward_id')
    .executeTakeFirst();
  orNotFound(seen);
}
