import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { liveChat, type LiveMessage, type LiveMessagePage } from '@vitrine/contract/live-chat';
import type { ShownLive } from '@vitrine/contract/lives';
import type { Role } from '@vitrine/contract/roles';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeStream, sendEvent } from '../../../test/fake-stream.ts';
import { refusing, serve, visit } from '../../../test/school.tsx';
import { LiveChat } from './live-chat.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

const START = Date.parse('2026-11-24T22:00:00Z');
const live: ShownLive = {
  id: 7,
  title: 'Retrato',
  starts_at: '2026-11-24T22:00:00.000Z',
  ends_at: '2026-11-24T23:00:00.000Z',
  locked: 0,
  reminded: 0,
  recorded: 0,
  now: '2026-11-24T22:10:00.000Z',
  url: null,
  recording_url: null,
  products: [],
};
const people = {
  rosa: { id: 3, name: 'Rosa Lemos', photo_url: null, staff: false, role: null },
  taina: { id: 4, name: 'Tainá Prado', photo_url: null, staff: true, role: 'moderator' },
  me: { id: 7, name: 'Olívia Dona', photo_url: null, staff: false, role: null },
} as const;
const message = (
  id: number,
  text: string,
  author: LiveMessage['author'] = people.rosa,
  overrides: Partial<LiveMessage> = {},
): LiveMessage => ({
  id,
  text,
  author,
  removed: false,
  created_at: '2026-11-24T22:08:00.000Z',
  ...overrides,
});
const page = (data: LiveMessage[], overrides: Partial<LiveMessagePage> = {}): LiveMessagePage => ({
  data,
  previous_cursor: null,
  silenced: false,
  ...overrides,
});

interface OpenOptions {
  read?: (before: string | null) => unknown;
  send?: (text: string) => unknown;
  roles?: Role[];
  now?: number;
}

function open(
  { read = () => page([]), send, roles = ['student'], now = START + 600_000 }: OpenOptions = {},
  ...answers: Parameters<typeof serve>
) {
  const sent = serve(
    [liveChat.list, ({ query }) => read(query.get('before'))],
    [liveChat.send, ({ body }) => send?.(body.text)],
    ...answers,
  );
  return { sent, ...visit(<LiveChat live={live} now={now} />, { at: '/live?watch=7', roles }) };
}

const lines = () =>
  within(screen.getByRole('log'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const field = () => screen.findByRole('textbox', { name: 'Sua mensagem' });

test('messages of others appear at the end, with the role of staff, each once', async () => {
  open({ read: () => page([message(1, 'Dá sim')]) });
  expect(await screen.findByText('Dá sim')).toBeVisible();
  const second = message(2, 'Bem-vindos', people.taina);
  sendEvent('live_messages', { live_id: 7, messages: [second] });
  sendEvent('live_messages', { live_id: 7, messages: [second, message(3, 'Oi')] });
  sendEvent('live_messages', { live_id: 8, messages: [message(4, 'Outra sala')] });
  expect(lines()).toHaveLength(3);
  expect(lines()[1]).toMatch(/Tainá Prado.*Moderação.*Bem-vindos/);
  expect(screen.queryByText('Outra sala')).toBeNull();
});

test('messages of another live stay there', async () => {
  open({ read: () => page([message(1, 'Oi')]) });
  await screen.findByText('Oi');
  sendEvent('live_messages', { live_id: 8, messages: [message(2, 'De outra')] });
  sendEvent('live_messages', { live_id: 7, messages: [message(3, 'Daqui')] });
  expect(await screen.findByText('Daqui')).toBeVisible();
  expect(screen.queryByText('De outra')).toBeNull();
});

test('a conversation that closed without a message is not shown', async () => {
  const { sent } = open({ now: Date.parse('2026-11-26T22:00:00Z') });
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull());
});

test('a removed message says so, and an older answer does not bring it back', async () => {
  let requestCount = 0;
  open({ read: () => page([message(1, 'Vendo preset')], { silenced: (requestCount += 1) > 9 }) });
  expect(await screen.findByText('Vendo preset')).toBeVisible();
  const removed = message(1, '', null, { removed: true });
  sendEvent('live_messages', { live_id: 7, messages: [removed] });
  sendEvent('live_messages', { live_id: 7, messages: [message(1, 'Vendo preset')] });
  expect(screen.queryByText('Vendo preset')).toBeNull();
  expect(lines()).toEqual(['Mensagem removida']);
});

test('Enter sends, and the message shows once, also after its event', async () => {
  const { user, sent } = open({ send: (text) => ({ data: message(5, text, people.me) }) });
  await user.type(await field(), 'Cheguei agora{Enter}');
  expect(await field()).toHaveValue('');
  await waitFor(() => expect(lines().join()).toContain('Cheguei agora'));
  sendEvent('live_messages', { live_id: 7, messages: [message(5, 'Cheguei agora', people.me)] });
  expect(lines()).toHaveLength(1);
  expect(sent.filter(({ name }) => name === 'live-chat.send')).toHaveLength(1);
  await user.type(await field(), '   {Enter}');
  expect(screen.getByRole('button', { name: 'Enviar mensagem' })).toBeDisabled();
  expect(sent.filter(({ name }) => name === 'live-chat.send')).toHaveLength(1);
});

test('an Enter that ends a composition sends nothing', async () => {
  const { user } = open({ send: () => new Promise(() => {}) });
  await user.type(await field(), 'こんにちは');
  fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 });
  expect(await field()).toHaveValue('こんにちは');
  fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 13 });
  expect(await field()).toHaveValue('');
});

test('a message whose event comes before its answer shows once', async () => {
  const answered = Promise.withResolvers<object>();
  const { user } = open({ send: () => answered.promise });
  await user.type(await field(), 'Cheguei  agora{Enter}');
  await waitFor(() => expect(lines()).toHaveLength(1));
  sendEvent('live_messages', { live_id: 7, messages: [message(5, 'Cheguei agora')] });
  expect(lines()).toHaveLength(2);
  sendEvent('live_messages', { live_id: 7, messages: [message(6, 'Cheguei agora', people.me)] });
  expect(lines()).toHaveLength(2);
  answered.resolve({ data: message(6, 'Cheguei agora', people.me) });
  await waitFor(() => expect(screen.queryByText('Enviando mensagem')).toBeNull());
  expect(lines()).toHaveLength(2);
});

test('a text that is sent twice shows twice, while one of both has come', async () => {
  const { user } = open({ send: () => new Promise(() => {}) });
  for (let times = 1; times <= 2; times += 1) {
    await user.type(await field(), 'Sim{Enter}');
    await waitFor(() => expect(lines()).toHaveLength(times));
  }
  sendEvent('live_messages', { live_id: 7, messages: [message(5, 'Sim', people.me)] });
  expect(lines()).toHaveLength(2);
  sendEvent('live_messages', { live_id: 7, messages: [message(6, 'Sim', people.me)] });
  expect(lines()).toHaveLength(2);
});

test('messages from before the stream opened load once it is open', async () => {
  const all = [message(1, 'Oi')];
  open({ read: () => page([...all]) });
  expect(await screen.findByText('Oi')).toBeVisible();
  all.push(message(2, 'Entre a resposta e a escuta'));
  act(() => FakeStream.last.onopen?.());
  expect(await screen.findByText('Entre a resposta e a escuta')).toBeVisible();
  expect(lines()).toHaveLength(2);
});

test('a failed message says why, survives a reload, and can be sent again', async () => {
  let ready = false;
  const send = (text: string) =>
    ready
      ? { data: message(5, text, people.me) }
      : refusing(429, 'Você pode enviar até 12 mensagens por minuto. Espere um pouco.');
  const { user, leave } = open({ send });
  await user.type(await field(), 'Primeira{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('até 12 mensagens por minuto');
  await user.type(await field(), 'ainda não enviada');
  leave();
  const again = open({ send });
  expect(await field()).toHaveValue('ainda não enviada');
  ready = true;
  await again.user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(lines()).toHaveLength(1);
  expect(lines()[0]).toContain('Primeira');
});

test('what is written stays over a reload, though another tab has sent a message', async () => {
  const { user, leave } = open({});
  await user.type(await field(), 'Daqui');
  localStorage.clear(); // the other tab
  leave();
  open({});
  expect(await field()).toHaveValue('Daqui');
});

test('a message whose answer did not come before a reload is sent again, with its key', async () => {
  const keys: (string | null)[] = [];
  const openWithKeys = (send: (text: string) => unknown) => {
    serve([liveChat.list, () => page([])], [liveChat.send, ({ body }) => send(body.text)]);
    const answer = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'));
      return answer(url, init);
    });
    return visit(<LiveChat live={live} now={START} />, { at: '/live?watch=7', roles: ['student'] });
  };
  const { user, leave } = openWithKeys(() => new Promise(() => {}));
  await user.type(await field(), 'Primeira{Enter}');
  expect(await screen.findByText('Enviando mensagem')).toBeInTheDocument();
  leave();
  openWithKeys((text) => ({ data: message(5, text, people.me) }));
  await waitFor(() => expect(lines().join()).toContain('Primeira'));
  await waitFor(() => expect(screen.queryByText('Enviando mensagem')).toBeNull());
  expect(lines()).toHaveLength(1);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('a new message is announced, and those that were there are not', async () => {
  open({ read: () => page([message(1, 'Dá sim'), message(2, 'Dá não')]) });
  expect(await screen.findByText('Dá sim')).toBeVisible();
  sendEvent('live_messages', { live_id: 7, messages: [message(3, 'Oi')] });
  const announced = () => screen.getByRole('status').textContent;
  await waitFor(() => expect(announced()).not.toBe(''), { timeout: 3_000 });
  expect(announced()).toBe('Rosa Lemos: Oi');
});

test('a message that is too long shows its count and is not sent', async () => {
  const { user, sent } = open();
  const box = await field();
  await user.click(box);
  await user.paste('é'.repeat(302));
  expect(screen.getByText('2 caracteres a mais')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(sent.map(({ name }) => name)).not.toContain('live-chat.send');
  expect(box).toHaveValue('é'.repeat(302));
});

test('older messages load while scrolling up', async () => {
  const { user } = open({
    read: (before) =>
      before === '51'
        ? page([message(1, 'A primeira')])
        : page([message(51, 'Nova')], { previous_cursor: '51' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Mensagens anteriores' }));
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(lines()[0]).toContain('A primeira');
  expect(screen.queryByRole('button', { name: 'Mensagens anteriores' })).toBeNull();
});

test('no gap stays above a page that replaced the messages while older ones were on their way', async () => {
  const older = Promise.withResolvers<LiveMessagePage>();
  let newest = page([message(51, 'Antes')], { previous_cursor: '51' });
  const { user } = open({
    read: (before) => {
      if (before === null) return newest;
      return before === '51'
        ? older.promise
        : page([message(51, 'Antes'), message(52, 'No meio')], { previous_cursor: '51' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Mensagens anteriores' }));
  newest = page([message(90, 'Depois')], { previous_cursor: '90' });
  await act(async () => FakeStream.last.onopen?.());
  expect(await screen.findByText('Depois')).toBeVisible();
  await act(async () => older.resolve(page([message(1, 'A primeira')])));
  await user.click(screen.getByRole('button', { name: 'Mensagens anteriores' }));
  expect(await screen.findByText('No meio')).toBeVisible();
});

test('the removal of an older message that is not loaded shows nothing', async () => {
  const { user } = open({
    read: (before) =>
      before === '51'
        ? page([message(1, 'A primeira'), message(2, '', null, { removed: true })])
        : page([message(51, 'Nova')], { previous_cursor: '51' }),
  });
  expect(await screen.findByText('Nova')).toBeVisible();
  sendEvent('live_messages', {
    live_id: 7,
    messages: [message(2, '', null, { removed: true }), message(52, 'Mais nova')],
  });
  expect(await screen.findByText('Mais nova')).toBeVisible();
  expect(lines()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Mensagens anteriores' }));
  await waitFor(() => expect(lines()).toHaveLength(4));
  expect(lines()[0]).toContain('A primeira');
});

test('older messages that do not load say so, and are asked for again', async () => {
  let fails = true;
  const { user } = open({
    read(before) {
      if (before === null) return page([message(51, 'Nova')], { previous_cursor: '51' });
      return fails ? refusing(503, 'Ocupado') : page([message(1, 'A primeira')]);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Mensagens anteriores' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'As mensagens anteriores não carregaram.',
  );
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Mensagens anteriores' }));
  await waitFor(() => expect(lines()[0]).toContain('A primeira'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a conversation that does not load says so, and is read again', async () => {
  let fails = true;
  const { user } = open({
    read: () => (fails ? refusing(404, 'Não encontrado') : page([message(1, 'Oi')])),
  });
  expect(await screen.findByText('A conversa não carregou')).toBeVisible();
  expect(screen.queryByText(/Ninguém escreveu ainda/)).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Oi')).toBeVisible();
});

test('somebody silenced meanwhile reads why the message failed, and the field goes', async () => {
  let silenced = false;
  const { user } = open({
    read: () => page([message(1, 'Oi')], { silenced }),
    send() {
      silenced = true;
      return refusing(403, 'A equipe silenciou você.');
    },
  });
  await user.type(await field(), 'Olá{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});

test('a scrolled-up reader keeps their position, and a pill leads to new messages', async () => {
  const { user } = open({ read: () => page([message(1, 'Oi')]) });
  await screen.findByText('Oi');
  const log = screen.getByRole('log');
  Object.defineProperties(log, {
    scrollHeight: { value: 900, configurable: true },
    clientHeight: { value: 300, configurable: true },
  });
  log.scrollTop = 100;
  log.dispatchEvent(new Event('scroll'));
  sendEvent('live_messages', { live_id: 7, messages: [message(2, 'a'), message(3, 'b')] });
  expect(log.scrollTop).toBe(100);
  await user.click(await screen.findByRole('button', { name: '2 novas mensagens' }));
  expect(log.scrollTop).toBe(900);
  expect(screen.queryByRole('button', { name: /novas mensagens/ })).toBeNull();
});

test('a moderator removes messages, silences members, and ends a silence', async () => {
  const removal = Promise.withResolvers<void>();
  const { user, sent } = open(
    {
      read: () => page([message(1, 'Compre já'), message(2, 'Oi', people.taina)]),
      roles: ['moderator'],
    },
    [liveChat.remove, () => removal.promise],
    [liveChat.silence, () => undefined],
    [liveChat.silences, () => [{ member_id: 3, name: 'Rosa Lemos', photo_url: null }]],
    [liveChat.unsilence, () => undefined],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções da mensagem de Rosa Lemos' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Silenciar nesta conversa' }));
  expect(await screen.findByText('Rosa Lemos não escreve mais nesta conversa.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Opções da mensagem de Tainá Prado' }));
  await screen.findByRole('menuitem', { name: 'Remover mensagem' });
  expect(screen.queryByRole('menuitem', { name: 'Silenciar nesta conversa' })).toBeNull();
  await user.keyboard('{Escape}');
  const options = screen.getByRole('button', { name: 'Opções da mensagem de Rosa Lemos' });
  await user.click(options);
  await user.click(await screen.findByRole('menuitem', { name: 'Remover mensagem' }));
  await waitFor(() => expect(options).toHaveFocus());
  removal.resolve();
  await waitFor(() => expect(lines()[0]).toBe('Mensagem removida'));
  await waitFor(() => expect(screen.getByRole('log')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Opções da conversa' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Silenciados' }));
  await user.click(await screen.findByRole('button', { name: 'Deixar escrever: Rosa Lemos' }));
  const names = sent.map(({ name }) => name);
  for (const name of ['live-chat.silence', 'live-chat.remove', 'live-chat.unsilence'])
    expect(names.filter((one) => one === name)).toHaveLength(1);
});

test('a student has options on their own messages only, and not those of staff', async () => {
  open({ read: () => page([message(1, 'Oi'), message(2, 'Meu', people.me)]) });
  await screen.findByText('Meu');
  expect(
    screen.queryByRole('button', { name: 'Opções da mensagem de Rosa Lemos' }),
  ).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Opções da mensagem de Olívia Dona' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Opções da conversa' })).toBeNull();
});

test('a silenced or late member can read but not write', async () => {
  const { leave } = open({ read: () => page([message(1, 'Oi')], { silenced: true }) });
  expect(await screen.findByText(/A equipe silenciou você/)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  leave();
  const late = open({ read: () => page([message(1, 'Oi')]), now: START + 2 * 3_600_000 });
  expect(await screen.findByText('A conversa foi encerrada.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  late.leave();
  open({ now: START - 2 * 3_600_000 });
  expect(await screen.findByText('A conversa abre 60 minutos antes do início.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
