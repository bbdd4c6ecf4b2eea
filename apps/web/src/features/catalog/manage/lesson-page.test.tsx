import { catalog, type Lesson } from '@vitrine/contract/catalog';
import { quizzes, type Quiz } from '@vitrine/contract/quizzes';
import { uploads } from '@vitrine/contract/uploads';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve, visit } from '../../../test/school.tsx';
import LessonPage from './lesson-page.tsx';

const lesson = (more: Partial<Lesson> = {}): Lesson => ({
  id: 10,
  title: 'Luz de janela',
  content: '',
  content_html: null,
  cover: null,
  video_url: 'https://videos.example.com/luz.mp4',
  embed: null,
  link: null,
  duration_seconds: 90,
  captions: [{ language: 'pt-BR', url: '/files/1/AAAAAAAAAAAAAAAAAAAAAA.vtt?e=1&s=x' }],
  files: [],
  published: 1,
  sample: 0,
  quiz: null,
  upsell: null,
  seconds: 0,
  finished: false,
  likes: 0,
  liked: false,
  course: { id: 5, title: 'Retrato', progress: 0 },
  module: { id: 1, title: 'Começo' },
  previous: null,
  next: null,
  modules: [],
  marquee: null,
  version: 3,
  ...more,
});

type ServedAnswer = Parameters<typeof serve>[number];
const noQuizzes = ['', 200, { data: [] as Quiz[] }] as const;

beforeEach(() => localStorage.clear());

function open(shown: Lesson, quizList: ServedAnswer = [quizzes.list, () => noQuizzes]) {
  const sent = serve(
    quizList,
    [catalog.showLesson, () => ({ data: shown })],
    [catalog.updateLesson, () => ({ data: shown })],
    [uploads.status, () => ({ data: { path: '', state: 'ready', message: '', url: '' } })],
  );
  return {
    sent,
    ...visit(<LessonPage />, {
      at: '/gestao/cursos/5/aulas/10',
      path: '/gestao/cursos/:id/aulas/:lessonId',
    }),
  };
}

test('captions change their language and go, and are saved with the lesson', async () => {
  const { user, sent } = open(
    lesson({
      captions: [
        { language: 'pt-BR', url: '/files/1/AAAAAAAAAAAAAAAAAAAAAA.vtt?e=1&s=x' },
        { language: 'en', url: '/files/1/BBBBBBBBBBBBBBBBBBBBBB.vtt?e=1&s=x' },
      ],
    }),
  );
  const list = await screen.findByRole('list', { name: 'Legendas' });
  await user.click(within(list).getAllByRole('combobox', { name: 'Idioma da legenda' })[1]!);
  await user.click(await screen.findByRole('option', { name: 'Espanhol' }));
  await user.click(within(list).getByRole('button', { name: 'Remover Português (Brasil)' }));
  await user.click(await screen.findByRole('button', { name: /Salvar/ }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLesson')?.body).toEqual({
      captions: [{ language: 'es', path: '/files/1/BBBBBBBBBBBBBBBBBBBBBB.vtt' }],
      version: 3,
    }),
  );
});

test('without a video of ours there is nothing to read along', async () => {
  open(lesson({ video_url: null, captions: [], content: '<p>Só palavras</p>' }));
  await screen.findByRole('textbox', { name: 'Título' });
  expect(screen.queryByRole('button', { name: 'Adicionar legenda' })).not.toBeInTheDocument();
});

test('a quiz that one chooses counts, unless one says no', async () => {
  const made = { name: 'Prova da luz', published: 0 } as Quiz;
  const { user, sent } = open(lesson(), [
    quizzes.list,
    () => ['Avaliações listadas', 200, { data: [{ ...made, id: 7 }] }],
  ]);
  await user.click(await screen.findByRole('combobox', { name: 'Avaliação' }));
  await user.click(await screen.findByRole('option', { name: 'Prova da luz (rascunho)' }));
  expect(screen.getByRole('switch', { name: 'Conta para o fim do módulo' })).toBeChecked();
  await user.click(await screen.findByRole('button', { name: /Salvar/ }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLesson')?.body).toEqual({
      quiz_id: 7,
      quiz_required: true,
      version: 3,
    }),
  );
});
