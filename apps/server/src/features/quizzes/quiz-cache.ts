import type { AnswerInput } from '@vitrine/contract/quizzes';
import { LRUCache } from 'lru-cache';
import type { Revision } from './quizzes.rules.ts';

// Caches quizzes and open attempts, so that a start and a hand-in read less (decision 84). It
// decides nothing: the statement that writes compares what is cached with its rows.

interface CachedQuiz extends Revision {
  /** The version of the quiz's row. */
  state: string;
  opener: 'lesson' | 'product' | null;
}

interface CachedAttempt {
  quizId: number;
  /** The version of the quiz's row at the start. */
  state: string;
  /** When it began, in microseconds. An id with this moment is this attempt. */
  began: string;
  answers: AnswerInput[];
}

const MAX_BYTES = 16 * 2 ** 20;
const MAX_ATTEMPTS = 20_000;
/** Estimated bytes of a parsed quiz, for each character of its JSON. */
const BYTES_PER_CHARACTER = 4;

const quizzes = new LRUCache<string, CachedQuiz>({
  maxSize: MAX_BYTES,
  sizeCalculation: (quiz) => BYTES_PER_CHARACTER * JSON.stringify(quiz).length,
});
const attempts = new LRUCache<string, CachedAttempt>({ max: MAX_ATTEMPTS });

const keyOf = (tenantId: number, id: number) => `${tenantId} ${id}`;

/** A quiz as this server read it last. */
export const cachedQuiz = (tenantId: number, quizId: number) =>
  quizzes.get(keyOf(tenantId, quizId));

/** Caches a quiz in one version of its row. */
export const cacheQuiz = (tenantId: number, quizId: number, quiz: CachedQuiz) =>
  quizzes.set(keyOf(tenantId, quizId), quiz);

/** Caches an attempt that began on this server. */
export const cacheAttempt = (tenantId: number, id: number, attempt: CachedAttempt) =>
  attempts.set(keyOf(tenantId, id), attempt);

/** An attempt with its questions, if both are cached in the same version. */
export function cachedAttempt(tenantId: number, id: number) {
  const attempt = attempts.get(keyOf(tenantId, id));
  const quiz = attempt && cachedQuiz(tenantId, attempt.quizId);
  return attempt && quiz?.state === attempt.state ? { attempt, quiz } : null;
}

/** Caches an answer that was saved. Without options it was taken back. */
export function cacheAnswer(tenantId: number, attemptId: number, answer: AnswerInput) {
  const attempt = attempts.get(keyOf(tenantId, attemptId));
  if (!attempt) return;
  const others = attempt.answers.filter(({ question_id }) => question_id !== answer.question_id);
  attempt.answers = answer.option_ids.length ? [...others, answer] : others;
}
