import { screen, waitFor, within } from '@testing-library/react';
import { customLinks } from '@vitrine/contract/custom-links';
import { lives } from '@vitrine/contract/lives';
import { notifications } from '@vitrine/contract/notifications';
import { ranking } from '@vitrine/contract/ranking';
import type { Role } from '@vitrine/contract/roles';
import { sessions } from '@vitrine/contract/sessions';
import { describe, expect, test, vi } from 'vitest';
import { HeaderLinks } from '../features/custom-links/header-links.tsx';
import { blockCaches, fakeCaches } from '../test/fake-caches.ts';
import { refusing, serve, settle, site, visit } from '../test/school.tsx';
import SideMenu from './side-menu.tsx';

test.each([
  ['loja.example.com/agenda', 'https://loja.example.com/agenda?custom-links=true'],
  [
    'loja.example.com/?cupom=1#precos',
    'https://loja.example.com/?cupom=1&custom-links=true#precos',
  ],
  ['/comunidade/1/5', '/comunidade/1/5?custom-links=true'],
  ['/courses/3?aula=2#fim', '/courses/3?aula=2&custom-links=true#fim'],
  // An older server accepted such links. The menu must still render.
  ['tel:11999998888', 'https://tel:11999998888'],
])('a link to %s opens from the menu with custom-links=true', async (url, href) => {
  serve([customLinks.list, () => ({ data: [{ id: 1, title: 'Loja', url, tenant_id: 1 }] })]);
  visit(<SideMenu open onClose={() => {}} />);
  // The menu shows its links only on narrow screens.
  const link = await screen.findByRole('link', { name: 'Loja', hidden: true });
  expect(link).toHaveAttribute('href', href);
});

test.each([
  ['another site', 'loja.example.com', '_blank'],
  ['a page of the school', '/courses/3', null],
])('%s opens alike from the header and from the side menu', async (_what, url, target) => {
  serve([customLinks.list, () => ({ data: [{ id: 1, title: 'Loja', url, tenant_id: 1 }] })]);
  visit(
    <>
      <HeaderLinks className="" />
      <SideMenu open onClose={() => {}} />
    </>,
  );
  const links = await screen.findAllByRole('link', { name: 'Loja', hidden: true });
  expect(links.map((link) => link.getAttribute('target'))).toEqual([target, target]);
});

test('a link to a page that the server renders leaves the app for it', async () => {
  const links = ['/termos', '/entrar?next=/favoritos', '/courses/3'].map((url, id) => ({
    id,
    title: url,
    url,
    tenant_id: 1,
  }));
  serve([customLinks.list, () => ({ data: links })]);
  const { user } = visit(<HeaderLinks className="" />);
  const routed: boolean[] = [];
  const notice = (event: Event) => {
    routed.push(event.defaultPrevented);
    event.preventDefault();
  };
  addEventListener('click', notice);
  for (const { title } of links) await user.click(await screen.findByRole('link', { name: title }));
  removeEventListener('click', notice);
  expect(routed).toEqual([false, false, true]);
});

test('the entries stand in the order of the specification, and notifications open their preferences', async () => {
  const off = { platform: true, email: false };
  serve(
    [customLinks.list, () => ({ data: [] })],
    [
      notifications.preferences,
      () => ({ like: off, post: off, comment: off, reply: off, communities: [] }),
    ],
    [notifications.communities, () => [{ community_id: 1, title: 'Clube' }]],
  );
  const closed: true[] = [];
  const { user } = visit(<SideMenu open onClose={() => closed.push(true)} />, {
    roles: ['student'],
  });
  const menu = await screen.findByRole('navigation', { name: 'Menu' });
  const entries = [...menu.querySelectorAll('a, button')];
  expect(entries.map(({ textContent }) => textContent).slice(0, 6)).toEqual([
    'Início',
    'Meus cursos',
    'Meu perfil',
    'Favoritos',
    'Avaliações',
    'NotificaçõesNovo',
  ]);
  expect(screen.queryByRole('button', { name: 'Downloads' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Notificações Novo' }));
  expect(closed).toEqual([true]);
  expect(await screen.findByRole('switch', { name: 'Clube', hidden: true })).not.toBeChecked();
});

test('the app around the page stores the downloads: its entry stands after Início', async () => {
  const postMessage = vi.fn<(message: string) => void>();
  vi.stubGlobal('ReactNativeWebView', { postMessage });
  serve([customLinks.list, () => ({ data: [] })]);
  const { user } = visit(<SideMenu open onClose={() => {}} />, { roles: ['student'] });
  const menu = await screen.findByRole('navigation', { name: 'Menu' });
  const entries = [...menu.querySelectorAll('a, button')].map(({ textContent }) => textContent);
  expect(entries.slice(0, 2)).toEqual(['Início', 'Downloads']);
  expect(entries.filter((entry) => entry === 'Downloads')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Downloads', hidden: true }));
  expect(JSON.parse(postMessage.mock.lastCall![0])).toEqual({ type: 'GO_TO', payload: 'Offline' });
});

test.each([
  ['shows its page of communities', {}, true],
  ['hides that page', { show_communities_page: 0 }, false],
  ['has no communities', { communities_active: 0 }, false],
] as const)('Comunidades has an entry if the school %s: %o', async (_what, settings, shown) => {
  serve([customLinks.list, () => ({ data: [] })]);
  const school = { ...site, settings: { ...site.settings, ...settings } };
  visit(<SideMenu open onClose={() => {}} />, { roles: ['student'], site: school });
  await screen.findByRole('navigation', { name: 'Menu' });
  expect(screen.queryByRole('link', { name: 'Comunidades' }) !== null).toBe(shown);
});

test.each([
  ['a student', 'student', 1, true],
  ['no student while it is off', 'student', 0, false],
  ['staff while it is off', 'moderator', 0, true],
] as const)('Ranking has an entry for %s', async (_who, role, show_ranking, shown) => {
  serve(
    [customLinks.list, () => ({ data: [] })],
    [ranking.firstCommunity, () => ({ data: { id: 1, title: 'Turma', show_ranking } })],
  );
  visit(<SideMenu open onClose={() => {}} />, { roles: [role] });
  await screen.findByRole('navigation', { name: 'Menu' });
  await settle();
  expect(screen.queryByRole('link', { name: 'Ranking' }) !== null).toBe(shown);
});

describe('the staff’s entries', () => {
  const entries = async (roles: Role[], at = '/homepage') => {
    serve([customLinks.list, () => ({ data: [] })]);
    const { leave } = visit(<SideMenu open onClose={() => {}} />, { roles, at });
    const menu = await screen.findByRole('navigation', { name: 'Menu' });
    const texts = [...menu.querySelectorAll('a, button')].map(({ textContent }) => textContent);
    leave();
    return texts;
  };

  test('are hidden from students', async () => {
    const all = await entries(['student']);
    expect(all).toContain('Início');
    for (const entry of ['Editar site', 'Ordenar carrosséis', 'Pessoas', 'Moderação'])
      expect(all).not.toContain(entry);
  });

  test('are the pages of their role: only admins edit the site', async () => {
    const all = await entries(['moderator']);
    expect(all).toEqual(expect.arrayContaining(['Moderação', 'Ordenar carrosséis']));
    expect(all).not.toContain('Editar site');
    expect(await entries(['owner'])).toContain('Editar site');
  });

  test('stand apart from the student’s, the order of carousels first', async () => {
    serve([customLinks.list, () => ({ data: [] })]);
    visit(<SideMenu open onClose={() => {}} />, { roles: ['owner'], at: '/homepage' });
    const menu = await screen.findByRole('navigation', { name: 'Menu' });
    const line = within(menu).getByRole('separator');
    expect(line.nextElementSibling).toHaveTextContent('Ordenar carrosséis');
  });

  test('order the carousels on the home page only', async () => {
    expect(await entries(['owner'], '/courses/7')).not.toContain('Ordenar carrosséis');
  });
});

test('lives have an entry once a live exists', async () => {
  const live = {
    id: 1,
    title: 'Retrato',
    starts_at: '2030-01-01T22:00:00.000Z',
    ends_at: '2030-01-01T23:00:00.000Z',
    now: '2029-12-01T12:00:00.000Z',
    locked: 0,
    reminded: 0,
    recorded: 0,
  };
  let all: unknown[] = [];
  const sent = serve([customLinks.list, () => ({ data: [] })], [lives.list, () => all]);
  const { leave } = visit(<SideMenu open onClose={() => {}} />, { roles: ['student'] });
  expect(await screen.findByRole('link', { name: 'Início' })).toBeVisible();
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('lives.list'));
  expect(screen.queryByRole('link', { name: 'Ao vivo' })).toBeNull();
  leave();
  all = [live];
  visit(<SideMenu open onClose={() => {}} />, { roles: ['student'] });
  expect(await screen.findByRole('link', { name: 'Ao vivo' })).toBeVisible();
});

test('a school with lives has their entry before the menu has asked', async () => {
  serve([customLinks.list, () => ({ data: [] })], [lives.list, () => new Promise(() => {})]);
  visit(<SideMenu open onClose={() => {}} />, { roles: ['student'], hasLives: true });
  expect(await screen.findByRole('link', { name: 'Ao vivo' })).toBeVisible();
});

test.each([
  ['a session that is already over', () => refusing(401, 'Entre na sua conta.'), fakeCaches],
  ['a browser that blocks the storage of sites', () => undefined, blockCaches],
])('signing out works for %s', async (_what, answer, prepareCaches) => {
  prepareCaches();
  serve([customLinks.list, () => ({ data: [] })], [sessions.signOut, answer]);
  const assign = vi.fn<(to: string) => void>();
  vi.stubGlobal('location', Object.assign(new URL(location.href), { assign }));
  const { user } = visit(<SideMenu open onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Desconectar' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'));
});
