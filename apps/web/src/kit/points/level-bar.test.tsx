import { customLinks } from '@vitrine/contract/custom-links';
import { points, type Score } from '@vitrine/contract/points';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import SideMenu from '../../app/side-menu.tsx';
import { serve, visit } from '../../test/school.tsx';

const level = (id: number, name: string, needed_score: number) => ({
  id,
  name,
  color: '#ffb238',
  url_img: null,
  needed_score,
});

function open(score: Partial<Score>, roles: ['student'] | ['owner']) {
  const data: Score = {
    score: 30,
    points_name: 'XP',
    level: level(1, 'Semente', 20),
    next_level: level(2, 'Mestre', 60),
    ledger: [],
    next_cursor: null,
    season_id: 1,
    streak: 0,
    week: [],
    unscored: 0,
    sources: { lessons: 30, community: 0, bonus: 0, login: 0, manual: 0 },
    ...score,
  };
  const sent = serve([customLinks.list, () => ({ data: [] })], [points.mine, () => ({ data })]);
  visit(<SideMenu open onClose={() => {}} />, { roles });
  return sent;
}

test('the side menu shows a student how far the next level is, from the one they have', async () => {
  open({}, ['student']);
  expect(await screen.findByText('30 XP até Mestre')).toBeVisible();
  expect(screen.getByText('Semente')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Até Mestre' })).toHaveAttribute('value', '25');
});

test('the highest level has no bar', async () => {
  open({ next_level: null }, ['student']);
  expect(await screen.findByText('Semente')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('staff, who are in no level, are asked for none', async () => {
  const sent = open({}, ['owner']);
  expect(await screen.findByText('Desconectar')).toBeVisible();
  expect(sent.some(({ name }) => name === 'points.mine')).toBe(false);
});
