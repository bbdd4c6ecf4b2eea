import type { Person, TestSchool } from './harness.ts';

interface SavedQuestion {
  id: number;
  options: { id: number; text: string; correct?: boolean }[];
}

const oneQuestion = [
  {
    kind: 'single',
    text: 'Qual abertura deixa entrar mais luz?',
    options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
  },
];

/** Creates a published quiz with questions. */
export async function quizWith(
  school: TestSchool,
  fields: object = {},
  questions: object[] = oneQuestion,
  profiles: object[] = [],
) {
  const created = await school.owner.post('/api/auth/quiz/create', {
    name: 'Luz e sombra',
    published: 1,
    ...fields,
  });
  const id = created.body[2].data.id as number;
  const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
    questions,
    profiles,
  });
  return { id, questions: saved.body.data.questions as SavedQuestion[] };
}

type Quiz = Awaited<ReturnType<typeof quizWith>>;

/** The answers that score everything. */
export const rightAnswers = ({ questions }: Quiz) =>
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
