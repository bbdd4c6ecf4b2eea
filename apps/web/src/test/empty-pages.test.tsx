import { screen } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { customLinks } from '@vitrine/contract/custom-links';
import { levels } from '@vitrine/contract/levels';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { members } from '@vitrine/contract/members';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { rewards } from '@vitrine/contract/rewards';
import type { Role } from '@vitrine/contract/roles';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import BannersPanel from '../features/banners/banners-panel.tsx';
import CoursesPage from '../features/catalog/manage/courses-page.tsx';
import CommunitiesPanel from '../features/communities/communities-panel.tsx';
import CustomLinksPanel from '../features/custom-links/custom-links-panel.tsx';
import LevelsPanel from '../features/levels/levels-panel.tsx';
import { LiveList } from '../features/lives/live-list.tsx';
import LivesPage from '../features/lives/manage/lives-page.tsx';
import MarqueesPanel from '../features/marquees/marquees-panel.tsx';
import MembersPage from '../features/members/members-page.tsx';
import ExplorerPage from '../features/posts/explorer-page.tsx';
import ProductsPage from '../features/products/products-page.tsx';
import QuizzesPanel from '../features/quizzes/manage/quizzes-panel.tsx';
import MyQuizzesPage from '../features/quizzes/take/my-quizzes-page.tsx';
import RewardsPanel from '../features/rewards/rewards-panel.tsx';
import { visit } from './school.tsx';

// A new school meets every list empty first. Each says what belongs there, and leads to the next step
// of who sees it.

interface EmptyPage {
  title: string;
  element: ReactNode;
  route: AnyRoute;
  answer: unknown;
  /** The name of the button or link that goes on. Null: there is nothing to do but wait. */
  next: string | null;
  role?: Role;
}

const page = { data: [], current_page: 1, next_page_url: null };
const triple = ['Ok', 200, { data: [] }];

test.each<EmptyPage>([
  {
    title: 'Você ainda não tem cursos',
    element: <CoursesPage />,
    route: catalog.listCourses,
    answer: page,
    next: 'Novo curso',
  },
  {
    title: 'Você ainda não tem produtos',
    element: <ProductsPage />,
    route: products.list,
    answer: [],
    next: 'Novo produto',
  },
  {
    title: 'Ainda não há pessoas por aqui',
    element: <MembersPage />,
    route: members.list,
    answer: page,
    next: 'Adicionar pessoa',
  },
  {
    title: 'Nenhuma transmissão marcada',
    element: <LivesPage />,
    route: lives.editable,
    answer: [],
    next: 'Nova transmissão',
  },
  {
    title: 'Nenhuma transmissão por aqui',
    element: <LiveList />,
    route: lives.list,
    answer: [],
    next: 'Nova transmissão',
  },
  {
    title: 'Nenhuma transmissão por aqui',
    element: <LiveList />,
    route: lives.list,
    answer: [],
    next: 'Ir para o início',
    role: 'student',
  },
  {
    title: 'Nenhuma avaliação por aqui',
    element: <MyQuizzesPage />,
    route: quizzes.mine,
    answer: [],
    next: 'Nova avaliação',
  },
  {
    title: 'Nenhuma avaliação por aqui',
    element: <MyQuizzesPage />,
    route: quizzes.mine,
    answer: [],
    next: 'Ver o que há para assistir',
    role: 'student',
  },
  {
    title: 'Você não possui comunidades criadas.',
    element: <ExplorerPage />,
    route: communities.list,
    answer: [],
    next: 'Criar',
  },
  {
    title: 'Ainda não há comunidades',
    element: <ExplorerPage />,
    route: communities.list,
    answer: [],
    next: null,
    role: 'student',
  },
  {
    title: 'Você ainda não criou nenhum letreiro!',
    element: <MarqueesPanel />,
    route: marquees.list,
    answer: [],
    next: 'Novo letreiro',
  },
  {
    title: 'Você ainda não criou nenhum link personalizado!',
    element: <CustomLinksPanel />,
    route: customLinks.list,
    answer: { data: [] },
    next: 'Novo link',
  },
  {
    title: 'Você ainda não criou nenhum banner!',
    element: <BannersPanel />,
    route: banners.list,
    answer: triple,
    next: 'Novo banner',
  },
  {
    title: 'Você ainda não criou nenhuma avaliação!',
    element: <QuizzesPanel />,
    route: quizzes.list,
    answer: triple,
    next: 'Novo',
  },
  {
    title: 'Você ainda não possui recompensas',
    element: <RewardsPanel />,
    route: rewards.list,
    answer: [],
    next: 'Nova recompensa',
  },
  {
    title: 'Você ainda não criou nenhum nível. Clique em Novo para criar.',
    element: <LevelsPanel />,
    route: levels.list,
    answer: [],
    next: 'Novo',
  },
  {
    title: 'Você não possui comunidades criadas.',
    element: <CommunitiesPanel />,
    route: communities.index,
    answer: [],
    next: 'Criar',
  },
])('“$title” leads to: $next', async (empty) => {
  const { title, element, route, answer, next, role = 'owner' } = empty;
  const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`);
  vi.stubGlobal('fetch', (input: string) =>
    // What the page reads besides has no answer yet.
    pattern.test(new URL(input, 'http://school').pathname)
      ? Promise.resolve(new Response(JSON.stringify(answer)))
      : new Promise(() => {}),
  );
  visit(element, { roles: [role] });
  expect(await screen.findByText(title)).toBeVisible();
  const steps = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')];
  const names = steps.map(({ textContent }) => textContent);
  if (next) expect(names).toContain(next);
  else expect(names).toEqual([]);
});
