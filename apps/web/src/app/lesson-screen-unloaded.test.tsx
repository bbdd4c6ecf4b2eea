import { screen } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { favorites } from '@vitrine/contract/favorites';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { expect, test, vi } from 'vitest';
import { lesson } from '../test/course.ts';
import { onScreenOf, serve, visit } from '../test/school.tsx';
import LessonScreen from './lesson-screen.tsx';

vi.mock('../features/lessons/player/player.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('../features/quizzes/take/lesson-quiz.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a lesson whose player and quiz do not load stays, and says so in their places', async () => {
  localStorage.clear();
  onScreenOf(1280);
  const shown = lesson({
    id: 6,
    video_url: '/files/1/video.webm?s=x',
    quiz: { id: 7, name: 'Luz', required: 0, open: true },
  });
  const settings = { comment: 1, theme_classes: 1 };
  serve(
    [catalog.showLesson, () => ({ data: shown })],
    [lessonPage.show, () => ({ data: settings })],
    [favorites.list, () => []],
    [
      comments.list,
      () => ({ data: [], current_page: 1, next_page_url: null, total: 0, open: true }),
    ],
  );
  visit(<LessonScreen />, {
    at: '/curso/5/luz/6',
    path: '/curso/:course/:title/:id',
    roles: ['student'],
  });
  expect(await screen.findByText('O vídeo não carregou')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Abrir o vídeo' })).toHaveAttribute(
    'href',
    '/files/1/video.webm?s=x',
  );
  expect(await screen.findByText('Esta parte não carregou')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: shown.title })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Tentar de novo' })).toHaveLength(2);
});
