import { screen } from '@testing-library/react';
import { catalog, type Lesson, type LessonEntry } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { favorites } from '@vitrine/contract/favorites';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import { lesson as lessonWith, lessonEntry } from './course.ts';
import { onScreenOf, serve, visit } from './school.tsx';

/** A video lesson in the outline. */
export const entry = (id: number, title: string, overrides: Partial<LessonEntry> = {}) =>
  lessonEntry(id, title, { kind: 'video', duration_seconds: 1204, ...overrides });

/** A video lesson with a file, the second of three. */
export const lesson = (overrides: Partial<Lesson> = {}) =>
  lessonWith({
    id: 6,
    title: 'Foco empilhado, passo a passo',
    content: '<p>Várias fotos, cada uma nítida num ponto.</p>',
    video_url: '/files/1/video.webm?s=x',
    duration_seconds: 1204,
    files: [{ id: 1, name: 'Guia.pdf', size: 2048, url: '/files/1/guia.pdf?s=x' }],
    likes: 16,
    course: { id: 1, title: 'Macro sem mistério', progress: 33 },
    module: { id: 2, title: 'Nitidez de ponta a ponta' },
    previous: { id: 5, title: 'Distância mínima' },
    next: { id: 7, title: 'Juntando as fotos' },
    modules: [
      {
        id: 2,
        title: 'Nitidez de ponta a ponta',
        lessons: [
          entry(5, 'Distância mínima', { finished: true }),
          entry(6, 'Foco empilhado, passo a passo'),
          entry(7, 'Juntando as fotos'),
        ],
      },
    ],
    ...overrides,
  });

const saved = () => ({ data: { seconds: 0, finished: true, course_progress: 67, completed: [] } });
/** The answer of an open conversation without comments. */
export const noComments = {
  data: [],
  current_page: 1,
  next_page_url: null,
  total: 0,
  open: true,
};

/** Empties the device and widens the screen. Call it before each test of the page. */
export function prepareLesson() {
  localStorage.clear();
  onScreenOf(1440);
  // This browser plays nothing on other screens.
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    value: undefined,
    configurable: true,
  });
}

/** Opens the page of a lesson for a student. */
export function openLesson(shown: Lesson, template = 1, ...calls: Parameters<typeof serve>) {
  const settings = { comment: 1, theme_classes: template };
  const sent = serve(
    ...calls,
    [catalog.showLesson, () => ({ data: shown })],
    [catalog.saveProgress, saved],
    [
      lessonPage.show,
      () => ({ data: { ...settings, course_page_indicator: 1, module_page_indicator: 1 } }),
    ],
    [favorites.list, () => []],
    [comments.list, () => noComments],
  );
  return {
    sent,
    ...visit(<LessonPage id={6} Comments={AComment} Quiz={AQuiz} />, {
      roles: ['student'],
    }),
  };
}

/** Stands for the comments of a lesson. */
export const AComment = () => <input aria-label="Comentário" />;
/** Stands for the quiz of a lesson. */
export const AQuiz = ({ onFinish }: { onFinish: () => void }) => (
  <button onClick={onFinish}>Passei antes</button>
);

/** The heading of the page, once it has loaded. */
export const heading = () => screen.findByRole('heading', { level: 1, name: /Foco empilhado/ });
