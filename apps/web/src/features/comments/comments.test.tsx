import { act, screen, waitFor, within } from '@testing-library/react';
import { comments, messages, type Comment, type Reply } from '@vitrine/contract/comments';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { WAITING_COMMENTS, writeLocal } from '../../platform/local-store.ts';
import { refusing, serve, settle, site, visit } from '../../test/school.tsx';
import { sendWaitingComments } from './comment-queue.ts';
import { Comments } from './comments.tsx';

const me = { id: 7, name: 'Olívia Dona', photo_url: null, staff: false };
const rosa = { id: 8, name: 'Rosa Lemos', photo_url: null, staff: false };
const ana = { id: 9, name: 'Ana Beltrão', photo_url: null, staff: true };

const reply = (id: number, content: string, more: Partial<Reply> = {}): Reply => ({
  id,
  lesson_id: 6,
  parent_id: 1,
  content,
  removed: false,
  author: rosa,
  seconds: null,
  created_at: new Date().toISOString(),
  edited_at: null,
  likes: 0,
  liked: false,
  ...more,
});
const comment = (id: number, content: string, more: Partial<Comment> = {}): Comment => ({
  ...reply(id, content),
  parent_id: null,
  replies_count: more.replies?.length ?? 0,
  replies: [],
  ...more,
});

beforeEach(() => localStorage.clear());

interface OpenOptions {
  open?: boolean;
  role?: 'student' | 'moderator';
  /** The viewer, for tests with several on one device. */
  as?: Parameters<typeof visit>[1];
}

/** Renders a lesson with these comments. The fake calls change them. */
function open(
  shown: Comment[],
  { open: writes = true, role = 'student', as = {} }: OpenOptions = {},
  ...more: Parameters<typeof serve>
) {
  const sought: number[] = [];
  const sent = serve(...more, [
    comments.list,
    () => ({
      data: shown,
      current_page: 1,
      next_page_url: null,
      total: shown.length,
      open: writes,
    }),
  ]);
  const video = {
    current: { now: () => 571, seek: (seconds: number) => void sought.push(seconds) },
  };
  return {
    sent,
    sought,
    ...visit(<Comments lessonId={6} video={video} />, { roles: [role], ...as }),
  };
}

const bodiesOf = (sent: { name: string; body: unknown }[], name: string) =>
  sent.find((call) => call.name === name)?.body;

test('a lesson without comments invites the student to comment', async () => {
  open([]);
  expect(await screen.findByText('Ninguém comentou ainda')).toBeVisible();
});

test('a comment is sent as plain characters, and appears', async () => {
  const shown: Comment[] = [];
  const { user, sent } = open(shown, {}, [
    comments.create,
    ({ body }) => {
      shown.unshift(comment(1, body.content, { author: me }));
      return { data: shown[0] };
    },
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Por que 5 < 7? Veja https://mdn.example.com/div.');
  await user.click(screen.getByRole('button', { name: 'Em 9:31' }));
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  const article = await screen.findByRole('article', { name: 'Comentário de Olívia Dona' });
  // The test's DOM drops the words around the link when it cleans the HTML, so only the link is
  // asserted.
  expect(article).toHaveTextContent('https://mdn.example.com/div');
  // The pressed button is gone.
  await waitFor(() => expect(article).toHaveFocus());
  expect(bodiesOf(sent, 'comments.create')).toEqual({
    content:
      'Por que 5 &lt; 7? Veja <a href="https://mdn.example.com/div">https://mdn.example.com/div</a>.',
    parent_id: null,
    seconds: 571,
  });
  expect(field).toHaveValue('');
});

test('nothing can be typed that the sent comment would take along', async () => {
  let answer = (_: object) => {};
  const { user } = open([], {}, [
    comments.create,
    () => new Promise<object>((resolve) => (answer = resolve)),
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await user.type(field, ' E que filme?');
  expect(field).toHaveValue('Que lente?');
  await act(async () => answer({ data: comment(1, 'Que lente?', { author: me }) }));
  await waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'E que filme?');
  expect(field).toHaveValue('E que filme?');
});

test('a page of comments that does not load keeps the others and the field', async () => {
  const { user } = open([], {}, [
    comments.list,
    ({ query }) =>
      query.get('page') === '2'
        ? refusing(500, 'Erro')
        : {
            data: [comment(1, 'Que lente?')],
            current_page: 1,
            next_page_url: '/2',
            total: 60,
            open: true,
          },
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'E que filme?');
  await user.click(screen.getByRole('button', { name: 'Ver mais comentários' }));
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  expect(screen.getByRole('article', { name: 'Comentário de Rosa Lemos' })).toBeVisible();
  expect(field).toHaveValue('E que filme?');
  expect(field).toBeVisible();
});

test('a comment that is refused stays written, with the reason', async () => {
  const { user } = open([], {}, [
    comments.create,
    () => refusing(403, 'Os comentários estão fechados.'),
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Os comentários estão fechados.');
  expect(field).toHaveValue('Que lente?');
});

test('a comment that a proxy answered is sent again under the same key, the next one is not', async () => {
  const { user } = open([]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  const keys: (string | null)[] = [];
  const answer = fetch;
  let status = 504;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return answer(input, init);
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (status === 201) return Response.json({ data: comment(3, 'Que lente?') }, { status });
    return new Response('<h1>504</h1>', { status });
  });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('A escola não responde');
  expect(field).toHaveValue('Que lente?');
  status = 201;
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'E que filme?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('an unsent comment waits on the device for its author, at this school only', async () => {
  const field = () => screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  const { user, leave } = open([]);
  await user.clear(await field());
  await user.type(await field(), 'Que lente?');
  leave();

  const neighbour = { ...site, tenant: { ...site.tenant, id: 2 } };
  for (const as of [{ id: 8 }, { site: neighbour }, { view: [3] }]) {
    const other = open([], { as });
    expect(await field()).toHaveValue('');
    await other.user.type(await field(), 'De outra pessoa');
    other.leave();
  }
  open([]);
  expect(await field()).toHaveValue('Que lente?');
});

describe('a comment without a connection', () => {
  const field = () => screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const triesIn = (sent: { name: string }[]) =>
    sent.filter(({ name }) => name === 'comments.create').length;

  test('waits with the reason when it is refused later, until its author decides', async () => {
    let answer: () => unknown = lost;
    const { user, sent } = open([], {}, [comments.create, () => answer()]);
    await user.type(await field(), 'Que lente?');
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByText('Aguardando conexão para enviar')).toBeVisible();
    answer = () => refusing(403, 'Os comentários estão fechados.');
    await act(() => sendWaitingComments());
    expect(await screen.findByText('Os comentários estão fechados.')).toBeVisible();
    expect(screen.getByText('Que lente?')).toBeVisible();
    // It is not tried again by itself.
    const tries = () => triesIn(sent);
    const before = tries();
    await act(() => sendWaitingComments());
    expect(tries()).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.queryByText('Que lente?')).not.toBeInTheDocument();
  });

  test('waits behind one that a busy server did not take, and shows once it was taken', async () => {
    const shown: Comment[] = [];
    let answer: (body: { content: string }) => unknown = lost;
    const { user, sent } = open(shown, {}, [comments.create, ({ body }) => answer(body)]);
    for (const text of ['Que lente?', 'E que luz?']) {
      await user.type(await field(), text);
      await user.click(screen.getByRole('button', { name: 'Comentar' }));
      expect(await screen.findByText(text)).toBeVisible();
    }
    const before = triesIn(sent);
    answer = () => refusing(429, 'Muitos pedidos.');
    await act(() => sendWaitingComments());
    expect(triesIn(sent)).toBe(before + 1);
    expect(screen.getAllByText('Aguardando conexão para enviar')).toHaveLength(2);
    answer = ({ content }) => {
      shown.unshift(comment(shown.length + 1, content, { author: me }));
      return { data: shown[0] };
    };
    await act(() => sendWaitingComments());
    await waitFor(() =>
      expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('E que luz?'),
        expect.stringContaining('Que lente?'),
      ]),
    );
    expect(screen.queryByText('Aguardando conexão para enviar')).toBeNull();
  });

  test('stays in its field beside fifty that wait, and where staff look as a student', async () => {
    const { user, leave } = open([], {}, [comments.create, lost]);
    const body = { content: 'Que lente?', parent_id: null, seconds: null };
    const at = { writtenAt: '2026-01-02T12:00:00Z', triedAt: null, refused: null };
    writeLocal(
      WAITING_COMMENTS,
      Array.from({ length: 50 }, (_, key) => ({ lessonId: 9, body, key: `${key}`, ...at })),
    );
    await user.type(await field(), 'E que luz?');
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sem conexão.');
    expect(await field()).toHaveValue('E que luz?');
    leave();
    localStorage.clear();
    const staff = open([], { role: 'moderator', as: { view: [] } }, [comments.create, lost]);
    await staff.user.type(await field(), 'E que luz?');
    await staff.user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sem conexão.');
    expect(await field()).toHaveValue('E que luz?');
  });

  test('is not sent once its author has discarded it, also while an earlier one is sent', async () => {
    let answer: () => unknown = lost;
    const { user, sent } = open([], {}, [comments.create, () => answer()]);
    for (const text of ['Que lente?', 'E que luz?']) {
      await user.type(await field(), text);
      await user.click(screen.getByRole('button', { name: 'Comentar' }));
      expect(await screen.findByText(text)).toBeVisible();
    }
    const first = Promise.withResolvers<void>();
    answer = () => first.promise.then(() => refusing(403, 'Os comentários estão fechados.'));
    const tries = () => triesIn(sent);
    const before = tries();
    const sending = sendWaitingComments();
    await waitFor(() => expect(tries()).toBe(before + 1));
    for (const text of ['E que luz?', 'Que lente?']) {
      const item = screen.getByText(text).closest('li')!;
      await user.click(within(item).getByRole('button', { name: 'Descartar' }));
    }
    first.resolve();
    await act(() => sending);
    expect(tries()).toBe(before + 1);
    expect(screen.queryByText('Os comentários estão fechados.')).toBeNull();
  });

  test('and may have arrived days ago is sent again only by its author', async () => {
    const { user, sent } = open([], {}, [comments.create, lost]);
    await user.type(await field(), 'Que lente?');
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByText('Aguardando conexão para enviar')).toBeVisible();
    const tries = () => triesIn(sent);
    const before = tries();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 6 * 86_400_000 + 60_000);
    await act(() => sendWaitingComments());
    expect(await screen.findByText(/pode já ter sido enviado/)).toBeVisible();
    expect(tries()).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(tries()).toBe(before + 1));
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
  });
});

test('replies fold when there are many, and unfold', async () => {
  const replies = ['Sim.', 'Não.', 'Talvez.'].map((text, index) => reply(index + 2, text));
  const { user } = open([comment(1, 'Que lente?', { replies })]);
  const fold = await screen.findByRole('button', { name: 'Ver 3 respostas' });
  expect(screen.queryByText('Talvez.')).not.toBeInTheDocument();
  await user.click(fold);
  expect(screen.getByText('Talvez.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Recolher respostas' }));
  expect(screen.queryByText('Talvez.')).not.toBeInTheDocument();
});

test('a reply goes to a person, in their thread', async () => {
  const shown = [comment(1, 'Que lente?')];
  const { user, sent } = open(shown, {}, [
    comments.create,
    ({ body }) => {
      const made = reply(2, body.content, { author: me });
      shown[0] = comment(1, 'Que lente?', { replies: [made] });
      return { data: comment(2, body.content, { parent_id: 1, author: me }) };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Responder' }));
  await user.keyboard('A de 50 mm.');
  const field = screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' });
  expect(field).toHaveValue('A de 50 mm.');
  await user.click(within(field.closest('form')!).getByRole('button', { name: 'Responder' }));
  expect(await screen.findByText('A de 50 mm.', { selector: '.comment-text' })).toBeVisible();
  expect(bodiesOf(sent, 'comments.create')).toMatchObject({ parent_id: 1 });
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(screen.getAllByRole('button', { name: 'Responder' })[0]).toHaveFocus();
  expect(screen.getByText('Resposta enviada').parentElement).toHaveRole('status');
});

test('an answer that is left gives the focus back, and another person’s begins empty', async () => {
  const replies = [reply(2, 'A de 50 mm.', { author: ana })];
  const { user } = open([comment(1, 'Que lente?', { replies })]);
  const [toRosa, toAna] = (await screen.findAllByRole('button', { name: 'Responder' })) as [
    HTMLElement,
    HTMLElement,
  ];
  await user.click(toRosa);
  expect(screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: /^Responder/ })).toBeNull();
  expect(toRosa).toHaveFocus();
  await user.click(toRosa);
  await user.keyboard('Acho{Escape}');
  const field = screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' });
  // A text is left by its button only.
  expect(field).toHaveValue('Acho');
  await user.click(toAna);
  expect(screen.getByRole('textbox', { name: 'Responder a Ana Beltrão' })).toHaveValue('');
  await user.click(toRosa);
  expect(screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' })).toHaveValue('Acho');
});

test('Ctrl+Enter sends, and the second of the video goes with one comment alone', async () => {
  const { user, sent } = open([], {}, [
    comments.create,
    ({ body }) => ({ data: comment(1, body.content, { author: me }) }),
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Em 9:31' }));
  await user.type(field, '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'E que luz?{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(
      sent
        .filter(({ name }) => name === 'comments.create')
        .map(({ body }) => (body as { seconds: number | null }).seconds),
    ).toEqual([571, null]),
  );
});

test('a student changes and removes only their own comments', async () => {
  const shown = [comment(1, 'A de 500 mm &lt;sic&gt;', { author: me }), comment(2, 'Que lente?')];
  const { user, sent } = open(
    shown,
    {},
    [
      comments.update,
      ({ body }) => {
        shown[0] = { ...shown[0]!, content: body.content, edited_at: new Date().toISOString() };
        return { data: shown[0] };
      },
    ],
    [comments.remove, () => void shown.shift()],
  );
  const options = await screen.findByRole('button', {
    name: 'Opções do comentário de Olívia Dona',
  });
  expect(
    screen.queryByRole('button', { name: 'Opções do comentário de Rosa Lemos' }),
  ).not.toBeInTheDocument();
  await user.click(options);
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const field = await screen.findByRole('textbox', { name: 'Editar comentário' });
  expect(field).toHaveValue('A de 500 mm <sic>');
  await user.clear(field);
  await user.type(field, 'A de 50 mm.');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('editado')).toBeVisible();
  expect(bodiesOf(sent, 'comments.update')).toEqual({ content: 'A de 50 mm.', edited_at: null });
  expect(screen.getByRole('article', { name: 'Comentário de Olívia Dona' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Opções do comentário de Olívia Dona' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir comentário' });
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByText('A de 50 mm.')).not.toBeInTheDocument());
  await waitFor(() =>
    expect(screen.getByRole('article', { name: 'Comentário de Rosa Lemos' })).toHaveFocus(),
  );
});

test('a comment stays over a reload, though another tab has sent one at the same place', async () => {
  const field = () => screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  const { user, leave } = open([]);
  await user.type(await field(), 'Daqui.');
  localStorage.clear(); // the other tab
  leave();
  open([]);
  expect(await field()).toHaveValue('Daqui.');
});

test('a change of a comment survives a reload, until it is discarded', async () => {
  const own = comment(1, 'A de 500 mm', { author: me });
  const edit = async ({ user }: ReturnType<typeof open>) => {
    await user.click(
      await screen.findByRole('button', { name: 'Opções do comentário de Olívia Dona' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    return screen.findByRole('textbox', { name: 'Editar comentário' });
  };
  const first = open([own]);
  await first.user.type(await edit(first), ' de 1970');
  first.leave();

  const again = open([own]);
  expect(await edit(again)).toHaveValue('A de 500 mm de 1970');
  await again.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(await edit(again)).toHaveValue('A de 500 mm');
});

const LATER = '2026-11-28T12:00:00.000Z';

test('a change of a comment that was changed since, in another tab or by the team, says so', async () => {
  const opened = async (edited_at: string | null) => {
    const { user, leave } = open([comment(1, 'A de 500 mm', { author: me, edited_at })]);
    await user.click(await screen.findByRole('button', { name: /^Opções do comentário/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    const field = await screen.findByRole('textbox', { name: 'Editar comentário' });
    return { user, leave, field };
  };
  const first = await opened(null);
  await first.user.type(first.field, ' de 1970');
  expect(screen.queryByText(messages.outdated)).toBeNull();
  first.leave();
  const later = await opened(LATER);
  expect(later.field).toHaveValue('A de 500 mm de 1970');
  expect(screen.getByText(messages.outdated)).toBeVisible();
  await later.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  later.leave();
  const anew = await opened(LATER);
  expect(anew.field).toHaveValue('A de 500 mm');
  expect(screen.queryByText(messages.outdated)).toBeNull();
});

test('a save over a change of a comment that the page does not know keeps the text, and then goes on', async () => {
  const shown = [comment(1, 'A de 500 mm', { author: me })];
  const { user, sent } = open(shown, {}, [
    comments.update,
    ({ body }) => {
      if (body.edited_at === LATER) return { data: shown[0]! };
      shown[0] = { ...shown[0]!, content: 'Da outra aba', edited_at: LATER };
      return refusing(409, messages.outdated, { code: 'stale_version' });
    },
  ]);
  await user.click(await screen.findByRole('button', { name: /^Opções do comentário/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const field = await screen.findByRole('textbox', { name: 'Editar comentário' });
  await user.type(field, '!');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(messages.outdated)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  expect(field).toHaveValue('A de 500 mm!');
  expect(bodiesOf(sent, 'comments.update')).toMatchObject({ edited_at: null });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(field).not.toBeInTheDocument());
});

test('a change of a comment whose answer was lost is no change of somebody else', async () => {
  const shown = [comment(1, 'A de 500 mm', { author: me })];
  const { user } = open(shown, {}, [
    comments.update,
    ({ body }) => {
      if (body.edited_at === LATER) return { data: shown[0]! };
      shown[0] = { ...shown[0]!, content: body.content as string, edited_at: LATER };
      throw new TypeError('The connection is lost after the save.');
    },
  ]);
  await user.click(await screen.findByRole('button', { name: /^Opções do comentário/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const field = await screen.findByRole('textbox', { name: 'Editar comentário' });
  await user.type(field, '!');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(/^Sem conexão/)).toBeVisible();
  await settle();
  expect(screen.queryByText(messages.outdated)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(field).not.toBeInTheDocument());
});

test('the menu of a comment is opened by the keyboard, and gives the focus back', async () => {
  const { user } = open([comment(1, 'A de 500 mm', { author: me })]);
  const name = 'Opções do comentário de Olívia Dona';
  (await screen.findByRole('button', { name })).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Editar' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name })).toHaveFocus();
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Excluir comentário' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());
});

test('staff may remove others’ comments, and have a badge', async () => {
  open([comment(1, 'Propaganda'), comment(2, 'Bem-vindos', { author: ana })], {
    role: 'moderator',
  });
  expect(
    await screen.findByRole('button', { name: 'Opções do comentário de Rosa Lemos' }),
  ).toBeVisible();
  const article = screen.getByRole('article', { name: 'Comentário de Ana Beltrão' });
  expect(within(article).getByText('Equipe')).toBeVisible();
});

test('a time in a comment seeks the video', async () => {
  const { user, sought } = open([comment(1, 'Aqui', { seconds: 571 })]);
  await user.click(await screen.findByRole('button', { name: 'Ir para 9:31 no vídeo' }));
  expect(sought).toEqual([571]);
});

test('closed comments can be read, and say that they are closed', async () => {
  open([comment(1, 'Que lente?', { author: me })], { open: false });
  expect(await screen.findByText('Os comentários estão fechados.')).toBeVisible();
  expect(screen.getByText('Que lente?')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Responder' })).not.toBeInTheDocument();
});

test('a removed comment with replies leaves a placeholder', async () => {
  const gone = comment(1, '', { removed: true, author: null, replies: [reply(2, 'Sim.')] });
  open([gone]);
  expect(await screen.findByText('Este comentário foi removido.')).toBeVisible();
  expect(screen.getByText('Sim.')).toBeVisible();
});

test('comments that do not load offer another try', async () => {
  let tries = 0;
  const { user } = open([], {}, [
    comments.list,
    () => {
      tries += 1;
      return tries === 1
        ? refusing(404, 'Não encontramos')
        : { data: [], current_page: 1, next_page_url: null, total: 0, open: true };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Ninguém comentou ainda')).toBeVisible();
});

test('a linked comment comes first, open and in view, however old it is', async () => {
  const seen: Element[] = [];
  HTMLElement.prototype.scrollIntoView = function scrolled() {
    seen.push(this);
  };
  const replies = [31, 32, 33].map((id) => reply(id, `Resposta ${id}`, { parent_id: 30 }));
  open(
    [comment(40, 'Nova'), comment(39, 'Menos nova')],
    { as: { at: '/curso/1/luz/6?comentario=33' } },
    [comments.show, ({ params }) => ({ data: comment(30, `Antiga ${params['id']}`, { replies }) })],
  );
  const linked = await screen.findByText('Resposta 33');
  const all = screen.getAllByRole('article');
  expect(all[0]).toHaveTextContent('Antiga 33');
  expect(all.map(({ textContent }) => textContent).join()).toMatch(/Antiga.*Nova.*Menos nova/);
  await waitFor(() => expect(seen).toEqual([linked.closest('article')]));
  expect(linked.closest('article')).toHaveFocus();
});

test('a link to a comment of another lesson shows none of it here', async () => {
  const away = comment(33, 'De outra aula', { lesson_id: 9 });
  const { sent } = open([comment(40, 'Daqui')], { as: { at: '/curso/1/luz/6?comentario=33' } }, [
    comments.show,
    () => ({ data: away }),
  ]);
  expect(await screen.findByText('Daqui')).toBeVisible();
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('comments.show'));
  await settle();
  expect(screen.queryByText('De outra aula')).toBeNull();
});

test('a linked reply past the twentieth shows in view, after the button for earlier ones, and stays when they load', async () => {
  const seen: Element[] = [];
  HTMLElement.prototype.scrollIntoView = function scrolled() {
    seen.push(this);
  };
  const all = Array.from({ length: 44 }, (_, at) =>
    reply(31 + at, `Resposta ${31 + at}`, { parent_id: 30 }),
  );
  const data = comment(30, 'Antiga', {
    replies_count: 44,
    replies: [...all.slice(0, 20), all[43]!],
  });
  const { user } = open(
    [],
    { as: { at: '/curso/1/luz/6?comentario=74' } },
    [comments.show, () => ({ data })],
    [
      comments.list,
      ({ query }) => {
        if (!query.get('parent_id'))
          return { data: [], current_page: 1, next_page_url: null, total: 45, open: true };
        const page = Number(query.get('page') ?? 1);
        return {
          data: all.slice(20 * (page - 1), 20 * page),
          current_page: page,
          next_page_url: page < 3 ? '/next' : null,
          total: 45,
          open: true,
        };
      },
    ],
  );
  const linked = (await screen.findByText('Resposta 74')).closest('article')!;
  await waitFor(() => expect(seen).toEqual([linked]));
  const more = await screen.findByRole('button', { name: 'Ver mais respostas' });
  expect(more.compareDocumentPosition(linked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(more);
  expect(await screen.findByText('Resposta 60')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver mais respostas' }));
  expect(await screen.findByText('Resposta 73')).toBeVisible();
  expect(screen.getAllByText('Resposta 74')).toHaveLength(1);
  // The same element is still in the document, so the page did not jump.
  expect(linked).toBeInTheDocument();
  expect(seen).toEqual([linked]);
});

test('a page of replies that does not load keeps the others', async () => {
  const replies = Array.from({ length: 45 }, (_, index) => reply(index + 2, `Resposta ${index}`));
  const thread = comment(1, 'Que lente?', { replies: replies.slice(0, 3), replies_count: 45 });
  const { user } = open([], {}, [
    comments.list,
    ({ query }) => {
      const data = query.has('parent_id') ? replies.slice(0, 20) : [thread];
      if (query.get('page') === '2') return refusing(500, 'Erro');
      return { data, current_page: 1, next_page_url: '/2', total: 46, open: true };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Ver 45 respostas' }));
  expect(await screen.findByText('Resposta 19')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver mais respostas' }));
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  expect(screen.getByText('Resposta 19')).toBeVisible();
});

test('a long comment shows its beginning, and the rest on request', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.textContent.includes('longo') ? 900 : 60;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(192);
  const { user } = open([comment(1, '<p>longo</p>'), comment(2, '<p>curto</p>')]);
  const long = within(await screen.findByText('longo').then((text) => text.closest('article')!));
  const more = long.getByRole('button', { name: 'Ver mais' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getAllByRole('button', { name: 'Ver mais' })).toHaveLength(1);
  await user.click(more);
  await user.click(long.getByRole('button', { name: 'Ver menos' }));
  expect(long.getByRole('button', { name: 'Ver mais' })).toBeVisible();
  vi.restoreAllMocks();
});

test('a comment of somebody who has left has a name, and a removed one has no actions', async () => {
  open([comment(1, 'Vento atrapalha?', { author: null }), comment(2, '', { removed: true })]);
  const left = await screen.findByRole('article', { name: 'Comentário de Membro removido' });
  expect(within(left).getByText('Vento atrapalha?')).toBeVisible();
  expect(screen.getByText('Este comentário foi removido.')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(1);
});
