import { fireEvent, screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customLinks } from '@vitrine/contract/custom-links';
import { favorites } from '@vitrine/contract/favorites';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { levels } from '@vitrine/contract/levels';
import { posts } from '@vitrine/contract/posts';
import { products } from '@vitrine/contract/products';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import CoursePage from '../features/catalog/course-page.tsx';
import ManageCoursePage from '../features/catalog/manage/course-page.tsx';
import ManageLessonPage from '../features/catalog/manage/lesson-page.tsx';
import ModulePage from '../features/catalog/module-page.tsx';
import CustomLinksPanel from '../features/custom-links/custom-links-panel.tsx';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import LevelsPanel from '../features/levels/levels-panel.tsx';
import CommunityPage from '../features/posts/community-page.tsx';
import PostPage from '../features/posts/post-page.tsx';
import { useContractMutation } from '../kit/queries/contract-mutation.ts';
import { community, post } from './community.ts';
import { course, courseModule, lesson, lessonEntry } from './course.ts';
import { refusing, serve, settle, visit } from './school.tsx';

// A page reads its subject again after a save, or when the connection is back. Its content and what
// was typed into it must not go because that read got no answer.

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => {};
});

const shownModule = {
  ...courseModule(3, 'Luz', { lessons: [lessonEntry(10, 'Janela')] }),
  course: { id: 5, title: 'Retrato' },
  course_id: 5,
  previous: null,
  next: null,
};

interface PageRead {
  page: string;
  element: ReactNode;
  at: string;
  path: string;
  route: AnyRoute;
  answer: unknown;
  /** Words that the page shows. */
  words: string;
  isManaged?: boolean;
}

const Empty = () => null;

const pageReads: PageRead[] = [
  {
    page: 'a course',
    element: <CoursePage />,
    at: '/courses/5',
    path: '/courses/:id',
    route: catalog.showCourse,
    answer: { data: course({ title: 'Retrato' }) },
    words: 'Retrato',
  },
  {
    page: 'a module',
    element: <ModulePage />,
    at: '/modulos/3',
    path: '/modulos/:id',
    route: catalog.showModule,
    answer: { data: shownModule },
    words: 'Luz',
  },
  {
    page: 'a lesson',
    element: <LessonPage id={6} Comments={Empty} Quiz={Empty} />,
    at: '/curso/1/macro/6',
    path: '*',
    route: catalog.showLesson,
    answer: { data: lesson({ id: 6, title: 'Foco empilhado' }) },
    words: 'Foco empilhado',
  },
  {
    page: 'a community',
    element: <CommunityPage />,
    at: '/comunidade/1/5',
    path: '/comunidade/:tenant/:id',
    route: communities.show,
    answer: { data: community({ title: 'Quarto escuro' }) },
    words: 'Quarto escuro',
  },
  {
    page: 'a post',
    element: <PostPage />,
    at: '/comunidade/post/7/1/5',
    path: '/comunidade/post/:postId/:tenant/:communityId',
    route: posts.show,
    answer: { data: post(7, 'Que lente para retrato?') },
    words: 'Que lente para retrato?',
  },
  {
    page: 'the builder of a course',
    element: <ManageCoursePage />,
    at: '/gestao/cursos/5',
    path: '/gestao/cursos/:id',
    route: catalog.showCourse,
    answer: { data: course({ title: 'Retrato' }) },
    words: 'Retrato',
    isManaged: true,
  },
  {
    page: 'the form of a lesson',
    element: <ManageLessonPage />,
    at: '/gestao/cursos/5/aulas/6',
    path: '/gestao/cursos/:id/aulas/:lessonId',
    route: catalog.showLesson,
    answer: { data: lesson({ id: 6, title: 'Foco empilhado' }) },
    words: 'Foco empilhado',
    isManaged: true,
  },
];

test.each(pageReads)(
  'the page of $page stays when a later read fails, unless the thing is gone',
  async ({ element, at, path, route, answer, words, isManaged }) => {
    let next = answer;
    const read = { count: 0 };
    serve(
      [route, () => ((read.count += 1), next)],
      [communities.show, () => ({ data: community() })],
      [communities.updateChannel, () => ({ data: {} })],
      [lessonPage.show, () => ({ data: { comment: 1, theme_classes: 1 } })],
      [favorites.list, () => []],
      [posts.list, () => ({ data: [], next_cursor: null })],
      [posts.comments, () => ({ data: [], next_cursor: null, previous_cursor: null })],
    );
    const Save = () => {
      const save = useContractMutation(communities.updateChannel, { refreshes: [route] });
      return (
        <button onClick={() => save.mutate({ params: { id: 1 }, body: {} })}>Outro salvar</button>
      );
    };
    const { user } = visit(
      <>
        {element}
        <Save />
      </>,
      { at, path, roles: [isManaged ? 'owner' : 'student'] },
    );
    const isShown = () => screen.queryAllByText(words).length > 0;
    await waitFor(() => expect(isShown()).toBe(true));
    const readAgain = async () => {
      const before = read.count;
      await user.click(screen.getByRole('button', { name: 'Outro salvar' }));
      await waitFor(() => expect(read.count).toBe(before + 1));
      await settle(); // the failure is rendered after the answer
    };
    next = refusing(500, 'Erro');
    await readAgain();
    expect(isShown()).toBe(true);
    next = refusing(404, 'Não encontrado');
    await readAgain();
    expect(isShown()).toBe(false);
  },
);

const level = { id: 5, name: 'Olhar', needed_score: 10, color: '#ffb238', animation: 'none' };
const customLink = { id: 5, title: 'Agenda', url: 'agenda.example.com', tenant_id: 1 };

test.each<{
  panel: string;
  element: ReactNode;
  at: string;
  route: AnyRoute;
  answer: unknown;
  field: RegExp;
}>([
  {
    panel: 'levels',
    element: <LevelsPanel />,
    at: '?editar=gamificacao/niveis/5',
    route: levels.list,
    answer: [level],
    field: /Nome/,
  },
  {
    panel: 'links',
    element: <CustomLinksPanel />,
    at: '?editar=header/5',
    route: customLinks.list,
    answer: { data: [customLink] },
    field: /Título/,
  },
])(
  'the panel of $panel keeps its list and its dialog when a later read fails',
  async ({ element, at, route, answer, field }) => {
    let next = answer;
    const read = { count: 0 };
    serve(
      [route, () => ((read.count += 1), next)],
      [levels.products, () => []],
      [products.list, () => []],
      [communities.updateChannel, () => ({ data: {} })],
    );
    const Save = () => {
      const save = useContractMutation(communities.updateChannel, { refreshes: [route] });
      return (
        <button onClick={() => save.mutate({ params: { id: 1 }, body: {} })}>Outro salvar</button>
      );
    };
    const { user } = visit(
      <>
        {element}
        <Save />
      </>,
      { at: `/homepage${at}` },
    );
    await user.type(await screen.findByRole('textbox', { name: field }), ' novo');
    next = refusing(500, 'Erro');
    // The dialog covers the button.
    fireEvent.click(screen.getByText('Outro salvar'));
    await waitFor(() => expect(read.count).toBe(2));
    await settle();
    expect(screen.getByRole('textbox', { name: field })).toHaveDisplayValue(/ novo$/);
    expect(screen.queryByText(/não carregaram/)).toBeNull();
  },
);
