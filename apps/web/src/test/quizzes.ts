import type { Question, Quiz } from '@vitrine/contract/quizzes';

/** A quiz as its author reads it: a draft with one question. */
export const quiz = (more: Partial<Quiz> = {}): Quiz => ({
  id: 7,
  tenant_id: 1,
  name: 'Luz e sombra',
  type: 'comun',
  goal: 70,
  published: 0,
  repeat: 0,
  stopwatch: 0,
  time_limit: null,
  review: 'finished',
  product_ids: [],
  questions_count: 1,
  lessons: [],
  has_attempts: false,
  version: 1,
  ...more,
});

/** A question of a quiz, with one right answer of two. */
export const question = (more: Partial<Question> = {}): Question => ({
  id: 1,
  kind: 'single',
  text: 'Que abertura deixa entrar mais luz?',
  weight: 1,
  options: [
    { id: 11, text: 'f/2', correct: true },
    { id: 12, text: 'f/16' },
  ],
  ...more,
});

/** The answer of the calls of A section 7. */
export const triple = <T>(data: T) => ['Avaliações encontradas', 200, { data }];

let next = 100;

/** Fakes a save of the server, which gives ids to new items. `last` is its last answer. */
export function accepted({ questions }: { questions: Question[] }) {
  accepted.last = questions.map((one) => ({
    ...one,
    id: one.id ?? (next += 1),
    options: one.options.map((option) => ({ ...option, id: option.id ?? (next += 1) })),
  }));
  return { data: { version: 5, profiles: [], questions: accepted.last } };
}
accepted.last = [] as Question[];
