import { act, screen, waitFor, within } from '@testing-library/react';
import { liveChat } from '@vitrine/contract/live-chat';
import {
  lives,
  type EditableLive,
  type ListedLive,
  type LivePatch,
  type ShownLive,
} from '@vitrine/contract/lives';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLocale } from '../../platform/locale.tsx';
import { refusing, serve, visit } from '../../test/school.tsx';
import LiveAlert from './live-alert.tsx';
import { LiveList } from './live-list.tsx';
import { LivePage } from './live-page.tsx';
import LivesPage from './manage/lives-page.tsx';

const NOW = Date.parse('2026-11-24T21:59:58Z');
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'setTimeout'],
    now: NOW,
    shouldAdvanceTime: true,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const listed = (id: number, title: string, overrides: Partial<ListedLive> = {}): ListedLive => ({
  id,
  title,
  starts_at: '2026-11-24T22:00:00.000Z',
  ends_at: '2026-11-24T23:00:00.000Z',
  now: new Date(NOW).toISOString(),
  locked: 0,
  reminded: 0,
  recorded: 0,
  ...overrides,
});
const shown = (overrides: Partial<ShownLive> = {}): ShownLive => ({
  ...listed(7, 'Retrato com luz de janela'),
  now: new Date().toISOString(),
  url: null,
  recording_url: null,
  products: [],
  ...overrides,
});
const Video = ({ src }: { src: string }) => <video src={src} aria-label="vídeo" />;

function open(answer: () => ShownLive | ReturnType<typeof refusing>, all: ListedLive[] = []) {
  const sent = serve(
    [
      lives.show,
      () => {
        const live = answer();
        return 'refused' in live ? live : { data: live };
      },
    ],
    [lives.list, () => all],
    [liveChat.list, () => ({ data: [], previous_cursor: null, silenced: false })],
  );
  return {
    sent,
    ...visit(<LivePage id={7} Video={Video} />, { at: '/live?watch=7', roles: ['student'] }),
  };
}

test('a waiting student sees the countdown, then the player opens by itself', async () => {
  open(() => shown(Date.now() < NOW + 2000 ? {} : { url: player }));
  expect(await screen.findByText('Começa em')).toBeVisible();
  expect(screen.queryByTitle('Retrato com luz de janela')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  const frame = await screen.findByTitle('Retrato com luz de janela');
  expect(frame).toHaveAttribute('src', player);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Ao vivo');
});

test('a waiting phone whose clock is set back opens the live in time', async () => {
  let serverNow = NOW;
  open(() =>
    shown({ now: new Date(serverNow).toISOString(), url: serverNow > NOW + 2000 ? player : null }),
  );
  expect(await screen.findByText('Começa em')).toBeVisible();
  vi.setSystemTime(NOW - 600_000);
  serverNow = NOW + 3000;
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(await screen.findByTitle('Retrato com luz de janela')).toBeVisible();
});

test('a live that was removed while a student waits leaves the page', async () => {
  open(() => (Date.now() < NOW + 2000 ? shown({}) : refusing(404, 'Não encontrada')));
  expect(await screen.findByText('Começa em')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(await screen.findByText('Transmissão não encontrada')).toBeVisible();
});

test('a day has its article in Spanish, before and after the live', async () => {
  await act(() => startLocale('es'));
  const { leave } = open(() => shown());
  expect(await screen.findByText(/^Empieza el martes, 24 de noviembre de 2026/)).toBeVisible();
  leave();
  open(() => shown({ starts_at: '2026-11-23T20:00:00Z', ends_at: '2026-11-23T21:00:00Z' }));
  expect(await screen.findByText(/^Se emitió el lunes, 23 de noviembre de 2026/)).toBeVisible();
  await act(() => startLocale('pt'));
});

test('after the end the recording replaces the player, or a notice does', async () => {
  const past = { starts_at: '2026-11-24T20:00:00Z', ends_at: '2026-11-24T21:00:00Z' };
  const { leave } = open(() => shown({ ...past, recording_url: 'https://a.example/aula.mp4' }));
  expect(await screen.findByLabelText('vídeo')).toHaveAttribute(
    'src',
    'https://a.example/aula.mp4',
  );
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Encerrada',
  );
  leave();
  const second = open(() => shown({ ...past, recording_url: '/courses/7' }));
  expect(await screen.findByRole('link', { name: 'Ver a gravação' })).toHaveAttribute(
    'href',
    '/courses/7',
  );
  second.leave();
  open(() => shown(past));
  expect(await screen.findByText('Se houver gravação, ela aparece aqui.')).toBeVisible();
});

test('a locked live names its product, and the list shows other lives', async () => {
  const { leave } = open(() => shown({ locked: 1, products: ['Plano Estúdio', 'Anual'] }));
  expect(await screen.findByText('Disponível para quem tem Plano Estúdio ou Anual.')).toBeVisible();
  expect(screen.queryByText('Começa em')).toBeNull();
  leave();
  open(() => shown(), [listed(7, 'Retrato com luz de janela'), listed(8, 'Flash', { locked: 1 })]);
  const other = await screen.findByRole('link', { name: /Flash/ });
  expect(other).toHaveAttribute('href', '/live?watch=8');
  expect(other).toHaveTextContent('Bloqueada');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('the header links to the running live with access, and to no other', async () => {
  const on = { starts_at: '2026-11-24T21:00:00Z' };
  const all = [
    listed(1, 'Fechada', { ...on, locked: 1 }),
    listed(2, 'Depois'),
    listed(3, 'Agora', on),
  ];
  const asked: (string | null)[] = [];
  serve(
    [lives.hasLive, () => ({ show_live_alert: true })],
    [lives.list, ({ query }) => (asked.push(query.get('first')), all)],
  );
  const { leave } = visit(<LiveAlert />, { at: '/homepage', roles: ['student'] });
  expect(await screen.findByRole('link', { name: 'Ao vivo agora: Agora' })).toHaveAttribute(
    'href',
    '/live?watch=3',
  );
  // Every page of every student reads it while a live is on.
  expect(asked).toEqual(['20']);
  leave();
  const sent = serve([lives.hasLive, () => ({ show_live_alert: false })], [lives.list, () => all]);
  visit(<LiveAlert />, { at: '/homepage', roles: ['student'] });
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('lives.hasLive'));
  expect(screen.queryByRole('link')).toBeNull();
  expect(sent.map(({ name }) => name)).not.toContain('lives.list');
});

const editable = (
  id: number,
  overrides: Partial<EditableLive & { now: string }> = {},
): EditableLive & { now: string } => ({
  id,
  title: `Aula ${id}`,
  url: player,
  starts_at: '2026-11-24T21:00:00.000Z',
  ends_at: null,
  open_to_all: 1,
  product_ids: [],
  recording_url: null,
  reminders: 0,
  now: new Date(NOW).toISOString(),
  ...overrides,
});

test('a live that was ended by mistake goes on with its former end', async () => {
  const sent = serve(
    [lives.editable, () => [editable(1, { ends_at: '2026-11-24T23:00:00.000Z' })]],
    [lives.update, () => ({ data: editable(1) })],
  );
  const { user } = visit(<LivesPage />, { at: '/gestao/aovivo', roles: ['owner'] });
  await user.click(await screen.findByRole('button', { name: 'Opções de Aula 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Encerrar agora' }));
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  const bodies = () => sent.filter(({ name }) => name === 'lives.update').map(({ body }) => body);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toEqual({ ends_at: '2026-11-24T23:00:00.000Z' });
});

test('an admin ends a running live, and opens one without a product', async () => {
  const sent = serve(
    [
      lives.editable,
      () => [editable(1), editable(2, { open_to_all: 0, starts_at: '2027-01-01T00:00:00Z' })],
    ],
    [lives.update, () => ({ data: editable(1) })],
  );
  const { user } = visit(<LivesPage />, { at: '/gestao/aovivo', roles: ['owner'] });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('Ao vivo');
  expect(second).toHaveTextContent('Só a equipe');
  await user.click(within(first!).getByRole('button', { name: 'Opções de Aula 1' }));
  expect(screen.queryByRole('menuitem', { name: 'Abrir para todos' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Encerrar agora' }));
  await user.click(within(second!).getByRole('button', { name: 'Opções de Aula 2' }));
  expect(screen.queryByRole('menuitem', { name: 'Encerrar agora' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Abrir para todos' }));
  const bodies = sent.filter(({ name }) => name === 'lives.update').map(({ body }) => body);
  expect(bodies).toEqual([{ ends_at: expect.stringMatching(/^2026-11-24T/) }, { product_ids: [] }]);
});

test('a field that a colleague has changed since is not saved over without a question', async () => {
  let now = editable(1);
  const sent = serve([lives.editable, () => [now]], [lives.update, () => ({ data: now })]);
  const { user } = visit(<LivesPage />, { at: '/gestao/aovivo', roles: ['owner'] });
  await user.click(await screen.findByRole('button', { name: 'Opções de Aula 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), '!');
  now = editable(1, { title: 'Aula de luz', recording_url: 'https://example.com/1' });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const question = await screen.findByRole('dialog', {
    name: 'Estes campos mudaram enquanto isso',
  });
  const bodies = () => sent.filter(({ name }) => name === 'lives.update').map(({ body }) => body);
  expect(bodies()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Salvar por cima' }));
  await waitFor(() => expect(bodies()).toEqual([{ title: 'Aula 1!' }]));
});

test('a change sends only changed fields; a new live without a start is not sent', async () => {
  const sent = serve(
    [lives.editable, () => [editable(1)]],
    [lives.update, () => ({ data: editable(1) })],
  );
  const { user } = visit(<LivesPage />, { at: '/gestao/aovivo', roles: ['owner'] });
  await user.click(await screen.findByRole('button', { name: 'Opções de Aula 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.type(await screen.findByRole('textbox', { name: 'Link da gravação' }), '/courses/7');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'lives.update')?.body).toEqual({
      recording_url: '/courses/7',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Nova transmissão' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Flash');
  expect(screen.getByRole('textbox', { name: /^Link ou código do vídeo/ })).toBeRequired();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Informe o dia e o horário.')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('lives.create');
});

test('a student sets a reminder, sees that it is on, and removes it', async () => {
  let reminded: 0 | 1 = 0;
  const later = { starts_at: '2026-11-26T22:00:00.000Z', ends_at: null };
  const sent = serve(
    [lives.list, () => [listed(1, 'Flash', { ...later, reminded })]],
    [lives.remind, () => void (reminded = 1)],
    [lives.forget, () => void (reminded = 0)],
  );
  const { user } = visit(<LiveList />, { at: '/live', roles: ['student'] });
  await user.click(await screen.findByRole('button', { name: 'Lembrar-me de Flash' }));
  const on = await screen.findByRole('button', { name: 'Desligar o lembrete de Flash' });
  expect(on).toHaveAttribute('aria-pressed', 'true');
  await user.click(on);
  expect(await screen.findByRole('button', { name: 'Lembrar-me de Flash' })).toBeVisible();
  expect(sent.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['lives.remind', 'lives.forget']),
  );
});

test('the list separates upcoming from past lives, and marks recordings', async () => {
  const past = { starts_at: '2026-11-20T22:00:00.000Z', ends_at: '2026-11-20T23:00:00.000Z' };
  serve([
    lives.list,
    () => [
      // Reminders close 15 minutes before the start.
      listed(1, 'Flash'),
      listed(2, 'Sombra', { ...past, recorded: 1 }),
      listed(3, 'Lente', { ...past, locked: 1 }),
    ],
  ]);
  const { leave } = visit(<LiveList />, { at: '/live', roles: ['student'] });
  const coming = await screen.findByRole('list', { name: 'Agora e em breve' });
  expect(
    within(coming)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Flash')]);
  const [first, second] = within(screen.getByRole('list', { name: 'Já foram ao ar' })).getAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent(/Sombra.*Com gravação/);
  expect(second).toHaveTextContent(/Lente.*Bloqueada/);
  expect(screen.queryByRole('button', { name: /Lembrar/ })).toBeNull();
  leave();
  serve([lives.list, () => []]);
  const student = visit(<LiveList />, { at: '/live', roles: ['student'] });
  expect(
    await screen.findByRole('heading', { name: 'Nenhuma transmissão por aqui' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ir para o início' })).toBeVisible();
  student.leave();
  visit(<LiveList />, { at: '/live', roles: ['admin'] });
  const create = await screen.findByRole('link', { name: 'Nova transmissão' });
  expect(create).toHaveAttribute('href', '/gestao/aovivo?novo');
});

test('a link opens the form of a new live', async () => {
  serve([lives.editable, () => []]);
  visit(<LivesPage />, { at: '/gestao/aovivo?novo', roles: ['owner'] });
  expect(await screen.findByRole('dialog', { name: 'Nova transmissão' })).toBeVisible();
});

test('a device whose clock is wrong by a day shows the lives by the clock of the server', async () => {
  const on = { starts_at: '2026-11-24T21:00:00Z' };
  const all = [listed(1, 'Agora', on), listed(2, 'Depois', { starts_at: '2026-11-25T12:00:00Z' })];
  serve([lives.hasLive, () => ({ show_live_alert: true })], [lives.list, () => all]);
  for (const days of [-1, 1]) {
    vi.setSystemTime(NOW + days * 86_400_000);
    const { leave } = visit(
      <>
        <LiveAlert />
        <LiveList />
      </>,
      { at: '/live', roles: ['student'] },
    );
    expect(await screen.findByRole('link', { name: 'Ao vivo agora: Agora' })).toBeVisible();
    const list = screen.getByRole('list', { name: 'Agora e em breve' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent('Ao vivo');
    expect(second).toHaveTextContent('Lembrar-me');
    leave();
  }
});

test('a live ends at the press, though the clock of the device is an hour ahead or behind', async () => {
  for (const hours of [1, -1]) {
    vi.setSystemTime(NOW + hours * 3_600_000);
    const sent = serve(
      [lives.editable, () => [editable(1)]],
      [lives.update, () => ({ data: editable(1) })],
    );
    const { user, leave } = visit(<LivesPage />, { at: '/gestao/aovivo', roles: ['owner'] });
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent('Ao vivo');
    vi.setSystemTime(Date.now() + 30_000);
    await user.click(within(row).getByRole('button', { name: 'Opções de Aula 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Encerrar agora' }));
    await waitFor(() => expect(sent.map(({ name }) => name)).toContain('lives.update'));
    const { ends_at } = sent.find(({ name }) => name === 'lives.update')!.body as LivePatch;
    const late = Date.parse(ends_at!) - NOW;
    expect(late).toBeGreaterThanOrEqual(30_000);
    expect(late).toBeLessThan(60_000);
    leave();
  }
});

test('who asked for a reminder is counted where a live moves, and where it is removed', async () => {
  const coming = { starts_at: '2026-11-26T21:00:00.000Z', reminders: 40 };
  serve([lives.editable, () => [editable(1, coming), editable(2, { reminders: 3 })]]);
  const { user } = visit(<LivesPage />, { at: '/gestao/aovivo', roles: ['owner'] });
  const choose = async (live: number, item: string) => {
    await user.click(await screen.findByRole('button', { name: `Opções de Aula ${live}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose(1, 'Editar');
  expect(await screen.findByLabelText(/^Começa/)).toHaveAccessibleDescription(
    '40 pessoas pediram um lembrete, 15 minutos antes.',
  );
  await user.keyboard('{Escape}');
  await choose(1, 'Excluir');
  expect(await screen.findByText(/40 pessoas pediram lembrete e não serão avisadas/)).toBeVisible();
  await user.keyboard('{Escape}');
  await choose(2, 'Excluir');
  expect(await screen.findByText(/a conversa e a gravação/)).not.toHaveTextContent('lembrete');
});

test('after a live is removed, the others go on by the clock of the server', async () => {
  const short = editable(2, { ends_at: '2026-11-24T23:00:00.000Z' });
  let reads = 0;
  const removed = Promise.withResolvers<void>();
  serve(
    [lives.editable, () => ((reads += 1) === 1 ? [editable(1), short] : new Promise(() => {}))],
    [lives.remove, () => removed.promise],
  );
  const { user } = visit(<LivesPage />, { at: '/gestao/aovivo', roles: ['owner'] });
  await user.click(await screen.findByRole('button', { name: 'Opções de Aula 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  // The other one ends in the meantime.
  vi.setSystemTime(NOW + 5 * 3_600_000);
  removed.resolve();
  await waitFor(() => expect(screen.queryByText('Aula 1')).toBeNull());
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByRole('list', { name: 'Transmissões' })).toHaveTextContent('Encerrada');
});

test('open lists show that a live has begun, and later that it is over', async () => {
  const short = { starts_at: '2026-11-24T22:00:00.000Z', ends_at: '2026-11-24T22:00:30.000Z' };
  serve(
    [lives.list, () => [listed(1, 'Flash', short)]],
    [lives.editable, () => [editable(1, short)]],
  );
  visit(
    <>
      <LiveList />
      <LivesPage />
    </>,
    { at: '/live', roles: ['owner'] },
  );
  await screen.findByRole('list', { name: 'Agora e em breve' });
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).not.toHaveTextContent('Ao vivo');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  for (const row of screen.getAllByRole('listitem')) expect(row).toHaveTextContent('Ao vivo');
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(screen.getByRole('list', { name: 'Já foram ao ar' })).toHaveTextContent('Flash');
  expect(screen.getByRole('list', { name: 'Transmissões' })).toHaveTextContent('Encerrada');
});

test('a device that slept reads the list again', async () => {
  let title = 'Flash';
  serve([lives.list, () => [listed(1, title)]]);
  visit(<LiveList />, { at: '/live', roles: ['student'] });
  await screen.findByRole('link', { name: /Flash/ });
  title = 'Adiada';
  vi.setSystemTime(Date.now() + 3_600_000);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByRole('link', { name: /Adiada/ })).toBeVisible();
});

test('hundreds of lives come in portions, and students and admins find each of them', async () => {
  const numbers = Array.from({ length: 500 }, (_, place) => place + 1);
  const past = { starts_at: '2026-11-20T22:00:00.000Z', ends_at: '2026-11-20T23:00:00.000Z' };
  serve(
    [lives.list, () => numbers.map((id) => listed(id, `Encontro ${id}`, id > 10 ? past : {}))],
    [lives.editable, () => numbers.map((id) => editable(id, { title: `Encontro ${id}` }))],
  );
  for (const [page, at, role] of [
    [<LiveList key="list" />, '/live', 'student'],
    [<LivesPage key="page" />, '/gestao/aovivo', 'owner'],
  ] as const) {
    const { user, leave } = visit(page, { at, roles: [role] });
    await user.click(await screen.findByRole('button', { name: 'Carregar mais' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(100);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar transmissão' }), 'encontro 497');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByRole('listitem')).toHaveTextContent('Encontro 497');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar transmissão' }), 'x');
    expect(await screen.findByText('Nada com “encontro 497x” no título')).toBeVisible();
    leave();
  }
});
