import type { CountedAttempt, Question, QuestionScores } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { thirdsOf } from './quizzes.rules.ts';
import { ASKED, RIGHT } from './result-totals.store.ts';

const questionScoresRow = z.object({
  questions: z.custom<Question[]>(),
  asked: z.nullable(z.array(z.number())),
  chosen: z.array(z.object({ id: z.number(), by_score: z.array(z.number()) })),
});

const questionScores = statement({
  name: 'quizzes.question-scores',
  sql: `SELECT q.questions,
      (SELECT a.by_score FROM quiz_question_totals a
        WHERE a.quiz_id = q.id AND a.question_id = :questionId::bigint) AS asked,
      (SELECT coalesce(json_agg(json_build_object('id', o.option_id, 'by_score', o.by_score)), '[]')
        FROM quiz_option_totals o
        WHERE o.quiz_id = q.id AND o.question_id = :questionId::bigint) AS chosen
    FROM quizzes q WHERE q.id = :quizId`,
  row: questionScoresRow,
});

const countedQuestionScores = statement({
  name: 'quizzes.counted-question-scores',
  sql: `SELECT q.questions,
      (SELECT a.by_score FROM quiz_tallies a
        WHERE a.quiz_id = q.id AND a.counted = :counted AND a.question_id = :questionId::bigint
          AND a.option_id = ${ASKED}) AS asked,
      (SELECT coalesce(json_agg(json_build_object('id', o.option_id, 'by_score', o.by_score)), '[]')
        FROM quiz_tallies o
        WHERE o.quiz_id = q.id AND o.counted = :counted AND o.question_id = :questionId::bigint
          AND o.option_id > ${RIGHT}) AS chosen
    FROM quizzes q WHERE q.id = :quizId`,
  row: questionScoresRow,
});

/**
 * Counts the attempts that chose each option of a question, by score. Throws 404 for a question of
 * another quiz.
 */
export async function readQuestionScores(
  reader: TenantReader,
  quizId: number,
  questionId: number,
  counted: CountedAttempt | undefined,
): Promise<QuestionScores> {
  const [row] = counted
    ? await reader.run(countedQuestionScores, { quizId, questionId, counted })
    : await reader.run(questionScores, { quizId, questionId });
  const { questions, asked, chosen } = orNotFound(row);
  const { options } = orNotFound(questions.find(({ id }) => id === questionId));
  const thirds = thirdsOf(asked ?? []);
  const countsOf = new Map(chosen.map(({ id, by_score }) => [id, by_score]));
  return {
    lowest: thirds && thirds.lowest,
    highest: thirds && thirds.highest,
    options: options.map(({ id }) => {
      const counts = (countsOf.get(id) ?? []).map((count, score) => ({ score, count }));
      const countWhere = (isIn: (score: number) => boolean) =>
        counts.reduce((sum, { score, count }) => (isIn(score) ? sum + count : sum), 0);
      return {
        id,
        scores: counts.filter(({ count }) => count > 0),
        lowest: thirds ? countWhere((score) => score <= thirds.lowest.score) : 0,
        highest: thirds ? countWhere((score) => score >= thirds.highest.score) : 0,
      };
    }),
  };
}
