import { cleanup, screen } from '@testing-library/react';
import { customLinks } from '@vitrine/contract/custom-links';
import { points, type Score } from '@vitrine/contract/points';
import { expect, test, vi } from 'vitest';
import SideMenu from '../../app/side-menu.tsx';
import { Sidebar } from '../../app/sidebar.tsx';
import { onScreenOf, serve, settle, visit } from '../../test/school.tsx';

const level = (id: number, name: string, needed_score: number) => ({
  id,
  name,
  color: '#ffb238',
  url_img: null,
  needed_score,
});

const sideMenu = <SideMenu open onClose={() => {}} />;

function open(score: Partial<Score>, roles: ('student' | 'owner')[], menu = sideMenu) {
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
    today: '2026-11-24',
    unscored: 0,
    sources: { lessons: 30, community: 0, bonus: 0, login: 0, manual: 0 },
    ...score,
  };
  const sent = serve([customLinks.list, () => ({ data: [] })], [points.mine, () => ({ data })]);
  visit(menu, { roles });
  return sent;
}

test('the side menu shows a student the progress to the next level', async () => {
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

test('staff, who have no level, send no request for it', async () => {
  const sent = open({}, ['owner']);
  expect(await screen.findByText('Desconectar')).toBeVisible();
  expect(sent.some(({ name }) => name === 'points.mine')).toBe(false);
});

test('a visible sidebar ends with the student’s level', async () => {
  onScreenOf(1280);
  open({}, ['student'], <Sidebar />);
  expect(await screen.findByText('30 XP até Mestre')).toBeVisible();
});

test.each([
  { width: 1_279, role: 'student' as const, what: 'a hidden sidebar' },
  { width: 1_280, role: 'owner' as const, what: 'the sidebar of staff' },
])('$what sends no request for a score', async ({ width, role }) => {
  onScreenOf(width);
  const sent = open({}, [role], <Sidebar />);
  await screen.findByRole('link', { name: 'Início' });
  await vi.dynamicImportSettled();
  expect(sent.map(({ name }) => name)).not.toContain('points.mine');
});

test('before the first level the bar leads to it, and a school without levels has none', async () => {
  open({ level: null }, ['student']);
  expect(await screen.findByText('Sem nível ainda')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Até Mestre' })).toBeVisible();
  cleanup();
  open({ level: null, next_level: null }, ['student']);
  expect(await screen.findByText('Desconectar')).toBeVisible();
  await settle();
  expect(screen.queryByText('Sem nível ainda')).toBeNull();
});
