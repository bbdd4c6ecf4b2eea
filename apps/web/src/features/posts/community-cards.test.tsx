import { screen, waitFor, within } from '@testing-library/react';
import { home } from '@vitrine/contract/home';
import { ranking, type RankingEntry } from '@vitrine/contract/ranking';
import { beforeEach, expect, test, vi } from 'vitest';
import { openCommunity } from '../../test/community-page.tsx';
import { channel, post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';
import { onScreenOf, serve } from '../../test/school.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

const placed = (id: number, position: number, score: number): RankingEntry => ({
  position,
  score,
  user: { id, name: id === 7 ? 'Olívia Dona' : `Aluno ${id}`, photo_url: null },
  level: null,
  move: null,
});

const rankingOf = (): Parameters<typeof serve>[number] => {
  const all = [1, 2, 3, 4, 5, 6].map((id) => placed(id, id, 100 - id * 10));
  const me = placed(7, 14, 12);
  return [
    ranking.list,
    () => ({
      data: all,
      me,
      around: [all.at(-1)!, me],
      total: 14,
      points_name: 'XP',
      current_page: 1,
      next_page_url: null,
    }),
  ];
};

test('a community with a ranking shows the first three, the viewer’s position, and the points to the next', async () => {
  onScreenOf(1280);
  openCommunity({ community: { has_ranking: 1, channels: [channel(1, 'Avisos')] } }, rankingOf());
  const card = await screen.findByRole('region', { name: 'Ranking' });
  expect(within(card).getByRole('link', { name: 'Ranking' })).toHaveAttribute('href', '/ranking');
  await waitFor(() =>
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('Aluno 1'),
      expect.stringContaining('Aluno 2'),
      expect.stringContaining('Aluno 3'),
      expect.stringContaining('Aluno 4'),
      expect.stringMatching(/Aluno 5.*50 XP/),
      expect.stringMatching(/^14.*Você.*12 XP/),
    ]),
  );
  expect(card).toHaveTextContent('Faltam 29 XP para passar Aluno 6.');
});

test.each([
  { has_ranking: 0, width: 1_280, sidebar: 0, what: 'a community without one' },
  { has_ranking: 1, width: 1_399, sidebar: 1, what: 'a sidebar that leaves no room for it' },
  { has_ranking: 1, width: 1_279, sidebar: 0, what: 'a screen without room for it' },
] as const)('$what requests no ranking', async ({ has_ranking, width, sidebar }) => {
  onScreenOf(width);
  const { sent } = openCommunity(
    { community: { has_ranking, channels: [channel(1, 'Avisos')] }, sidebar },
    rankingOf(),
  );
  await screen.findByRole('navigation', { name: 'Canais' });
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('posts.list'));
  expect(screen.queryByRole('region', { name: 'Ranking' })).toBeNull();
  expect(sent.map(({ name }) => name)).not.toContain('ranking.list');
});

test('a screen without a third column shows its content on a page of its own', async () => {
  const { user } = openCommunity({
    community: {
      description: 'Quem fotografa junto aprende mais.',
      links: [{ title: 'Loja', url: 'https://loja.example' }],
    },
    feed: () => [post(7, 'Olá')],
  });
  expect(await screen.findByText('Olá')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Loja/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Sobre' }));
  expect(screen.getByRole('heading', { name: 'Sobre a comunidade' })).toBeVisible();
  // The owner has switched both off here.
  expect(screen.queryByText(/O ranking e a aula/)).toBeNull();
  expect(screen.getByRole('link', { name: /Loja/ })).toHaveAttribute(
    'href',
    'https://loja.example',
  );
  expect(screen.queryByText('Olá')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Voltar à comunidade' }));
  expect(await screen.findByText('Olá')).toBeVisible();
});

test.each([
  [{ has_ranking: 1 }, 'O ranking aparece aqui quando houver.'],
  [{ has_continue_watching: 1 }, 'A aula em que você parou aparece aqui quando houver.'],
] as const)('with %o alone, the page about a community is not left empty', async (more, words) => {
  const empty = { data: [], me: null, around: [], total: 0, points_name: 'XP' };
  const { user } = openCommunity(
    { community: more },
    [ranking.list, () => ({ ...empty, current_page: 1, next_page_url: null })],
    [home.show, () => ({ data: { continue: [] } })],
  );
  await user.click(await screen.findByRole('link', { name: 'Sobre' }));
  expect(await screen.findByText(words)).toBeVisible();
});
