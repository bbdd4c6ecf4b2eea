import { screen } from '@testing-library/react';
import { points } from '@vitrine/contract/points';
import { rewards, type EarnedReward, type NextReward } from '@vitrine/contract/rewards';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import MyRewardsPage from './my-rewards-page.tsx';

const earned = (id: number, name: string, more: Partial<EarnedReward> = {}): EarnedReward => ({
  id,
  name,
  description: '',
  animation: 'trofeu',
  song: 'harpa',
  img: null,
  earned_at: '2026-11-20T12:00:00Z',
  seen: 0,
  deliverables: [],
  ...more,
});
const next: NextReward = {
  id: 9,
  name: 'Noite longa',
  description: '',
  img: null,
  criteria: 'score',
  needed_score: 30,
  missing: 7,
  thing: null,
};

function open(
  page: ReactNode,
  mine: EarnedReward[],
  coming: NextReward[] = [],
  closed = 0,
  ...more: Parameters<typeof serve>
) {
  const seen: string[] = [];
  serve(
    ...more,
    [rewards.mine, ({ query }) => mine.filter(({ seen }) => !query.get('unseen') || !seen)],
    [rewards.next, () => coming],
    [rewards.closed, () => ({ data: { count: closed } })],
    [rewards.seen, ({ params }) => void seen.push(params['id']!)],
    [
      points.mine,
      () => ({
        data: {
          score: 20,
          points_name: 'XP',
          level: null,
          next_level: {
            id: 1,
            name: 'Olhar treinado',
            color: '#fff',
            url_img: null,
            needed_score: 60,
          },
          ledger: [],
          next_cursor: null,
          season_id: 1,
          streak: 0,
          week: [],
          today: '2026-11-24',
          unscored: 0,
          sources: { lessons: 20, community: 0, bonus: 0, login: 0, manual: 0 },
        },
      }),
    ],
  );
  return { seen, ...visit(page, { at: '/perfil/recompensas', roles: ['student'] }) };
}

test('shows earned rewards, their downloads, and how to get the next one', async () => {
  const deliverables: EarnedReward['deliverables'] = [
    { type: 'file', url: '/files/guia.pdf?e=1&s=2', name: 'guia.pdf' },
    { type: 'link', url: 'https://exemplo.com/' },
    { type: 'link', url: '/courses/3' },
    { type: 'product', product: { id: 4, title: 'Plano Luz' } },
  ];
  open(<MyRewardsPage />, [earned(1, 'Primeiro clique', { deliverables })], [next]);
  expect(await screen.findByRole('heading', { name: 'Primeiro clique' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Baixar guia.pdf' })).toHaveAttribute(
    'href',
    '/files/guia.pdf?e=1&s=2',
  );
  expect(screen.getByRole('link', { name: 'Você recebeu Plano Luz' })).toHaveAttribute(
    'href',
    '/meus-cursos',
  );
  expect(screen.getByRole('link', { name: '/courses/3' })).not.toHaveAttribute('target');
  expect(screen.getByRole('link', { name: 'https://exemplo.com/' })).toHaveAttribute('target');
  expect(await screen.findByText('Faltam 7 XP.')).toBeVisible();
});

test('says when there are none', async () => {
  open(<MyRewardsPage />, []);
  expect(await screen.findByText('Ainda não há recompensas por aqui')).toBeVisible();
});

test('says when other products earn rewards', async () => {
  open(<MyRewardsPage />, [], [], 2);
  expect(
    await screen.findByText('As recompensas desta escola são de produtos que você não tem.'),
  ).toBeVisible();
  expect(screen.queryByText(/Quando a escola criar uma/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Editar recompensas' })).toBeNull();
});

test.each([
  { closed: 0, label: 'Criar recompensa' },
  { closed: 2, label: 'Editar recompensas' },
])('leads staff to the panel: $label', async ({ closed, label }) => {
  serve(
    [rewards.mine, () => []],
    [rewards.next, () => []],
    [rewards.closed, () => ({ data: { count: closed } })],
  );
  const { user, history } = visit(<MyRewardsPage />, { roles: ['admin'] });
  await user.click(await screen.findByRole('link', { name: label }));
  expect(history.location.search).toBe('?editar=gamificacao/recompensa');
});

test.each(['next', 'closed'] as const)('says when %s did not load', async (name) => {
  let fails = true;
  const answer = name === 'next' ? [next] : { data: { count: 2 } };
  const route: Parameters<typeof serve>[number] = [
    rewards[name],
    () => (fails ? refusing(404, 'Não encontrado') : answer),
  ];
  const { user } = open(<MyRewardsPage />, [], [], 0, route);
  expect(await screen.findByText('As recompensas não carregaram')).toBeVisible();
  expect(screen.queryByText('Ainda não há recompensas por aqui')).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  const found = name === 'next' ? 'Noite longa' : 'Nenhuma recompensa para os seus produtos';
  expect(await screen.findByText(found)).toBeVisible();
});

test('hundreds of rewards come in portions, and the earned ones leave the next within reach', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
  const { user } = open(
    <MyRewardsPage />,
    many(300).map((id) => earned(id, `Medalha ${id}`)),
    many(700).map((id) => ({ ...next, id: 1000 + id, name: `Meta ${id}` })),
  );
  const [moreEarned, moreNext] = await screen.findAllByRole('button', { name: 'Carregar mais' });
  expect(screen.getAllByRole('listitem')).toHaveLength(100);
  await user.click(moreEarned!);
  expect(screen.getByText('Medalha 100')).toBeVisible();
  await user.click(moreNext!);
  expect(screen.getByText('Meta 100')).toBeVisible();
  expect(screen.queryByText('Meta 101')).toBeNull();
});

test('an earned reward says since when', async () => {
  open(<MyRewardsPage />, [earned(1, 'Primeiro clique')]);
  expect(await screen.findByText(/^Ganha em 20 de novembro de 2026/)).toBeVisible();
});

test.each([
  { more: { criteria: 'lesson' as const }, words: 'Conclua uma aula.' },
  { more: { criteria: 'quiz' as const }, words: 'Passe em uma avaliação.' },
  { more: { missing: 0 }, words: 'Você chegou lá: ela vem com a sua próxima ação.' },
])('says how to earn a reward: $words', async ({ more, words }) => {
  open(<MyRewardsPage />, [], [{ ...next, ...more }]);
  expect(await screen.findByText(words)).toBeVisible();
});

test('a reward of one lesson leads to it', async () => {
  const thing = { title: 'Luz de janela', url: '/curso/1/luz/4' };
  const coming = { ...next, criteria: 'lesson' as const, thing: thing as NextReward['thing'] };
  open(<MyRewardsPage />, [], [coming]);
  const link = await screen.findByRole('link', { name: 'Luz de janela' });
  expect(link).toHaveAttribute('href', '/curso/1/luz/4');
  expect(link.parentElement).toHaveTextContent('Conclua a aula Luz de janela');
});
