import { ranking, type RankingEntry } from '@vitrine/contract/ranking';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import RankingPage from './ranking-page.tsx';

const entry = (id: number, position: number, score: number, move: number | null = null) =>
  ({
    position,
    score,
    user: { id, name: id === 7 ? 'Olívia Dona' : `Aluno ${id}`, photo_url: null },
    level: null,
    move,
  }) satisfies RankingEntry;
const all = [
  entry(1, 1, 90),
  entry(2, 2, 80),
  entry(3, 3, 70),
  entry(4, 4, 60),
  entry(7, 5, 50, 2),
];
const seasons = [
  { id: 2, started_at: '2026-11-01T12:00:00Z', ended_at: null, members: 5 },
  { id: 1, started_at: '2026-10-01T12:00:00Z', ended_at: '2026-11-01T12:00:00Z', members: 1 },
];

function open() {
  serve(
    [ranking.seasons, () => seasons],
    [
      ranking.list,
      ({ query }) => {
        const data = query.get('season') === '1' ? [entry(9, 1, 5)] : all;
        const rest = {
          total: data.length,
          points_name: 'XP',
          current_page: 1,
          next_page_url: null,
        };
        const me = data.find(({ user }) => user.id === 7) ?? null;
        return { data, me, around: me ? data : [], ...rest };
      },
    ],
  );
  return visit(<RankingPage />, { roles: ['student'] });
}

test('shows one’s own place, what is missing to the next, and opens the people around', async () => {
  const { user } = open();
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  expect(own).toHaveTextContent('5º');
  expect(own).toHaveTextContent('Faltam 11 XP para passar Aluno 4.');
  expect(within(own).getByText('subiu 2 posições desde segunda-feira')).toBeInTheDocument();
  const around = within(own).getByRole('button', { name: 'Quem está perto de você' });
  expect(around).toHaveAttribute('aria-expanded', 'false');
  await user.click(around);
  expect(around).toHaveAttribute('aria-expanded', 'true');
  expect(own).toHaveAttribute('data-open');
});

test('opening the people around brings one’s own row into view, and leads to where points came from', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollTo');
  const { user } = open();
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  await user.click(within(own).getByRole('button', { name: 'Quem está perto de você' }));
  expect(scroll.mock.contexts).toEqual([own]);
  expect(within(own).getByRole('link', { name: 'De onde vieram meus pontos' })).toHaveAttribute(
    'href',
    '/perfil/pontos',
  );
  scroll.mockRestore();
});

test('a student without a place reads why', async () => {
  serve(
    [ranking.seasons, () => seasons],
    [
      ranking.list,
      () => ({
        ...{ data: all.slice(0, 3), around: [], me: null, total: 3, points_name: 'XP' },
        ...{ current_page: 1, next_page_url: null },
      }),
    ],
  );
  visit(<RankingPage />, { roles: ['student'] });
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  expect(own).toHaveTextContent('Você ainda não está neste ranking.');
  expect(within(own).getByRole('link', { name: 'Meu perfil' })).toBeVisible();
});

test('a past season is read by itself, without a place that one had not', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('combobox', { name: 'Temporada' }));
  await user.click(await screen.findByRole('option', { name: /1 de nov/ }));
  expect(await screen.findByText('Aluno 9')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Seu lugar' })).toBeNull();
});

test('says that it is off', async () => {
  serve(
    [ranking.seasons, () => []],
    [ranking.list, () => refusing(403, 'O ranking está desativado.')],
  );
  visit(<RankingPage />, { roles: ['student'] });
  expect(await screen.findByText('O ranking está desativado.')).toBeVisible();
});
