import { screen } from '@testing-library/react';
import type { Lesson } from '@vitrine/contract/catalog';
import { quizzes, type Attempt, type MyQuiz } from '@vitrine/contract/quizzes';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../../../test/school.tsx';
import LessonQuiz from './lesson-quiz.tsx';

const quiz = (more: Partial<MyQuiz> = {}): MyQuiz => ({
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
  lesson: { id: 6, title: 'Prova', course_id: 3, module_id: 4 },
  ...more,
});
const result = (passed: boolean) => ({
  attempt_id: 3,
  score: passed ? 85.5 : 40,
  passed,
  profile: null,
  finished_at: '2026-11-20T10:00:00.000Z',
});

function open(
  mine: MyQuiz[],
  more: Partial<NonNullable<Lesson['quiz']>> = {},
  roles: ('student' | 'owner')[] = ['student'],
) {
  const onFinish = vi.fn<() => void>();
  const lesson = {
    finished: false,
    quiz: { id: 7, name: 'Luz e sombra', required: 1, open: true, ...more },
  } as Lesson;
  const sent = serve(
    [quizzes.mine, () => mine],
    [quizzes.start, () => ({ data: { id: 31 } as Attempt })],
  );
  return {
    ...visit(<LessonQuiz lesson={lesson} onFinish={onFinish} />, { roles }),
    sent,
    onFinish,
  };
}

test('before the first attempt the quiz shows its facts and a start button', async () => {
  const { user, sent } = open([quiz()]);
  expect(await screen.findByText(/2 perguntas · mínimo de 70%/)).toBeVisible();
  expect(screen.getByText('Ao passar, esta aula fica concluída.')).toBeVisible();
  expect(screen.getByText('Você tem uma tentativa.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Começar' }));
  expect(sent.filter(({ name }) => name === 'quizzes.start')).toHaveLength(1);
});

test('the best result shows, with a link to its review', async () => {
  open([quiz({ attempts_left: null, result: result(false) })]);
  expect(await screen.findByText('Melhor nota: 40%')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refazer' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ver meu resultado' })).toBeVisible();
});

test('without attempts left the quiz says whom to ask', async () => {
  open([quiz({ attempts: 1, attempts_left: 0, result: result(false) })]);
  expect(await screen.findByText(/Para tentar mais uma vez, fale com a escola/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Refazer' })).not.toBeInTheDocument();
});

test('a student who passed before finishes the lesson by its button', async () => {
  const { user, onFinish } = open([quiz({ result: result(true) })]);
  await user.click(await screen.findByRole('button', { name: 'Concluir aula' }));
  expect(onFinish).toHaveBeenCalledOnce();
});

test('a draft says so to its owner, and does not start', async () => {
  open([], { open: false }, ['owner']);
  expect(await screen.findByText(/Alunos ainda não podem responder/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Abrir a avaliação' })).toHaveAttribute(
    'href',
    '/quiz?id=7',
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
