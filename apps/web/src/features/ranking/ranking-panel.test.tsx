import { screen, waitFor } from '@testing-library/react';
import { ranking, type RankingEntry } from '@vitrine/contract/ranking';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import RankingPage from './ranking-page.tsx';
import RankingPanel from './ranking-panel.tsx';

const entry = (position: number, name: string, move: number | null = null): RankingEntry => ({
  position,
  user: { id: position + 100, name, photo_url: null },
  score: 100 - position,
  level: null,
  move,
});
const season = { id: 1, started_at: '2026-11-01T00:00:00Z', ended_at: null, members: 12 };

test('the switch hides and shows the ranking at once', async () => {
  const statuses: unknown[] = [];
  let shown = 1;
  serve(
    [ranking.firstCommunity, () => ({ data: { id: 1, title: 'Turma', show_ranking: shown } })],
    [ranking.seasons, () => [season]],
    [
      ranking.toggle,
      ({ params }) => {
        statuses.push(params['status']);
        shown = Number(params['status']);
        return { message: 'Status alterado', data: { show_ranking: shown } };
      },
    ],
  );
  const { user } = visit(<RankingPanel />, { at: '/homepage?editar=gamificacao/ranking' });
  const shows = await screen.findByRole('switch', { name: /Exibir painel do ranking/ });
  await user.click(shows);
  expect(await screen.findByText('Status alterado')).toBeVisible();
  expect(shows).not.toBeChecked();
  await user.click(shows);
  await waitFor(() => expect(statuses).toEqual(['0', '1']));
  expect(shows).toBeChecked();
});

test('a reset says whom it affects, asks twice, and shows the server’s message', async () => {
  let resets = 0;
  serve(
    [ranking.firstCommunity, () => ({ data: { id: 1, title: 'Turma', show_ranking: 1 } })],
    [ranking.seasons, () => [season]],
    [
      ranking.reset,
      () => {
        resets += 1;
        return { message: 'Pontuação geral limpa com sucesso.' };
      },
    ],
  );
  const { user } = visit(<RankingPanel />, { at: '/homepage?editar=gamificacao/ranking' });
  await user.click(await screen.findByRole('button', { name: 'Limpar pontuação geral' }));
  expect(await screen.findByText('12 pessoas no ranking voltam a zero.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(resets).toBe(0);
  await user.click(await screen.findByRole('button', { name: 'Sim, limpar tudo' }));
  expect(await screen.findByText('Pontuação geral limpa com sucesso.')).toBeVisible();
  expect(resets).toBe(1);
});

test('a reset shows no number that did not load', async () => {
  let fails = true;
  serve(
    [ranking.firstCommunity, () => ({ data: { id: 1, title: 'Turma', show_ranking: 1 } })],
    [ranking.seasons, () => (fails ? refusing(404, 'Não encontrado') : [season])],
  );
  const { user } = visit(<RankingPanel />, { at: '/homepage?editar=gamificacao/ranking' });
  const reset = await screen.findByRole('button', { name: 'Limpar pontuação geral' });
  await user.click(reset);
  expect(await screen.findByText('Todas as pessoas no ranking voltam a zero.')).toBeVisible();
  // It is asked again with each look.
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await user.click(reset);
  expect(await screen.findByText('12 pessoas no ranking voltam a zero.')).toBeVisible();
});

test('without a community the switch is disabled, says why, and links to create one, by keyboard too', async () => {
  const sent = serve(
    [ranking.firstCommunity, () => ({ data: null })],
    [ranking.seasons, () => [season]],
  );
  const { user } = visit(<RankingPanel />, { at: '/homepage?editar=gamificacao/ranking' });
  const disabledSwitch = await screen.findByRole('switch', { name: /Exibir painel do ranking/ });
  expect(disabledSwitch).toHaveAttribute('aria-disabled', 'true');
  expect(disabledSwitch).toHaveAccessibleDescription(/O ranking precisa de uma comunidade/);
  const way = screen.getByRole('link', { name: 'Criar a primeira' });
  expect(way).toHaveAttribute('href', '/homepage?editar=comunidade/nova');
  way.focus();
  await user.tab();
  expect(disabledSwitch).toHaveFocus();
  await user.keyboard(' ');
  expect(disabledSwitch).not.toBeChecked();
  expect(sent.map(({ name }) => name)).not.toContain('ranking.toggle');
});

test('the page shows the first three, the others with their changes, and the members around the viewer', async () => {
  const all = [
    entry(1, 'Tainá'),
    entry(2, 'Maria'),
    entry(3, 'Seu Osvaldo'),
    entry(4, 'Kauê', 2),
    entry(5, 'Júlia', -1),
  ];
  const page = { data: all, current_page: 1, next_page_url: null, total: 5, points_name: 'XP' };
  serve(
    [ranking.list, () => ({ ...page, me: all[4]!, around: all })],
    [ranking.seasons, () => [season]],
  );
  visit(<RankingPage />, { at: '/ranking' });
  expect((await screen.findAllByText('Tainá'))[0]).toBeVisible();
  expect(
    (await screen.findAllByText('subiu 2 posições desde segunda-feira')).length,
  ).toBeGreaterThan(0);
  expect(await screen.findByText('Faltam 2 XP para passar Kauê.')).toBeVisible();
});

test('a member who falls to the next page is in the list once', async () => {
  const rest = { me: null, around: [], total: 6, points_name: 'XP' };
  const first = ['Tainá', 'Maria', 'Seu Osvaldo', 'Kauê'].map((name, at) => entry(at + 1, name));
  const second = [{ ...entry(4, 'Kauê'), position: 5 }, entry(6, 'Rosa')];
  serve(
    [
      ranking.list,
      ({ query }) =>
        query.get('page') === '2'
          ? { data: second, current_page: 2, next_page_url: null, ...rest }
          : { data: first, current_page: 1, next_page_url: '/2', ...rest },
    ],
    [ranking.seasons, () => [season]],
  );
  const { user } = visit(<RankingPage />, { at: '/ranking' });
  await user.click(await screen.findByRole('button', { name: /mais/i }));
  expect(await screen.findByText('Rosa')).toBeVisible();
  expect(screen.getAllByText('Kauê')).toHaveLength(1);
});
