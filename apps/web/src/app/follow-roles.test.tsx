import { act, screen, waitFor } from '@testing-library/react';
import { favorites } from '@vitrine/contract/favorites';
import { notifications } from '@vitrine/contract/notifications';
import { posts } from '@vitrine/contract/posts';
import type { Role } from '@vitrine/contract/roles';
import { sessions, type Session } from '@vitrine/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { viewer } from '../platform/session.ts';
import { FakeStream, sendEvent } from '../test/fake-stream.ts';
import { serve, visit } from '../test/school.tsx';
import { AppRoutes } from './router.tsx';

beforeEach(() => vi.stubGlobal('EventSource', FakeStream));
afterEach(() => vi.unstubAllGlobals());

/** Opens a page with these roles, and says what roles the server knows afterwards. */
function open(roles: Role[], after: Role[], at = '/gestao/moderacao') {
  const withRoles = (): Session => ({
    user: viewer()!,
    tenant: { id: 1, name: 'Contraluz', slug: 'contraluz' },
    roles: after.map((slug) => ({ role: { slug } })),
  });
  const sent = serve(
    [sessions.current, withRoles],
    [notifications.total, () => ({ has_unread_notifications: false, total: 0 })],
    [posts.allReports, () => ({ data: [], next_cursor: null, total: 0 })],
    [favorites.list, () => []],
  );
  const { history } = visit(<AppRoutes />, { at, roles });
  const reads = (name: string) => sent.filter((call) => call.name === name).length;
  return { sent, reads, history };
}
const notFound = { level: 1, name: /não existe/ };
const late = { timeout: 10_000 };
/** The bell listens, and so does what follows the roles. */
const bell = () => screen.findByRole('button', { name: /^Notificações/ }, late);

test('an open page opens to a reader who was made a moderator', async () => {
  open(['student'], ['student', 'moderator']);
  expect(await screen.findByRole('heading', notFound, late)).toBeVisible();
  await bell();
  sendEvent('access', {});
  expect(await screen.findByRole('heading', { level: 1, name: 'Moderação' }, late)).toBeVisible();
  expect(await screen.findByText('Seu acesso a esta escola mudou.')).toBeVisible();
});

test('an open page closes to a reader whose role is taken', async () => {
  open(['moderator'], ['student']);
  expect(await screen.findByRole('heading', { level: 1, name: 'Moderação' }, late)).toBeVisible();
  await bell();
  sendEvent('access', {});
  expect(await screen.findByRole('heading', notFound, late)).toBeVisible();
});

test('so does one outside of the management area', async () => {
  open(['owner'], ['student'], '/quiz?id=7&type=comun');
  await bell();
  expect(screen.queryByRole('heading', notFound)).toBeNull();
  sendEvent('access', {});
  expect(await screen.findByRole('heading', notFound, late)).toBeVisible();
});

test('an open page stays as it is when only a product was given', async () => {
  const { sent } = open(['moderator'], ['moderator']);
  expect(await screen.findByRole('heading', { level: 1, name: 'Moderação' }, late)).toBeVisible();
  await bell();
  sendEvent('access', {});
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('sessions.current'));
  await act(async () => {});
  expect(screen.queryByText('Seu acesso a esta escola mudou.')).toBeNull();
});

test('what shows is read again with the new roles, and what does not show when it shows again', async () => {
  const { reads, history } = open(['moderator'], ['moderator', 'instructor'], '/favoritos');
  expect(await screen.findByText('Sua lista está vazia', {}, late)).toBeVisible();
  await act(async () => history.push('/gestao/moderacao'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Moderação' }, late)).toBeVisible();
  await waitFor(() => expect(reads('posts.allReports')).toBeGreaterThan(0));
  await bell();
  const before = reads('posts.allReports');
  sendEvent('access', {});
  await waitFor(() => expect(reads('posts.allReports')).toBeGreaterThan(before), late);
  expect(reads('favorites.list')).toBe(1);
  await act(async () => history.push('/favoritos'));
  expect(await screen.findByText('Sua lista está vazia', {}, late)).toBeVisible();
  await waitFor(() => expect(reads('favorites.list')).toBe(2), late);
});
