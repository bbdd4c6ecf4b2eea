import type { AnswerInput } from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Person, TestSchool } from './harness.ts';

/** A question as its author reads it. */
export interface SavedQuestion {
  id: number;
  image: string | null;
  options: { id: number; text: string; correct?: boolean }[];
}

const oneQuestion = [
  {
    kind: 'single',
    text: 'Qual abertura deixa entrar mais luz?',
    options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
  },
];

/** The explanation of the first of `twoQuestions`. */
export const EXPLANATION = 'explicacao-que-nao-sai';

/** A single choice that weighs 3, and a multiple choice that weighs 1. */
export const twoQuestions = [
  {
    kind: 'single',
    text: 'Qual abertura deixa entrar mais luz?',
    explanation: EXPLANATION,
    weight: 3,
    options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
  },
  {
    kind: 'multiple',
    text: 'Quais são cores primárias da luz?',
    weight: 1,
    options: [
      { text: 'Vermelho', correct: true },
      { text: 'Azul', correct: true },
      { text: 'Ocre' },
    ],
  },
];

/** Creates a published quiz with questions. */
export async function quizWith(
  school: TestSchool,
  fields: object = {},
  questions: object[] = oneQuestion,
  profiles: object[] = [],
) {
  const created = await createQuiz(school.owner, fields);
  const id = created.body[2].data.id as number;
  const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
    questions,
    profiles,
  });
  expect(saved.status).toBe(200);
  return { id, questions: saved.body.data.questions as SavedQuestion[] };
}

const createQuiz = (who: Person, fields: object) =>
  who.post('/api/auth/quiz/create', { name: 'Luz e sombra', published: 1, ...fields });

type Quiz = Awaited<ReturnType<typeof quizWith>>;

/** The answers that score everything. */
export const rightAnswers = ({ questions }: Pick<Quiz, 'questions'>): AnswerInput[] =>
  questions.map(({ id, options }) => ({
    question_id: id,
    option_ids: options.filter(({ correct }) => correct).map((option) => option.id),
  }));

/** Starts the quiz, and hands it in with the right answers or with none. */
export async function takeQuiz(person: Person, quiz: Quiz, passes = true) {
  const { body } = await person.post(`/api/v1/quizzes/${quiz.id}/attempts`);
  return person.post(`/api/v1/attempts/${body.data.id}/finish`, {
    answers: passes ? rightAnswers(quiz) : [],
  });
}

/**
 * The calls about quizzes in the school of the running test. Its owner writes and reads results, its
 * student takes the quiz, unless a call names another person.
 */
export const quizCalls = (current: () => { school: TestSchool; student: Person }) => ({
  create: (fields: object = {}, who = current().school.owner) => createQuiz(who, fields),
  quizOf: (fields: object = {}, questions: object[] = twoQuestions, profiles?: object[]) =>
    quizWith(current().school, fields, questions, profiles),
  start: (id: number, who = current().student) => who.post(`/api/v1/quizzes/${id}/attempts`),
  keep: (id: number, question_id: number, option_ids: number[], who = current().student) =>
    who.send('PUT', `/api/v1/attempts/${id}/answers`, { question_id, option_ids }),
  finish: (id: number, answers?: object[], who = current().student) =>
    who.post(`/api/v1/attempts/${id}/finish`, answers ? { answers } : {}),
  results: async (id: number, query = '') =>
    (await current().school.owner.get(`/api/v1/quizzes/${id}/results${query}`)).body.data,
  /** Moves an attempt into the past, as if this many seconds had gone by. */
  pass: (attempt: number, seconds: number) =>
    current().school.transaction(({ db }) =>
      db
        .updateTable('quiz_attempts')
        .set({
          started_at: sql`started_at - ${seconds} * interval '1 second'`,
          deadline: sql`deadline - ${seconds} * interval '1 second'`,
        })
        .where('id', '=', attempt)
        .execute(),
    ),
});
