import { act, screen, waitFor } from '@testing-library/react';
import { comments } from '@vitrine/contract/comments';
import { POINTS_HEADER } from '@vitrine/contract/core';
import { points } from '@vitrine/contract/points';
import { ranking } from '@vitrine/contract/ranking';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { call } from '../../platform/api.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import GainedPoints from './gained-points.tsx';

const score = (points_name: string) => ({
  data: {
    score: 20,
    points_name,
    level: null,
    next_level: null,
    ledger: [],
    next_cursor: null,
    season_id: 1,
    streak: 0,
    week: [],
    today: '2026-11-24',
    unscored: 0,
    sources: { lessons: 20, community: 0, bonus: 0, login: 0, manual: 0 },
  },
});

/** Renders a page with a button whose write gains `gained`. */
function open(
  gained: number | null,
  named: unknown = score('XP'),
  Told = GainedPoints,
  ...calls: Parameters<typeof serve>
) {
  serve(
    ...calls,
    [points.mine, () => named],
    [comments.like, () => ({ data: { likes: 1, liked: true } })],
  );
  const answer = fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const response = await answer(...asked);
    if (asked[1]?.method === 'PUT' && gained !== null)
      response.headers.set(POINTS_HEADER, String(gained));
    return response;
  });
  return visit(
    <>
      <button type="button" onClick={() => void call(comments.like, { params: { id: 5 } })}>
        Curtir
      </button>
      <Told />
    </>,
    { roles: ['student'] },
  );
}
const chip = () => document.querySelector('.points-chip');

afterEach(() => {
  vi.useRealTimers();
});

test('shows and announces what an action gained, in the school’s word', async () => {
  const { user } = open(10);
  await user.click(screen.getByRole('button', { name: 'Curtir' }));
  await waitFor(() => expect(chip()).toHaveTextContent('+10 XP'));
  expect(screen.getByRole('status')).toHaveTextContent('+10 XP');
});

test('a ranking that was read before follows', async () => {
  const Ranking = () => {
    useContractQuery(ranking.list, { query: {} });
    return <GainedPoints />;
  };
  let rankingReads = 0;
  const { user } = open(10, score('XP'), Ranking, [
    ranking.list,
    () => ((rankingReads += 1), { data: [] }),
  ]);
  await waitFor(() => expect(rankingReads).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Curtir' }));
  await waitFor(() => expect(rankingReads).toBe(2));
});

/** Loads its code when the second button is pressed. */
function LatePoints() {
  const [there, setThere] = useState(false);
  return there ? (
    <GainedPoints />
  ) : (
    <button type="button" onClick={() => setThere(true)}>
      Chegou
    </button>
  );
}

test('shows points that were gained before its code loaded, once', async () => {
  const { user } = open(10, score('XP'), LatePoints);
  await user.click(screen.getByRole('button', { name: 'Curtir' }));
  await user.click(screen.getByRole('button', { name: 'Chegou' }));
  await waitFor(() => expect(chip()).toHaveTextContent('+10 XP'));
  await user.click(screen.getByRole('button', { name: 'Curtir' }));
  await waitFor(() => expect(document.querySelectorAll('.points-chip')).toHaveLength(2));
  expect([...document.querySelectorAll('.points-chip')].map((one) => one.textContent)).toEqual([
    '+10 XP',
    '+10 XP',
  ]);
});

test('shows beside the pressed button, inside the window', async () => {
  const { user } = open(10);
  const button = screen.getByRole('button', { name: 'Curtir' });
  button.getBoundingClientRect = () => new DOMRect(400, 300, 100, 40);
  await user.click(button);
  await waitFor(() => expect(chip()).toHaveStyle({ left: '450px', top: '300px' }));
  button.getBoundingClientRect = () => new DOMRect(-40, 2, 50, 40);
  await user.click(button);
  await waitFor(() =>
    expect([...document.querySelectorAll('.points-chip')].at(-1)).toHaveStyle({
      left: '56px',
      top: '112px',
    }),
  );
});

test('disappears by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = open(3);
  await user.click(screen.getByRole('button', { name: 'Curtir' }));
  await waitFor(() => expect(chip()).not.toBeNull());
  act(() => void vi.advanceTimersByTime(1_800));
  await waitFor(() => expect(chip()).toBeNull());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('shows nothing for an action without points', async () => {
  const { user } = open(null);
  await user.click(screen.getByRole('button', { name: 'Curtir' }));
  await act(async () => {});
  expect(chip()).toBeNull();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('says points where the school’s word cannot be read', async () => {
  const { user } = open(1_200, refusing(403, 'Não'));
  await user.click(screen.getByRole('button', { name: 'Curtir' }));
  await waitFor(() => expect(chip()).toHaveTextContent('+1.200 pontos'));
});
