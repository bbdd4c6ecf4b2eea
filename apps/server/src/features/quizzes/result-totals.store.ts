import * as z from 'zod/mini';
import type { TenantTransaction } from '../../platform/database.ts';
import { enqueue, task } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';
import type { Revision, Score } from './quizzes.rules.ts';

// The totals are sums over handed-in attempts (migrations 0060, 0123, 0164 and 0175).
// result-totals.test.ts counts them again from the attempts.

/** `option_id` of a right answer in `quiz_option_totals` and `quiz_tallies`. */
export const RIGHT = 0;
/** `option_id` of an attempt that was asked the question, in `quiz_tallies`. */
export const ASKED = -1;

/** The values that a hand-in adds to its member's result and to the totals. */
export function scoredValues(
  attempt: Pick<Revision, 'questions'>,
  { score, passed, profile, review }: Score,
) {
  const chosen = review.flatMap(({ question_id, chosen: options, correct }) => [
    ...options.map((option) => [question_id, option] as const),
    ...(correct ? [[question_id, RIGHT] as const] : []),
  ]);
  return {
    score,
    passed,
    profile: profile?.key ?? null,
    questions: attempt.questions.map((question) => question.id),
    optionQuestions: chosen.map(([question]) => question),
    options: chosen.map(([, option]) => option),
  };
}

const countWaiting = statement({
  name: 'quizzes.count-hand-ins',
  sql: 'SELECT count_hand_ins(:quizId::bigint)::text AS done',
  row: z.object({ done: z.string() }),
});

/** Adds the hand-ins since the last count to the totals. */
export async function countHandIns(tx: TenantTransaction, quizId: number) {
  await tx.run(countWaiting, { quizId });
}

// `hand_in_attempt` enqueues it.
task<{ quizId: number }>('count-hand-ins', async ({ tenantId, payload, database }) => {
  await database.transaction(tenantId, (tx) => countHandIns(tx, payload.quizId));
});

const former = (counts: 'standings' | 'durations' | 'scores') =>
  statement({
    name: `quizzes.count-former-${counts}`,
    sql: `SELECT count_former_${counts}(:quizId::bigint, :after::bigint) AS last`,
    row: z.object({ last: z.nullable(z.number()) }),
  });

// Migrations 0164, 0175 and 0184 enqueue them. Each enqueues itself for the next members.
for (const counts of ['standings', 'durations', 'scores'] as const) {
  const countFormer = former(counts);
  task<{ quizId: number; after: number }>(
    `count-${counts}`,
    async ({ tenantId, payload, database }) => {
      const { quizId, after } = payload;
      await database.transaction(tenantId, async (tx) => {
        const [{ last } = { last: null }] = await tx.run(countFormer, { quizId, after });
        if (last !== null)
          await enqueue(tx, `count-${counts}`, { quizId, after: last }, { priority: 10 });
      });
    },
  );
}
