import {
  limits,
  type CountedAttempt,
  type Profile,
  type Question,
  type QuizResults,
  quizType,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import type { ImageUrl } from './attempts.reader.ts';
import { inTens, medianScore } from './quizzes.rules.ts';
import { isListed } from './result-students.reader.ts';
import { ASKED, RIGHT } from './result-totals.store.ts';

const questionTotals = z.array(
  z.object({
    id: z.number(),
    asked: z.number(),
    score_sum: z.number(),
    score_square_sum: z.number(),
  }),
);
const optionTotals = z.array(
  z.object({
    question_id: z.number(),
    option_id: z.number(),
    chosen: z.number(),
    score_sum: z.number(),
  }),
);
const profileTotals = z.array(z.object({ key: z.string(), members: z.number() }));

/** The sums of `t`, 0 where nobody has handed in. */
const sumColumns = `coalesce(t.attempts, 0) AS attempts, coalesce(t.passed, 0) AS passed,
  coalesce(t.score_sum, 0) AS score_sum, coalesce(t.score_square_sum, 0) AS score_square_sum,
  coalesce(t.seconds_sum, 0) AS seconds_sum, coalesce(t.by_score, '{}') AS by_score`;

const totalsRow = z.object({
  type: z.enum(quizType),
  questions: z.custom<Question[]>(),
  profiles: z.custom<Profile[]>(),
  attempts: z.number(),
  members: z.number(),
  passed: z.number(),
  score_sum: z.number(),
  score_square_sum: z.number(),
  seconds_sum: z.number(),
  by_score: z.array(z.number()),
  median_seconds: z.nullable(z.number()),
  abandoned: z.number(),
  asked: questionTotals,
  chosen: optionTotals,
  by_profile: profileTotals,
});

/** An open attempt without an answer for this long counts as abandoned. */
const ABANDONED_AFTER = `interval '1 hour'`;

/**
 * The students who began and did not hand in: attempts that ended at their deadline, and open ones
 * that rest. An attempt with a deadline to come does not rest. Where the last attempt counts, a
 * student may have both: the one before ended at its deadline.
 */
const abandoned = (counted: string) => `
  (SELECT coalesce(sum(d.timed_out), 0)::integer FROM quiz_durations d
    WHERE d.quiz_id = q.id AND d.counted = ${counted})
  + (SELECT count(*)::integer FROM (
      SELECT a.* FROM quiz_attempts a
      WHERE a.quiz_id = q.id AND a.finished_at IS NULL LIMIT ${limits.countedOpen}) a
    JOIN members m ON m.id = a.member_id
    WHERE (a.number = 1 OR ${counted} = 'last') AND ${isListed}
      AND a.deadline IS NULL AND a.started_at < now() - ${ABANDONED_AFTER}
      AND NOT EXISTS (SELECT FROM quiz_answers s
        WHERE s.attempt_id = a.id AND s.saved_at > now() - ${ABANDONED_AFTER})
      AND NOT EXISTS (SELECT FROM quiz_standings s JOIN quiz_attempts t ON t.id = s.attempt_id
        WHERE s.quiz_id = a.quiz_id AND s.member_id = a.member_id AND s.counted = ${counted}
          AND t.finished_at = t.deadline)
  ) AS abandoned`;

/** The duration that half of the counted attempts did not exceed. */
const medianSeconds = `
  (SELECT d.duration FROM (
      SELECT d.duration, sum(d.attempts) OVER (ORDER BY d.duration) AS up_to,
        sum(d.attempts) OVER () AS all_attempts
      FROM quiz_durations d
      WHERE d.quiz_id = q.id AND d.counted = :counted AND d.attempts > 0) d
    WHERE d.up_to * 2 >= d.all_attempts ORDER BY d.duration LIMIT 1) AS median_seconds`;

/** The profiles of a quiz, one of each student. */
const byProfile = (counted: string) => `
  (SELECT coalesce(json_agg(json_build_object('key', p.profile, 'members', p.attempts)), '[]')
    FROM quiz_tallies p
    WHERE p.quiz_id = q.id AND p.counted = ${counted} AND p.profile > '' AND p.attempts > 0
  ) AS by_profile`;

const totals = statement({
  name: 'quizzes.results',
  sql: `SELECT q.type, q.questions, q.profiles, ${sumColumns},
      coalesce(t.members, 0) AS members, NULL::integer AS median_seconds,
      ${abandoned("'best'")},
      (SELECT coalesce(json_agg(json_build_object('id', a.question_id, 'asked', a.asked,
          'score_sum', a.score_sum, 'score_square_sum', a.score_square_sum)), '[]')
        FROM quiz_question_totals a WHERE a.quiz_id = q.id) AS asked,
      (SELECT coalesce(json_agg(json_build_object('question_id', o.question_id,
          'option_id', o.option_id, 'chosen', o.chosen, 'score_sum', o.score_sum)), '[]')
        FROM quiz_option_totals o WHERE o.quiz_id = q.id) AS chosen, ${byProfile("'best'")}
    FROM quizzes q LEFT JOIN quiz_totals t ON t.quiz_id = q.id
    WHERE q.id = :quizId`,
  row: totalsRow,
});

/** The same of one attempt of each student. */
const countedTotals = statement({
  name: 'quizzes.counted-results',
  sql: `SELECT q.type, q.questions, q.profiles, ${sumColumns},
      coalesce(t.attempts, 0) AS members, ${medianSeconds}, ${abandoned(':counted')},
      (SELECT coalesce(json_agg(json_build_object('id', a.question_id, 'asked', a.attempts,
          'score_sum', a.score_sum, 'score_square_sum', a.score_square_sum)), '[]')
        FROM quiz_tallies a
        WHERE a.quiz_id = q.id AND a.counted = :counted AND a.question_id > 0
          AND a.option_id = ${ASKED} AND a.attempts > 0) AS asked,
      (SELECT coalesce(json_agg(json_build_object('question_id', o.question_id,
          'option_id', o.option_id, 'chosen', o.attempts, 'score_sum', o.score_sum)), '[]')
        FROM quiz_tallies o
        WHERE o.quiz_id = q.id AND o.counted = :counted AND o.question_id > 0
          AND o.option_id > ${ASKED} AND o.attempts > 0) AS chosen, ${byProfile(':counted')}
    FROM quizzes q LEFT JOIN quiz_tallies t ON t.quiz_id = q.id AND t.counted = :counted
      AND t.question_id = 0 AND t.profile = ''
    WHERE q.id = :quizId`,
  row: totalsRow,
});

/**
 * Reads the results without the students: means, shares and correlations of all attempts, or of one
 * `counted` attempt of each student. Throws 404 for an unknown quiz.
 */
export async function readTotals(
  reader: TenantReader,
  quizId: number,
  counted: CountedAttempt | undefined,
  imageUrl: ImageUrl,
): Promise<Omit<QuizResults, 'students' | 'open' | 'plotted' | 'handing_in'>> {
  const [row] = counted
    ? await reader.run(countedTotals, { quizId, counted })
    : await reader.run(totals, { quizId });
  const { type, questions, attempts, members, passed, ...sums } = orNotFound(row);
  const asked = new Map(sums.asked.map((question) => [question.id, question]));
  const chosen = new Map(
    sums.chosen.map((option) => [`${option.question_id} ${option.option_id}`, option]),
  );
  return {
    attempts,
    members,
    passed,
    mean: attempts ? sums.score_sum / attempts : null,
    median: medianScore(sums.by_score),
    spread: attempts ? deviation(attempts, sums.score_sum, sums.score_square_sum) : null,
    seconds: attempts ? Math.round(sums.seconds_sum / attempts) : null,
    median_seconds: sums.median_seconds,
    abandoned: sums.abandoned,
    scores: inTens(sums.by_score),
    profiles:
      type === quizType.behavioural ? profilesOf(sums.profiles, sums.by_profile, members) : [],
    questions: questions.map(({ id, text, text_html, image, image_alt, options }) => {
      const all = asked.get(id) ?? { asked: 0, score_sum: 0, score_square_sum: 0 };
      const right = chosen.get(`${id} ${RIGHT}`) ?? { chosen: 0, score_sum: 0 };
      const share = (count: number) => (all.asked ? count / all.asked : null);
      return {
        id,
        text,
        text_html,
        ...(image && { image: imageUrl(image), image_alt }),
        right_share: share(right.chosen),
        discrimination: correlation(all, right),
        options: options.map((option) => {
          const picked = chosen.get(`${id} ${option.id}`);
          return {
            id: option.id,
            text: option.text,
            text_html: option.text_html,
            correct: option.correct ?? false,
            share: share(picked?.chosen ?? 0),
            mean: picked ? picked.score_sum / picked.chosen : null,
          };
        }),
      };
    }),
  };
}

/** The profiles of the quiz in its order, also those that nobody has. */
function profilesOf(
  profiles: Profile[],
  counts: z.output<typeof profileTotals>,
  members: number,
): QuizResults['profiles'] {
  const membersOf = new Map(counts.map((count) => [count.key, count.members]));
  return profiles.map(({ key, title }) => {
    const memberCount = membersOf.get(key) ?? 0;
    return { key, title, members: memberCount, share: members ? memberCount / members : 0 };
  });
}

const deviation = (count: number, total: number, squares: number) =>
  Math.sqrt(Math.max(0, squares / count - (total / count) ** 2));

/** The point-biserial correlation of a right answer with the score. Null where one is constant. */
function correlation(
  all: { asked: number; score_sum: number; score_square_sum: number },
  right: { chosen: number; score_sum: number },
) {
  const wrong = all.asked - right.chosen;
  const spread = all.asked ? deviation(all.asked, all.score_sum, all.score_square_sum) : 0;
  if (!right.chosen || !wrong || spread < 1e-6) return null;
  const means = right.score_sum / right.chosen - (all.score_sum - right.score_sum) / wrong;
  return (means / spread) * Math.sqrt((right.chosen * wrong) / all.asked ** 2);
}
