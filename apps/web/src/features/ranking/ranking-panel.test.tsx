import { ranking, type RankingEntry } from '@vitrine/contract/ranking';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, visit } from '../../test/school.tsx';
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

test('a reset says whom it takes along, asks twice, and says the server’s words', async () => {
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

test('without a community the switch sleeps, and says why', async () => {
  serve([ranking.firstCommunity, () => ({ data: null })], [ranking.seasons, () => [season]]);
  visit(<RankingPanel />, { at: '/homepage?editar=gamificacao/ranking' });
  expect(await screen.findByRole('switch', { name: /Exibir painel do ranking/ })).toBeDisabled();
  expect(screen.getByText(/Crie a primeira em Comunidade/)).toBeVisible();
});

test('the page shows the first three, the others with their moves, and who stands around one', async () => {
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
