import { screen, waitFor, within } from '@testing-library/react';
import { catalog, type CourseSummary } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { communities } from '@vitrine/contract/communities';
import { customHtml, type CustomHtml } from '@vitrine/contract/custom-html';
import { favorites, type Favorite } from '@vitrine/contract/favorites';
import { levels, type Level } from '@vitrine/contract/levels';
import { me } from '@vitrine/contract/me';
import { members, type Member } from '@vitrine/contract/members';
import { points } from '@vitrine/contract/points';
import { posts } from '@vitrine/contract/posts';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { ranking, type RankingEntry } from '@vitrine/contract/ranking';
import { rewards, type EarnedReward } from '@vitrine/contract/rewards';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCourse } from '../features/catalog/catalog.queries.ts';
import CoursesPage from '../features/catalog/manage/courses-page.tsx';
import { useRemoveComment } from '../features/comments/comments.queries.ts';
import CommunitiesPanel from '../features/communities/communities-panel.tsx';
import CustomHtmlPanel from '../features/custom-html/custom-html-panel.tsx';
import FavoritesPage from '../features/favorites/favorites-page.tsx';
import LevelsPanel from '../features/levels/levels-panel.tsx';
import MembersPage from '../features/members/members-page.tsx';
import PointsPanel from '../features/points/points-panel.tsx';
import {
  useRemoveComment as useRemovePostComment,
  useRemovePost,
} from '../features/posts/posts.queries.ts';
import QuizzesPanel from '../features/quizzes/manage/quizzes-panel.tsx';
import RankingPage from '../features/ranking/ranking-page.tsx';
import { useRewards } from '../features/rewards/rewards.queries.ts';
import { useOwnScore } from '../kit/points/own-score.ts';
import { FakeStream, sendEvent } from '../test/fake-stream.ts';
import { quiz, triple } from '../test/quizzes.ts';
import { serve, visit } from '../test/school.tsx';
import Achievements from './achievements.tsx';

/**
 * What one feature changes and another one shows. Both are on the page here; usually the owner goes
 * from one to the other, within the half hour for which answers count as fresh.
 */
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const snippet = (more: Partial<CustomHtml>): CustomHtml => ({
  id: 1,
  title: 'Regras do clube',
  html: '<p>Olá</p>',
  page: 'community',
  community_id: null,
  course_id: null,
  module_id: null,
  lesson_id: null,
  embeddable_ids: [],
  tenant_id: 1,
  version: 1,
  frame_url: '/_frame/1',
  ...more,
});

test('a removed community takes its snippets off the list of custom HTML', async () => {
  const clube = {
    id: 4,
    title: 'Clube',
    tenant_id: 1,
    active: 1,
    principal: 1,
    order: 1,
    is_private: 0,
    locked: false,
    cover_path: null,
    cover_color: '#121212',
    background_color: '',
    channels: 1,
  };
  let removed = false;
  serve(
    [communities.index, () => (removed ? [] : [clube])],
    [communities.settings, () => ({ data: { active: 1, show_communities_page: 1 } })],
    [communities.contents, () => ({ data: { channels: 0, posts: 0, comments: 0 } })],
    [
      communities.remove,
      () => {
        removed = true;
        return { message: 'Comunidade excluída com sucesso.' };
      },
    ],
    [customHtml.list, () => (removed ? [] : [snippet({ community_id: 4 })])],
  );
  const panels = (
    <>
      <CommunitiesPanel />
      <CustomHtmlPanel />
    </>
  );
  const { user } = visit(panels, { at: '/homepage?editar=comunidade' });
  expect(await screen.findByText('Regras do clube')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Opções de Clube' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.type(await screen.findByRole('textbox', { name: /EXCLUIR/ }), 'EXCLUIR');
  await user.click(screen.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByText('Regras do clube')).toBeNull());
});

test('a removed course takes its snippets and its favourite along', async () => {
  const course: CourseSummary = {
    id: 5,
    title: 'Retrato',
    cover: null,
    published: 1,
    product_ids: [],
    modules_count: 0,
    lessons_count: 0,
  };
  const favorite: Favorite = {
    kind: 'course',
    id: 5,
    title: 'Retrato na sua lista',
    cover: null,
    url: '/courses/5',
    locked: false,
    products: [],
    course_id: 5,
    course_title: null,
  };
  let removed = false;
  serve(
    [products.list, () => []],
    [
      catalog.listCourses,
      () => ({ data: removed ? [] : [course], current_page: 1, next_page_url: null }),
    ],
    [catalog.coursesToPick, () => (removed ? [] : [{ id: 5, title: 'Retrato' }])],
    [
      catalog.removeCourse,
      () => {
        removed = true;
      },
    ],
    [customHtml.list, () => (removed ? [] : [snippet({ page: 'course', course_id: 5 })])],
    [favorites.list, () => (removed ? [] : [favorite])],
  );
  const parts = (
    <>
      <CoursesPage />
      <CustomHtmlPanel />
      <FavoritesPage />
    </>
  );
  const { user } = visit(parts, { at: '/gestao/cursos' });
  expect(await screen.findByText('Regras do clube')).toBeVisible();
  expect(await screen.findByText('Retrato na sua lista')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Opções de Retrato' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir Retrato' });
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByText('Regras do clube')).toBeNull());
  await waitFor(() => expect(screen.queryByText('Retrato na sua lista')).toBeNull());
});

test('a reward no longer names a quiz that was removed', async () => {
  function QuizOfReward() {
    return <p>Avaliação da recompensa: {useRewards().data?.[0]?.quiz ?? 'nenhuma'}</p>;
  }
  let removed = false;
  serve(
    [quizzes.list, () => triple(removed ? [] : [quiz()])],
    [
      quizzes.remove,
      () => {
        removed = true;
        return { message: 'Exclusão realizada.' };
      },
    ],
    [products.list, () => []],
    [rewards.list, () => [{ quiz: removed ? null : 7 }]],
  );
  const parts = (
    <>
      <QuizzesPanel />
      <QuizOfReward />
    </>
  );
  const { user } = visit(parts, { at: '/homepage?editar=avaliacoes' });
  expect(await screen.findByText('Avaliação da recompensa: 7')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Opções de Luz e sombra' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Avaliação da recompensa: nenhuma')).toBeVisible();
});

test('a course whose product a reward gives is open as soon as the reward shows', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  function Macro() {
    const course = useCourse(4).data?.data;
    return <p>{course && (course.locked ? 'Macro com cadeado' : 'Macro aberto')}</p>;
  }
  const reward: EarnedReward = {
    id: 3,
    name: 'Vinte aulas',
    description: '',
    animation: 'none',
    song: '',
    img: null,
    earned_at: '2026-11-20T12:00:00Z',
    seen: 0,
    deliverables: [{ type: 'product', product: { id: 1, title: 'Plano Macro' } }],
  };
  let earned: EarnedReward[] = [];
  serve(
    [levels.mine, () => []],
    [rewards.mine, () => earned],
    [rewards.seen, () => undefined],
    [catalog.showCourse, () => ({ data: { locked: earned.length === 0 } })],
    [me.courses, () => ({ data: [], next_cursor: null })],
    [points.mine, () => ({ data: { points_name: 'XP', ledger: [] } })],
  );
  const parts = (
    <>
      <Macro />
      <Achievements />
    </>
  );
  visit(parts, { roles: ['student'] });
  expect(await screen.findByText('Macro com cadeado')).toBeVisible();
  earned = [reward];
  sendEvent('notification', {});
  expect(await screen.findByRole('dialog', { name: 'Vinte aulas' })).toBeVisible();
  expect(await screen.findByText('Macro aberto')).toBeInTheDocument();
});

test.each([
  ['post', useRemovePost, posts.remove],
  ['comment of a post', useRemovePostComment, posts.removeComment],
  ['comment of a lesson', useRemoveComment, comments.remove],
])('points are taken back on the page with a removed %s', async (_thing, useRemove, route) => {
  let score = 30;
  function Score() {
    const remove = useRemove();
    return (
      <button type="button" onClick={() => remove.mutate({ params: { id: 5 } })}>
        {useOwnScore()?.score} pontos
      </button>
    );
  }
  serve([points.mine, () => ({ data: { score } })], [route, () => void (score = 10)]);
  const { user } = visit(<Score />, { roles: ['student'] });
  await user.click(await screen.findByRole('button', { name: '30 pontos' }));
  expect(await screen.findByRole('button', { name: '10 pontos' })).toBeVisible();
});

/** The calls of a ranking of one person, as it stands at the call. */
const rankingCalls = (now: () => { entry: RankingEntry | null; pointsName: string }) =>
  [
    [
      ranking.seasons,
      () => [{ id: 2, started_at: '2026-11-01T12:00:00Z', ended_at: null, members: 1 }],
    ],
    [
      ranking.list,
      () => {
        const { entry, pointsName } = now();
        return {
          data: entry ? [entry] : [],
          me: null,
          around: [],
          total: 1,
          points_name: pointsName,
          current_page: 1,
          next_page_url: null,
          updated_at: null,
          summing: 0,
        };
      },
    ],
  ] satisfies Parameters<typeof serve>;

const olhar: Level = {
  id: 5,
  tenant_id: 1,
  name: 'Olhar',
  needed_score: 10,
  color: '#ffb238',
  img: null,
  url_img: null,
  show_level_on_profile: 1,
  show_score_on_profile: 1,
  animation: 'none',
};
const bento: RankingEntry = {
  position: 1,
  score: 90,
  user: { id: 2, name: 'Bento', photo_url: null },
  level: null,
  move: null,
};

test('the ranking shows the new name of a level', async () => {
  let level = olhar;
  serve(
    ...rankingCalls(() => ({ entry: { ...bento, level }, pointsName: 'XP' })),
    [levels.list, () => [level]],
    [levels.products, () => [{ id: 31, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } }]],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active' }]],
    [
      levels.update,
      ({ body }) => {
        level = { ...level, name: body.name };
        return { message: 'Nível atualizado com sucesso.', data: level };
      },
    ],
  );
  const parts = (
    <>
      <RankingPage />
      <LevelsPanel />
    </>
  );
  const { user } = visit(parts, { at: '/ranking?editar=gamificacao/niveis/5' });
  const place = () => within(screen.getByRole('region', { name: 'Classificação', hidden: true }));
  await waitFor(() => expect(place().getByText('Olhar')).toBeInTheDocument());
  await user.type(await screen.findByLabelText(/^Nome/), ' atento');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(place().getByText('Olhar atento')).toBeInTheDocument());
});

test('the ranking shows the new name of the points', async () => {
  const none = { enable: 0, needed_interaction: 0, plus_user_score: 0 };
  const actions = ['comment_class', 'watch_class', 'like_class'];
  const finishes = ['finish_class', 'finish_module', 'finish_course'];
  const each = <T,>(names: string[], value: T) =>
    Object.fromEntries(names.map((name) => [name, value]));
  let custom_name = 'XP';
  const parameters = () => ({
    platform: each(['login', ...actions, ...finishes], 0),
    community: {
      custom_name,
      ...each(['score_posts', 'score_comments', 'score_replies', 'score_likes'], 0),
    },
    per_day: {
      community_settings: each(['post', 'comment', 'reply', 'like'], none),
      platform_settings: each([...actions, ...finishes], none),
    },
  });
  serve(
    ...rankingCalls(() => ({ entry: bento, pointsName: custom_name })),
    [points.show, parameters],
    [points.products, () => []],
    [products.list, () => []],
    [points.saveDaily, () => ({ message: '', data: parameters() })],
    [
      points.update,
      ({ body }) => {
        custom_name = body.custom_name;
        return { message: 'Pontuação atualizada com sucesso.', data: parameters() };
      },
    ],
  );
  const parts = (
    <>
      <RankingPage />
      <PointsPanel />
    </>
  );
  const { user } = visit(parts, { at: '/ranking?editar=gamificacao/pontuacao' });
  expect(await screen.findByText('90 XP')).toBeVisible();
  const name = await screen.findByRole('textbox', { name: /Nome dos pontos/ });
  await user.clear(name);
  await user.type(name, 'COIN');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('90 COIN')).toBeVisible();
});

test.each([
  ['Remover da escola', 'Remover', members.remove],
  ['Apagar dados', 'Apagar os dados de', privacy.eraseMember],
])('after %s the ranking no longer lists the person', async (act, title, route) => {
  const person: Member = {
    id: 2,
    user_id: 2,
    name: 'Bento',
    email: 'bento@example.com',
    photo_url: null,
    roles: ['student'],
    product_ids: [],
    created_at: '2026-01-01T12:00:00Z',
    last_seen_at: null,
    email_error: null,
  };
  let removed = false;
  serve(
    ...rankingCalls(() => ({ entry: removed ? null : bento, pointsName: 'XP' })),
    [products.list, () => []],
    [members.list, () => ({ data: removed ? [] : [person], current_page: 1, next_page_url: null })],
    [
      route,
      () => {
        removed = true;
        return { message: 'Exclusão realizada.' };
      },
    ],
  );
  const parts = (
    <>
      <MembersPage />
      <RankingPage />
    </>
  );
  const { user } = visit(parts, { at: '/gestao/alunos' });
  expect(await screen.findByText('90 XP')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Opções de Bento' }));
  await user.click(await screen.findByRole('menuitem', { name: act }));
  const dialog = within(await screen.findByRole('dialog', { name: `${title} Bento` }));
  await user.type(dialog.getByRole('textbox'), 'EXCLUIR');
  await user.click(dialog.getByRole('button', { name: act }));
  await waitFor(() => expect(screen.queryByText('90 XP')).toBeNull());
});
