import type { MyQuiz, ReadAttempt } from '@vitrine/contract/quizzes';
import QuizPage from '../features/quizzes/take/quiz-page.tsx';
import { serve, visit } from './school.tsx';

/** A quiz as a student finds it in the list. */
export const myQuiz = (more: Partial<MyQuiz> = {}): MyQuiz => ({
  id: 7,
  name: 'Luz e sombra',
  type: 'comun',
  goal: 70,
  repeat: 0,
  stopwatch: 0,
  time_limit: null,
  questions_count: 2,
  attempts: 0,
  attempts_left: 1,
  open_attempt: null,
  result: null,
  lesson: null,
  ...more,
});

/** An open attempt of two questions. */
export const attempt = (more: Partial<ReadAttempt> = {}): ReadAttempt => ({
  id: 31,
  quiz_id: 7,
  member: { id: 7, name: 'Kauê' },
  name: 'Luz e sombra',
  type: 'comun',
  stopwatch: 0,
  questions: [
    {
      id: 1,
      kind: 'single',
      text: 'Que abertura deixa entrar mais luz?',
      image: null,
      image_alt: null,
      weight: 1,
      options: [
        { id: 11, text: 'f/2' },
        { id: 12, text: 'f/16' },
      ],
    },
    {
      id: 2,
      kind: 'multiple',
      text: 'Quais são contínuas?',
      image: null,
      image_alt: null,
      weight: 1,
      options: [
        { id: 21, text: 'Janela' },
        { id: 22, text: 'Lanterna' },
      ],
    },
  ],
  deadline: null,
  started_at: '2026-11-22T10:00:00.000Z',
  now: '2026-11-22T10:00:05.000Z',
  answers: [],
  ...more,
});

/** The result of an attempt: the first question is right, the second one blank. */
export const handedIn = {
  goal: 70,
  score: 50,
  passed: false,
  profile: null,
  profiles: [],
  weights: [],
  review: [
    { question_id: 1, correct: true, chosen: [11], right: [11], explanation: null },
    {
      question_id: 2,
      correct: false,
      chosen: [],
      right: [21, 22],
      explanation: 'Acendem sem parar.',
    },
  ],
  right: 1,
  finished_at: '2026-11-22T10:03:00.000Z',
  seconds: 180,
};

/** Opens the page of attempt 31. */
export const openAttempt = (...answers: Parameters<typeof serve>) => {
  const sent = serve(...answers);
  const page = visit(<QuizPage />, {
    at: '/avaliacoes/7?tentativa=31',
    path: '/avaliacoes/:id',
    roles: ['student'],
  });
  return { ...page, sent };
};

/** The answer to a saved choice. */
export const saved = () => ({ data: { saved_at: '2026-11-22T10:00:09.000Z' } });
