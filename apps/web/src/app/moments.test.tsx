import { levels, type ReachedLevel } from '@vitrine/contract/levels';
import { points } from '@vitrine/contract/points';
import { rewards, type EarnedReward } from '@vitrine/contract/rewards';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../platform/api.ts';
import { FakeStream } from '../test/fake-stream.ts';
import { serve, visit } from '../test/school.tsx';
import Moments from './moments.tsx';

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
const reached = (id: number, name: string): ReachedLevel => ({
  id,
  name,
  color: '#ffb238',
  url_img: null,
  needed_score: 1_000,
  animation: 'levelUpGold',
  reached_at: '2026-11-20T12:00:00Z' as never,
});
const nextLevel = { id: 1, name: 'Mestre', color: '#fff', url_img: null, needed_score: 6_000 };

function open(mine: EarnedReward[], ups: ReachedLevel[] = []) {
  const seen: string[] = [];
  const askLevels = vi.fn<() => ReachedLevel[]>(() => [...ups]);
  serve(
    [rewards.mine, ({ query }) => mine.filter(({ seen }) => !query.get('unseen') || !seen)],
    [levels.mine, askLevels],
    [rewards.seen, ({ params }) => void seen.push(params['id']!)],
    [levels.seen, ({ params }) => void seen.push(`level ${params['id']!}`)],
    [
      points.mine,
      () => ({
        data: {
          score: 2_000,
          points_name: 'XP',
          level: null,
          next_level: nextLevel,
          ledger: [],
          next_cursor: null,
          season_id: 1,
          streak: 0,
          week: [],
          sources: { lessons: 20, community: 0, bonus: 0, login: 0, manual: 0 },
        },
      }),
    ],
  );
  return { seen, askLevels, ...visit(<Moments />, { roles: ['student'] }) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a level comes before the reward, each alone, and each is marked seen once', async () => {
  const { user, seen } = open([earned(3, 'Vinte aulas')], [reached(5, 'Olhar treinado')]);
  const level = await screen.findByRole('dialog', { name: 'Olhar treinado' });
  expect(level).toHaveTextContent('Você chegou a um novo nível');
  await waitFor(() => expect(level).toHaveTextContent('Este nível começa em 1.000 XP.'));
  expect(screen.getByRole('progressbar', { name: 'Até Mestre' })).toBeVisible();
  expect(screen.getByTestId('animation-levelUpGold')).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Vinte aulas' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Vinte aulas' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(seen).toEqual(['level 5', '3']);
});

test('moments come one after the other, the earliest first, and each is marked seen once', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { user, seen } = open([
    earned(3, 'Segunda'),
    earned(2, 'Primeira'),
    earned(1, 'Vista antes', { seen: 1 }),
  ]);
  expect(await screen.findByRole('dialog', { name: 'Primeira' })).toBeVisible();
  expect(play).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Ouvir a música' }));
  expect(play).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Encerrar animação' }));
  expect(await screen.findByRole('dialog', { name: 'Segunda' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(seen).toEqual(['2', '3']);
});

test('after 7 s the animation stands still, and what was earned stays to be read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open([earned(2, 'Primeira')]);
  await screen.findByRole('dialog', { name: 'Primeira' });
  const stage = screen.getByTestId('animation-trofeu');
  act(() => void vi.advanceTimersByTime(6_900));
  expect(stage).not.toHaveAttribute('data-still');
  act(() => void vi.advanceTimersByTime(200));
  expect(stage).toHaveAttribute('data-still');
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeVisible();
});

test('a level reached by an act of this page is shown though the stream opened after it', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  const ups: ReachedLevel[] = [];
  const { askLevels } = open([], ups);
  await waitFor(() => expect(askLevels).toHaveReturnedWith([]));
  ups.push(reached(5, 'Olhar treinado'));
  await call(levels.seen, { params: { id: 9 } });
  act(() => FakeStream.last.onopen?.());
  expect(await screen.findByRole('dialog', { name: 'Olhar treinado' })).toBeVisible();
});
