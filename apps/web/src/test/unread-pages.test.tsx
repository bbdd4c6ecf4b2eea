import { screen, waitFor } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { customLinks } from '@vitrine/contract/custom-links';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { levels } from '@vitrine/contract/levels';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { notifications } from '@vitrine/contract/notifications';
import { people } from '@vitrine/contract/people';
import { points } from '@vitrine/contract/points';
import { posts } from '@vitrine/contract/posts';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { ranking } from '@vitrine/contract/ranking';
import { reminders } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import { uploads } from '@vitrine/contract/uploads';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import BannersPanel from '../features/banners/banners-panel.tsx';
import ShowcasePanel from '../features/carousels/showcase-panel.tsx';
import ManageCoursePage from '../features/catalog/manage/course-page.tsx';
import CoursesPage from '../features/catalog/manage/courses-page.tsx';
import ManageLessonPage from '../features/catalog/manage/lesson-page.tsx';
import ModulePage from '../features/catalog/module-page.tsx';
import CommunitiesPanel from '../features/communities/communities-panel.tsx';
import CustomHtmlPanel from '../features/custom-html/custom-html-panel.tsx';
import CustomLinksPanel from '../features/custom-links/custom-links-panel.tsx';
import FavoritesPage from '../features/favorites/favorites-page.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import LevelsPanel from '../features/levels/levels-panel.tsx';
import { LiveList } from '../features/lives/live-list.tsx';
import LivesPage from '../features/lives/manage/lives-page.tsx';
import MarqueesPanel from '../features/marquees/marquees-panel.tsx';
import MyCoursesPage from '../features/me/courses/my-courses-page.tsx';
import { DevicesSection } from '../features/me/devices-section.tsx';
import ProfilePage from '../features/me/profile-page.tsx';
import MembersPage from '../features/members/members-page.tsx';
import NotificationsPage from '../features/notifications/notifications-page.tsx';
import PreferencesDialog from '../features/notifications/preferences-dialog.tsx';
import PersonPage from '../features/people/person-page.tsx';
import PointsPanel from '../features/points/points-panel.tsx';
import ExplorerPage from '../features/posts/explorer-page.tsx';
import ModerationPage from '../features/posts/moderation-page.tsx';
import DataRequestsPage from '../features/privacy/manage/data-requests-page.tsx';
import MyDataPage from '../features/privacy/my-data-page.tsx';
import ProductsPage from '../features/products/products-page.tsx';
import QuizzesPanel from '../features/quizzes/manage/quizzes-panel.tsx';
import MyQuizzesPage from '../features/quizzes/take/my-quizzes-page.tsx';
import RankingPage from '../features/ranking/ranking-page.tsx';
import RankingPanel from '../features/ranking/ranking-panel.tsx';
import RemindersPage from '../features/reminders/reminders-page.tsx';
import MyRewardsPage from '../features/rewards/my-rewards-page.tsx';
import RewardsPanel from '../features/rewards/rewards-panel.tsx';
import StoragePage from '../features/uploads/storage-page.tsx';
import { visit } from './school.tsx';

// A page whose list cannot be read would stay blank, or look as if the school had nothing.

beforeEach(() => localStorage.clear());

interface UnreadPage {
  title: string;
  element: ReactNode;
  route: AnyRoute;
  /** The address, where the page reads it. */
  at?: string;
  path?: string;
}

const management = (path: string) => ({ at: path.replace(/:\w+/g, '5'), path });

test.each<UnreadPage>([
  { title: 'A página não carregou', element: <HomePage />, route: home.show },
  { title: 'Sua lista não carregou', element: <FavoritesPage />, route: favorites.list },
  { title: 'Seus lembretes não carregaram', element: <RemindersPage />, route: reminders.list },
  { title: 'Seus cursos não carregaram', element: <MyCoursesPage />, route: me.courses },
  { title: 'Seu perfil não carregou', element: <ProfilePage />, route: me.show },
  { title: 'Esta lista não carregou', element: <DevicesSection />, route: me.sessions },
  { title: 'Seus dados não carregaram', element: <MyDataPage />, route: privacy.show },
  { title: 'As avaliações não carregaram', element: <MyQuizzesPage />, route: quizzes.mine },
  { title: 'As recompensas não carregaram', element: <MyRewardsPage />, route: rewards.mine },
  { title: 'O ranking não carregou', element: <RankingPage />, route: ranking.list },
  { title: 'As comunidades não carregaram', element: <ExplorerPage />, route: communities.list },
  { title: 'As transmissões não carregaram', element: <LiveList />, route: lives.list },
  {
    title: 'As notificações não carregaram',
    element: <NotificationsPage />,
    route: notifications.list,
  },
  {
    title: 'Suas preferências não carregaram',
    element: <PreferencesDialog onClose={() => {}} />,
    route: notifications.preferences,
  },
  {
    title: 'O perfil não carregou',
    element: <PersonPage />,
    route: people.show,
    at: '/pessoas/5',
    path: '/pessoas/:id',
  },
  {
    title: 'O módulo não carregou',
    element: <ModulePage />,
    route: catalog.showModule,
    at: '/modulos/5',
    path: '/modulos/:id',
  },
  { title: 'Os cursos não carregaram', element: <CoursesPage />, route: catalog.listCourses },
  {
    title: 'O curso não carregou',
    element: <ManageCoursePage />,
    route: catalog.showCourse,
    ...management('/gestao/cursos/:id'),
  },
  {
    title: 'A aula não carregou',
    element: <ManageLessonPage />,
    route: catalog.showLesson,
    ...management('/gestao/cursos/:id/aulas/:lessonId'),
  },
  { title: 'As pessoas não carregaram', element: <MembersPage />, route: members.list },
  { title: 'Os produtos não carregaram', element: <ProductsPage />, route: products.list },
  { title: 'As transmissões não carregaram', element: <LivesPage />, route: lives.editable },
  { title: 'As denúncias não carregaram', element: <ModerationPage />, route: posts.allReports },
  { title: 'Os pedidos não carregaram', element: <DataRequestsPage />, route: privacy.requests },
  { title: 'Os prazos não carregaram', element: <DataRequestsPage />, route: privacy.retention },
  { title: 'O espaço não carregou', element: <StoragePage />, route: uploads.storage },
  { title: 'Os banners não carregaram', element: <BannersPanel />, route: banners.list },
  { title: 'Os carrosséis não carregaram', element: <ShowcasePanel />, route: carousels.list },
  { title: 'Os links não carregaram', element: <CustomLinksPanel />, route: customLinks.list },
  { title: 'A lista não carregou', element: <CustomHtmlPanel />, route: customHtml.list },
  { title: 'Os letreiros não carregaram', element: <MarqueesPanel />, route: marquees.list },
  { title: 'Os níveis não carregaram', element: <LevelsPanel />, route: levels.list },
  { title: 'A pontuação não carregou', element: <PointsPanel />, route: points.show },
  { title: 'As recompensas não carregaram', element: <RewardsPanel />, route: rewards.list },
  { title: 'As avaliações não carregaram', element: <QuizzesPanel />, route: quizzes.list },
  { title: 'O ranking não carregou', element: <RankingPanel />, route: ranking.firstCommunity },
  {
    title: 'As comunidades não carregaram',
    element: <CommunitiesPanel />,
    route: communities.index,
  },
])(
  '“$title” says a page that could not read $route.path, and reads it again by a press',
  async (page) => {
    const { title, element, route, at = '/homepage', path = '*' } = page;
    const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    let reads = 0;
    vi.stubGlobal('fetch', (input: string) => {
      // What the page reads besides has no answer yet.
      if (!pattern.test(new URL(input, 'http://school').pathname)) return new Promise(() => {});
      reads += 1;
      const body = { code: 'server_error', message: 'Algo deu errado.' };
      return Promise.resolve(new Response(JSON.stringify(body), { status: 500 }));
    });
    const { user } = visit(element, { at, path });
    expect((await screen.findAllByText(title))[0]).toBeVisible();
    const before = reads;
    await user.click(screen.getAllByRole('button', { name: 'Tentar de novo' })[0]!);
    await waitFor(() => expect(reads).toBeGreaterThan(before));
  },
);
