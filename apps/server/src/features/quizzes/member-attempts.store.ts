import { sql } from 'kysely';
import * as z from 'zod/mini';
import { attemptsLeftOf } from '../../kit/access/quiz-access.ts';
import { requireMember } from '../../kit/access/require-member.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

// The owner reads the attempts of one student, and gives one more.

/**
 * Lists a student's latest 100 attempts of a quiz, open ones too, with the number of attempts left.
 * Throws 404 for an unknown member.
 */
export async function listMemberAttempts(tx: TenantTransaction, quizId: number, memberId: number) {
  await requireMember(tx, memberId);
  const data = await tx.db
    .selectFrom('quiz_attempts')
    .select(['id', 'started_at', 'finished_at', 'deadline', 'score', 'passed', 'profile'])
    .where('quiz_id', '=', quizId)
    .where('member_id', '=', memberId)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  return { data, ...(await readAttemptsLeft(tx, quizId, memberId)) };
}

/**
 * Gives one more attempt, unless the student has one left: a second press gives no second one.
 * Returns the number left, null for a quiz that may be repeated. Throws 404 for an unknown member.
 *
 * A quiz that could be repeated before may have more attempts than it now allows. The given one
 * comes after all of them.
 */
export async function grantAttempt(tx: TenantTransaction, quizId: number, memberId: number) {
  await requireMember(tx, memberId);
  const begun = sql<number>`(SELECT coalesce(max(a.number), 0) FROM quiz_attempts a
    WHERE a.quiz_id = ${quizId} AND a.member_id = ${memberId})`;
  await tx.db
    .insertInto('quiz_results')
    .values({ quiz_id: quizId, member_id: memberId, extra_attempts: begun })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'quiz_id', 'member_id']).doUpdateSet({
        extra_attempts: sql`greatest(quiz_results.extra_attempts, ${begun})`,
      }),
    )
    .execute();
  return readAttemptsLeft(tx, quizId, memberId);
}

async function readAttemptsLeft(tx: TenantTransaction, quizId: number, memberId: number) {
  const [row] = await tx.run(attemptsLeft, { quizId, memberId });
  return orNotFound(row);
}

const attemptsLeft = statement({
  name: 'quizzes.attempts-left',
  sql: `SELECT CASE WHEN q.repeat THEN NULL ELSE ${attemptsLeftOf} END AS attempts_left
    FROM quizzes q LEFT JOIN quiz_results mine
      ON mine.quiz_id = q.id AND mine.member_id = :memberId
    WHERE q.id = :quizId`,
  row: z.object({ attempts_left: z.nullable(z.number()) }),
});
