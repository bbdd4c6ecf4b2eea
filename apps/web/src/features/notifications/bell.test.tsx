import { act, screen, waitFor, within } from '@testing-library/react';
import { freshness } from '@vitrine/contract/core';
import { DAY_MS } from '@vitrine/contract/durations';
import { notifications, type Notification } from '@vitrine/contract/notifications';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tenantId } from '../../platform/boot.ts';
import { viewer } from '../../platform/session.ts';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import Bell from './bell.tsx';
import NotificationsPage from './notifications-page.tsx';
import PreferencesDialog from './preferences-dialog.tsx';

const notification = (id: number, overrides: Partial<Notification> = {}): Notification => ({
  id,
  type: 'community_comment',
  event: 'comment',
  read: 0,
  created_at: new Date().toISOString(),
  user: { name: 'Ana Beltrão', photo_url: null },
  others: 0,
  title: 'Neblina',
  place: 'Clube',
  quote: 'Que luz é essa?',
  points: null,
  until: null,
  url: '/comunidade/post/3/1/2?comentario=9',
  ...overrides,
});
const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString();

/** A bell whose school knows these notifications. */
function open(list: Notification[], ...calls: Parameters<typeof serve>) {
  const unread = () => list.filter(({ read }) => !read).length;
  const sent = serve(
    ...calls,
    [
      notifications.mark,
      ({ body }) => {
        for (const one of list) if (body.all || body.ids.includes(one.id)) one.read = 1;
        return { message: 'Notificação lida com sucesso.' };
      },
    ],
    [notifications.list, () => ({ data: list, current_page: 1, next_page_url: null })],
    [notifications.total, () => ({ has_unread_notifications: unread() > 0, total: unread() })],
  );
  return { sent, ...visit(<Bell />, { roles: ['student'] }) };
}
const bell = (name: RegExp) => screen.findByRole('button', { name });

describe('the badge', () => {
  test.each([
    [0, null],
    [1, '1'],
    [9, '9'],
    [10, '+9'],
    [100, '+9'],
  ])('of %i unread says %s', async (count, text) => {
    open(Array.from({ length: count }, (_, id) => notification(id + 1)));
    const some = count > 9 ? /mais de 9/ : new RegExp(`${count} não lida`);
    const button = await bell(count === 0 ? /^Notificações$/ : some);
    await waitFor(() => expect(button.textContent).toBe(text ?? ''));
  });

  test('counts what another tab has marked as read, without a request', async () => {
    const { user, sent } = open([1, 2, 3].map((id) => notification(id)));
    await user.click(await bell(/3 não lidas/));
    await screen.findByRole('region', { name: 'Hoje' });
    const asked = sent.length;
    const tab = new BroadcastChannel(`vitrine-read-notifications-${tenantId()}`);
    onTestFinished(() => tab.close());
    tab.postMessage({ memberId: viewer()!.id, message: { ids: [2] } });
    await bell(/2 não lidas/);
    tab.postMessage({ memberId: viewer()!.id + 1, message: { all: true } });
    tab.postMessage({ memberId: viewer()!.id, message: { ids: [3] } });
    await bell(/1 não lida/);
    expect(sent).toHaveLength(asked);
  });

  test('is read again every five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const list = [notification(1)];
    open(list);
    await bell(/1 não lida/);
    list.push(notification(2));
    await act(() => vi.advanceTimersByTimeAsync(freshness.poll));
    await bell(/2 não lidas/);
  });

  test('is read again after the stream was cut, and so is the list', async () => {
    vi.stubGlobal('EventSource', FakeStream);
    const list = [notification(1)];
    const { user } = open(list);
    await user.click(await bell(/1 não lida/));
    await screen.findByRole('region', { name: 'Hoje' });
    await user.keyboard('{Escape}');
    list.unshift(notification(2));
    act(() => {
      FakeStream.last.onerror?.();
      FakeStream.last.onopen?.();
    });
    await user.click(await bell(/2 não lidas/));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /comentou/ })).toHaveLength(2));
  });

  test('opens a list with a new one, also if another tab marks an older one meanwhile', async () => {
    vi.stubGlobal('EventSource', FakeStream);
    const list = [notification(1)];
    const { user } = open(list);
    const tab = new BroadcastChannel(`vitrine-read-notifications-${tenantId()}`);
    onTestFinished(() => tab.close());
    await user.click(await bell(/1 não lida/));
    await screen.findByRole('region', { name: 'Hoje' });
    await user.keyboard('{Escape}');
    list.unshift(notification(2));
    sendEvent('notification', {});
    await bell(/2 não lidas/);
    tab.postMessage({ memberId: viewer()!.id, message: { ids: [1] } });
    await user.click(await bell(/1 não lida/));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /comentou/ })).toHaveLength(2));
  });

  test('of the other tabs hears what is marked here', async () => {
    const { user } = open([notification(1), notification(2)]);
    const tab = new BroadcastChannel(`vitrine-read-notifications-${tenantId()}`);
    onTestFinished(() => tab.close());
    const heard = vi.fn<(message: unknown) => void>();
    tab.onmessage = ({ data }: MessageEvent<{ message: unknown }>) => heard(data.message);
    await user.click(await bell(/2 não lidas/));
    await user.click(await screen.findByRole('button', { name: /Marcar todas/ }));
    await waitFor(() => expect(heard).toHaveBeenCalledWith({ all: true }));
  });
});

describe('the popover', () => {
  test('shows a notification whose date cannot be read (C section 8)', async () => {
    const { user } = open([notification(1, { created_at: 'ontem' })]);
    await user.click(await bell(/1 não lida/));
    const row = await screen.findByRole('link', { name: /Não foi possível calcular a data\./ });
    expect(row).toHaveTextContent('Ana Beltrão');
  });

  test('groups by day, describes each event, and marks nothing on opening', async () => {
    const { user, sent } = open([
      notification(1, {
        event: 'post_like',
        type: 'community_like',
        others: 9,
        quote: '',
      }),
      notification(2, { event: 'doubt_answered', title: 'Lendo o histograma', read: 1 }),
      notification(3, {
        event: 'post',
        title: 'Rua Augusta',
        place: 'Foto da semana',
        created_at: yesterday,
        quote: '',
      }),
    ]);
    await user.click(await bell(/2 não lidas/));
    const today = await screen.findByRole('region', { name: 'Hoje' });
    const [first, second] = within(today).getAllByRole('link');
    expect(first).toHaveTextContent('Ana Beltrão e mais 9 curtiram Neblina');
    expect(first).toHaveTextContent('Não lida');
    expect(first).toHaveAttribute('href', '/comunidade/post/3/1/2?comentario=9');
    expect(second).toHaveTextContent('Ana Beltrão respondeu sua dúvida em Lendo o histograma');
    expect(second).not.toHaveTextContent('Não lida');
    expect(within(second!).getByText('Lendo o histograma').tagName).toBe('B');
    const old = screen.getByRole('region', { name: 'Antigas' });
    expect(old).toHaveTextContent('Ana Beltrão publicou Rua Augusta em Foto da semanahá 1 dia');
    expect(screen.getByRole('link', { name: 'Ver todas as notificações' })).toHaveAttribute(
      'href',
      '/notifications',
    );
    expect(sent.map(({ name }) => name)).not.toContain('notifications.mark');
  });

  test('a notification of today is an old one after midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { user } = open([notification(1)]);
    await user.click(await bell(/1 não lida/));
    await screen.findByRole('region', { name: 'Hoje' });
    await act(() => vi.advanceTimersByTimeAsync(DAY_MS));
    expect(screen.getByRole('region', { name: 'Antigas' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Hoje' })).toBeNull();
  });

  test('does not change when a new one arrives, and shows it on request', async () => {
    vi.stubGlobal('EventSource', FakeStream);
    const list = [notification(1)];
    const { user } = open(list);
    await user.click(await bell(/1 não lida/));
    await screen.findByRole('region', { name: 'Hoje' });
    list.unshift(notification(2));
    sendEvent('notification', { id: 2 });
    await user.click(await screen.findByRole('button', { name: 'Mostrar novas notificações' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /comentou/ })).toHaveLength(2));
  });

  test('keeps the focus where its buttons go with their press', async () => {
    vi.stubGlobal('EventSource', FakeStream);
    const list = [notification(1)];
    const { user } = open(list);
    await user.click(await bell(/1 não lida/));
    const popup = await screen.findByRole('dialog');
    await screen.findByRole('region', { name: 'Hoje' });
    list.unshift(notification(2));
    sendEvent('notification', { id: 2 });
    for (const name of ['Mostrar novas notificações', 'Marcar todas como lidas']) {
      const button = await screen.findByRole('button', { name });
      await user.click(button);
      await waitFor(() => expect(button).not.toBeInTheDocument());
      expect(popup).toHaveFocus();
    }
  });

  test('closes where Tab leads beyond it, and gives the focus back to the bell', async () => {
    const { user } = open([notification(1)]);
    const button = await bell(/1 não lida/);
    await user.click(button);
    const all = await screen.findByRole('link', { name: 'Ver todas as notificações' });
    act(() => all.focus());
    await user.tab();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
  });

  test('sends two requests for many that arrive at once, and shows the last', async () => {
    vi.stubGlobal('EventSource', FakeStream);
    const list = [notification(1)];
    const { sent } = open(list);
    await bell(/1 não lida/);
    const asked = () => sent.filter(({ name }) => name === 'notifications.total').length;
    const before = asked();
    for (let id = 2; id <= 9; id += 1) {
      list.unshift(notification(id));
      sendEvent('notification', {});
    }
    const last = { name: /9 não lidas/ };
    expect(await screen.findByRole('button', last, { timeout: 3_000 })).toBeVisible();
    expect(asked()).toBe(before + 2);
  });

  test('says when it is empty, and when it did not load', async () => {
    const { user, leave } = open([]);
    await user.click(await bell(/^Notificações$/));
    expect(
      await screen.findByText('Você não tem nenhuma notificação no momento.'),
    ).toBeInTheDocument();
    leave();
    const again = open([], [notifications.list, () => refusing(403, 'Sem acesso.')]);
    await again.user.click(await bell(/^Notificações$/));
    expect(await screen.findByText('As notificações não carregaram')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeInTheDocument();
  });

  test('marks all, and confirms it; opening one does not confirm', async () => {
    const { user } = open([notification(1), notification(2), notification(3)]);
    await user.click(await bell(/3 não lidas/));
    await user.click((await screen.findAllByRole('link', { name: /comentou/ }))[0]!);
    await user.click(await bell(/2 não lidas/));
    expect(screen.queryByText('Notificação lida com sucesso.')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Marcar todas como lidas' }));
    expect(await screen.findByText('Notificação lida com sucesso.')).toBeVisible();
  });

  test('marks all at once, and rolls back where that fails', async () => {
    let fail = (): void => {};
    const failing = new Promise<void>((resolve) => (fail = resolve));
    const { user } = open(
      [notification(1), notification(2)],
      [
        notifications.mark,
        async () => {
          await failing;
          return refusing(500, 'Algo deu errado.');
        },
      ],
    );
    await user.click(await bell(/2 não lidas/));
    await screen.findAllByText('Não lida');
    await user.click(screen.getByRole('button', { name: 'Marcar todas como lidas' }));
    await waitFor(() => expect(screen.queryByText('Não lida')).toBeNull());
    expect(screen.getByRole('button', { name: 'Notificações' })).toHaveTextContent(/^$/);
    fail();
    expect(await screen.findByText('Não foi possível marcar as notificações')).toBeVisible();
    expect(await screen.findAllByText('Não lida')).toHaveLength(2);
    expect(await bell(/2 não lidas/)).toHaveTextContent('2');
  });

  test('opening one that is gone shows no error, and loads the list again', async () => {
    const left = [notification(1), notification(2)];
    const { user } = open(left, [
      notifications.mark,
      () => {
        left.shift();
        return refusing(404, 'Não encontramos o que você procura.');
      },
    ]);
    await user.click(await bell(/2 não lidas/));
    await user.click((await screen.findAllByRole('link', { name: /comentou/ }))[0]!);
    await user.click(await bell(/não lida/));
    await waitFor(() => expect(screen.getAllByText('Não lida')).toHaveLength(1));
    expect(screen.queryByText('Não foi possível marcar as notificações')).toBeNull();
  });

  test('opening one marks it and follows its link', async () => {
    const { user, sent, history } = open([notification(1), notification(2)]);
    await user.click(await bell(/2 não lidas/));
    await user.click((await screen.findAllByRole('link', { name: /comentou/ }))[0]!);
    expect(history.location.pathname + history.location.search).toBe(
      '/comunidade/post/3/1/2?comentario=9',
    );
    expect(sent.find(({ name }) => name === 'notifications.mark')?.body).toEqual({
      read: 1,
      ids: [1],
    });
    expect(await bell(/1 não lida/)).toBeInTheDocument();
  });

  test('the number counts what came while one was being marked', async () => {
    const list = [notification(1), notification(2)];
    const { user } = open(list, [
      notifications.mark,
      () => {
        list[0]!.read = 1;
        list.push(notification(3), notification(4));
        return { message: '' };
      },
    ]);
    await user.click(await bell(/2 não lidas/));
    await user.click((await screen.findAllByRole('link', { name: /comentou/ }))[0]!);
    expect(await bell(/3 não lidas/)).toHaveTextContent('3');
  });
});

test.each<[Partial<Notification>, string]>([
  [{ event: 'doubt_asked', title: 'Névoa' }, 'Ana Beltrão comentou em Névoa'],
  [{ event: 'post_mention' }, 'Ana Beltrão mencionou você em Neblina'],
  [{ event: 'post_like', title: '' }, 'Ana Beltrão curtiu sua publicação'],
  [{ event: 'comment_like', others: 1 }, 'Ana Beltrão e mais 1 curtiram seu comentário'],
  [{ event: 'reply', user: null }, 'Membro removido respondeu seu comentário'],
  [{ event: 'post_removed', user: null }, 'A equipe removeu Neblina'],
  [{ event: 'silenced', user: null }, 'A equipe silenciou você em Clube por enquanto'],
  [{ event: 'points', points: 1, user: null }, 'Você ganhou 1 ponto'],
  [{ event: 'points', points: -50, user: null }, 'Você perdeu 50 pontos'],
  [{ event: 'reward', title: 'Macro', user: null }, 'Você ganhou a recompensa Macro'],
  [{ event: 'level', title: 'Olhar', user: null }, 'Você chegou ao nível Olhar'],
])('%o reads %s', async (more, text) => {
  serve(
    [
      notifications.list,
      () => ({ data: [notification(1, more)], current_page: 1, next_page_url: null }),
    ],
    [notifications.total, () => ({ has_unread_notifications: true, total: 1 })],
  );
  visit(<NotificationsPage />, { roles: ['student'], at: '/notifications' });
  expect(await screen.findByRole('link')).toHaveTextContent(text);
  expect(screen.getByRole('heading', { level: 2, name: 'Hoje' })).toBeVisible();
});

test('the page keeps the focus where “Marcar todas como lidas” goes with its press', async () => {
  const list = [notification(1)];
  serve(
    [
      notifications.mark,
      () => {
        list[0]!.read = 1;
        return { message: 'Notificação lida com sucesso.' };
      },
    ],
    [notifications.list, () => ({ data: list, current_page: 1, next_page_url: null })],
    [notifications.total, () => ({ has_unread_notifications: false, total: 0 })],
  );
  const { user } = visit(<NotificationsPage />, { roles: ['student'], at: '/notifications' });
  const mark = await screen.findByRole('button', { name: 'Marcar todas como lidas' });
  const box = mark.parentElement;
  await user.click(mark);
  await waitFor(() => expect(mark).not.toBeInTheDocument());
  expect(box).toHaveFocus();
});

describe('preferences', () => {
  const off = { platform: true, email: false };
  const saved = { like: off, post: off, comment: off, reply: off, communities: [1] };
  const communities = [
    { community_id: 1, title: 'Clube' },
    { community_id: 2, title: 'Ateliê' },
  ];
  const choose = (list: typeof communities, ...calls: Parameters<typeof serve>) => {
    const sent = serve(
      ...calls,
      [notifications.preferences, () => saved],
      [notifications.communities, () => list],
    );
    return { sent, ...visit(<PreferencesDialog onClose={() => {}} />, { roles: ['student'] }) };
  };

  test('are switched by kind, and by community, and saved together', async () => {
    const { user, sent } = choose(communities, [
      notifications.savePreferences,
      ({ body }) => ({ message: 'Configurações salvas com sucesso!', data: body }),
    ]);
    await user.click(
      await screen.findByRole('switch', { name: 'Respostas a comentários, por e-mail' }),
    );
    expect(screen.getByRole('columnheader', { name: 'Por e-mail' })).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Ateliê' })).not.toBeChecked();
    await user.click(screen.getByRole('switch', { name: 'Ateliê' }));
    await user.click(screen.getByRole('switch', { name: 'Clube' }));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    const told = await screen.findByText('Configurações salvas com sucesso!');
    // C section 8: the viewer can close it.
    expect(within(told.closest('li')!).getByRole('button', { name: 'Fechar' })).toBeVisible();
    expect(sent.find(({ name }) => name === 'notifications.savePreferences')?.body).toEqual({
      ...saved,
      reply: { platform: true, email: true },
      communities: [2],
      time_zone: expect.any(String),
    });
  });

  test('keep what another device, or the link of a mail, has switched since', async () => {
    const answers = { ...saved, like: { platform: true, email: true } };
    const { user, sent } = choose(
      communities,
      [
        notifications.savePreferences,
        ({ body }) => ({ message: 'Configurações salvas com sucesso!', data: body }),
      ],
      [notifications.preferences, () => answers],
    );
    await user.click(
      await screen.findByRole('switch', { name: 'Respostas a comentários, por e-mail' }),
    );
    await user.click(screen.getByRole('switch', { name: 'Ateliê' }));
    Object.assign(answers, { like: off, communities: [] });
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Configurações salvas com sucesso!');
    expect(sent.find(({ name }) => name === 'notifications.savePreferences')?.body).toMatchObject({
      like: off,
      reply: { platform: true, email: true },
      communities: [2],
    });
  });

  test('without a community cannot be saved, and say why', async () => {
    const { user, sent } = choose(
      [],
      [notifications.savePreferences, ({ body }) => ({ message: 'Salvo', data: body })],
    );
    expect(await screen.findByText(/Você ainda não participa de nenhuma comunidade/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.click(screen.getByRole('switch', { name: 'Curtidas, por e-mail' }));
    await user.keyboard('{Control>}s{/Control}');
    await user.click(screen.getByRole('switch', { name: 'Publicações, por e-mail' }));
    expect(sent.map(({ name }) => name)).not.toContain('notifications.savePreferences');
  });
});
