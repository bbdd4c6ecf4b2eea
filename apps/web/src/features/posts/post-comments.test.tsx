import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { messages, posts, type PostReply } from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { community, post } from '../../test/community.ts';
import { bodies, comment, openPost } from '../../test/post-page.tsx';
import { refusing, serve, settle } from '../../test/school.tsx';
// Imported here, so that no test waits for the lazy chunk.
import './post-composer.tsx';

beforeEach(() => localStorage.clear());

test('a comment is written and answered one level deep', async () => {
  const said = [comment(1, 'Uma 85 mm.')];
  const { sent, user } = openPost({ comments: () => said }, [
    posts.createComment,
    ({ body }) => {
      const data = comment(2, body.content);
      if (body.parent_id === null) said.push(data);
      return { data };
    },
  ]);
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'E a 50?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() =>
    expect(bodies(sent, 'posts.createComment')).toEqual([{ content: 'E a 50?', parent_id: null }]),
  );
  // The pressed button is gone, and the comment takes the focus.
  await waitFor(() => expect(document.activeElement).toHaveTextContent('E a 50?'));
  await user.click(screen.getAllByRole('button', { name: 'Responder' })[0]!);
  await user.type(await screen.findByLabelText('Responder a Kauê Dias'), 'Obrigada');
  await user.click(screen.getAllByRole('button', { name: 'Responder' })[1]!);
  await waitFor(() =>
    expect(bodies(sent, 'posts.createComment').at(-1)).toEqual({
      content: 'Obrigada',
      parent_id: 1,
    }),
  );
  const told = await screen.findByText('Resposta enviada');
  expect(told.parentElement).toHaveRole('status');
});

test('nothing can be typed that the sent comment would take along', async () => {
  let answer = (_: object) => {};
  const { user } = openPost({}, [
    posts.createComment,
    () => new Promise<object>((resolve) => (answer = resolve)),
  ]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'E a 50?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await user.type(field, ' E a 35?');
  expect(field).toHaveValue('E a 50?');
  await act(async () => answer({ data: comment(2, 'E a 50?') }));
  await waitFor(() => expect(field).toHaveValue(''));
});

test('a comment that is written stays with its post', async () => {
  const { user, history } = openPost({}, [
    posts.show,
    ({ params }) => ({ data: post(Number(params['id']), `Publicação ${params['id']}`) }),
  ]);
  const go = async (id: number) => {
    act(() => history.push(`/comunidade/post/${id}/1/5`));
    await screen.findAllByText(`Publicação ${id}`);
  };
  await screen.findAllByText('Publicação 7');
  // Both are read: the page changes without a wait.
  await go(8);
  await go(7);
  await user.type(screen.getByLabelText('Escreva um comentário'), 'Para a sete');
  await go(8);
  expect(screen.getByLabelText('Escreva um comentário')).toHaveValue('');
  await go(7);
  expect(screen.getByLabelText('Escreva um comentário')).toHaveValue('Para a sete');
});

test('the reason of a refused comment shows until its text changes', async () => {
  const { user } = openPost({}, [posts.createComment, () => refusing(503, 'Ocupado')]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'Oi');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ocupado');
  await user.type(field, '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a person mentioned before a reload is still mentioned', async () => {
  const answers: Parameters<typeof serve> = [
    [posts.people, () => [{ id: 9, name: 'Ana Beltrão', photo_url: null, staff: true }]],
    [posts.createComment, ({ body }) => ({ data: comment(2, body.content) })],
  ];
  const { user, leave } = openPost({}, ...answers);
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'Oi @an');
  await user.click(await screen.findByRole('option', { name: /Ana Beltrão/ }));
  leave();
  const again = openPost({}, ...answers);
  expect(await screen.findByLabelText('Escreva um comentário')).toHaveValue('Oi @Ana Beltrão ');
  await again.user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() =>
    expect(bodies(again.sent, 'posts.createComment')).toEqual([
      { content: 'Oi <span data-mention="9">@Ana Beltrão</span>', parent_id: null },
    ]),
  );
});

test('a comment stays over a reload, though another tab has sent one at the same place', async () => {
  const { user, leave } = openPost();
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'Daqui.');
  localStorage.clear(); // the other tab
  leave();
  openPost();
  expect(await screen.findByLabelText('Escreva um comentário')).toHaveValue('Daqui.');
});

test('a sent comment takes none along that another tab has written since', async () => {
  const field = () => screen.findByLabelText('Escreva um comentário');
  const { user, leave } = openPost({}, [
    posts.createComment,
    ({ body }) => ({ data: comment(2, body.content) }),
  ]);
  await user.type(await field(), 'Daqui.');
  const [key] = Object.keys({ ...localStorage });
  localStorage.setItem(key!, JSON.stringify({ text: 'De lá.', chosen: [] })); // the other tab
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(async () => expect(await field()).toHaveValue(''));
  leave();
  openPost();
  expect(await field()).toHaveValue('De lá.');
});

test('a change of a comment survives a reload, until it is saved', async () => {
  const own = comment(1, 'Uma 85 mm.', { author: { ...comment(1, '').author!, id: 7 } });
  const answers: Parameters<typeof serve> = [
    [posts.updateComment, ({ body }) => ({ data: { ...own, content: body.content } })],
  ];
  const edit = async ({ user }: ReturnType<typeof openPost>) => {
    await user.click(
      await screen.findByRole('button', { name: 'Opções do comentário de Kauê Dias' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    return screen.findByLabelText('Editar comentário');
  };
  const first = openPost({ comments: () => [own] }, ...answers);
  await first.user.type(await edit(first), ' Ou 50.');
  first.leave();

  const again = openPost({ comments: () => [own] }, ...answers);
  expect(await edit(again)).toHaveValue('Uma 85 mm. Ou 50.');
  await again.user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(bodies(again.sent, 'posts.updateComment')).toEqual([
      { content: 'Uma 85 mm. Ou 50.', edited_at: null },
    ]),
  );
  await waitFor(() => expect(screen.queryByLabelText('Editar comentário')).toBeNull());
  expect(localStorage).toHaveLength(0);
});

test('a change of a comment that somebody has changed since says so, and is saved when asked again', async () => {
  const later = '2026-11-28T12:00:00.000Z';
  let own = comment(1, 'Uma 85 mm.', { author: { ...comment(1, '').author!, id: 7 } });
  const edit = async ({ user }: ReturnType<typeof openPost>) => {
    await user.click(
      await screen.findByRole('button', { name: 'Opções do comentário de Kauê Dias' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    return screen.findByLabelText('Editar comentário');
  };
  const answers: Parameters<typeof serve> = [
    [
      posts.updateComment,
      ({ body }) => {
        if (body.edited_at === own.edited_at) return { data: own };
        return refusing(409, messages.commentOutdated, { code: 'stale_version' });
      },
    ],
  ];
  const first = openPost({ comments: () => [own] }, ...answers);
  const field = await edit(first);
  await first.user.type(field, ' Ou 50.');
  expect(screen.queryByText(messages.commentOutdated)).toBeNull();
  own = { ...own, content: 'Da equipe', edited_at: later };
  await first.user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(messages.commentOutdated)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  expect(field).toHaveValue('Uma 85 mm. Ou 50.');
  first.leave();

  const again = openPost({ comments: () => [own] }, ...answers);
  expect(await edit(again)).toHaveValue('Uma 85 mm. Ou 50.');
  expect(screen.getByText(messages.commentOutdated)).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByLabelText('Editar comentário')).toBeNull());
});

test('a change of a comment whose answer was lost is no change of somebody else', async () => {
  let own = comment(1, 'Uma 85 mm.', { author: { ...comment(1, '').author!, id: 7 } });
  const later = '2026-11-28T12:00:00.000Z';
  const { user } = openPost({ comments: () => [own] }, [
    posts.updateComment,
    ({ body }) => {
      if (body.edited_at === later) return { data: own };
      own = { ...own, content: body.content as string, edited_at: later };
      throw new TypeError('The connection is lost after the save.');
    },
  ]);
  await user.click(
    await screen.findByRole('button', { name: 'Opções do comentário de Kauê Dias' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const field = await screen.findByLabelText('Editar comentário');
  await user.type(field, ' Ou 50.');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(/^Sem conexão/)).toBeVisible();
  await settle();
  expect(screen.queryByText(messages.commentOutdated)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByLabelText('Editar comentário')).toBeNull());
});

test('an Enter that ends a composition chooses nobody', async () => {
  const { user } = openPost({}, [
    posts.people,
    () => [{ id: 9, name: 'Ana Beltrão', photo_url: null, staff: true }],
  ]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'Oi @an');
  await screen.findByRole('option', { name: /Ana Beltrão/ });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(field).toHaveValue('Oi @an');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(field).toHaveValue('Oi @Ana Beltrão ');
});

test('Enter chooses nobody of a shorter name who does not match what was typed since', async () => {
  const person = (id: number, name: string) => ({ id, name, photo_url: null, staff: false });
  const { user } = openPost({}, [
    posts.people,
    ({ query }) =>
      query.get('q') === 'a'
        ? [person(9, 'Ana Beltrão'), person(8, 'André Luz')]
        : new Promise(() => {}),
  ]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'Oi @a');
  expect(await screen.findByRole('option', { name: /Ana Beltrão/ })).toBeVisible();
  await user.type(field, 'nd{Enter}');
  expect(field).toHaveValue('Oi @André Luz ');
});

test('a liked comment shows what the server has stored, and the comments are not read again', async () => {
  const reply: PostReply = { ...comment(9, 'Também.', { parent_id: 1 }), likes: 4 };
  const { sent, user } = openPost(
    { comments: () => [comment(1, 'Uma 85 mm.', { replies: [reply], replies_count: 1 })] },
    [posts.likeComment, ({ params }) => ({ data: { liked: true, likes: Number(params['id']) } })],
  );
  const [first, second] = await screen.findAllByRole('button', { name: /Curtir comentário/ });
  const reads = () => sent.filter(({ name }) => name === 'posts.comments').length;
  const before = reads();
  await user.click(second!);
  // Others have liked it meanwhile.
  await waitFor(() => expect(second).toHaveTextContent('9'));
  expect(second).toHaveAttribute('aria-pressed', 'true');
  expect(first).toHaveAttribute('aria-pressed', 'false');
  // The author of both has the id 9, too.
  expect(screen.getAllByText('Kauê Dias')).toHaveLength(2);
  expect(reads()).toBe(before);
});

test('likes that are switched off are not offered', async () => {
  const may = { ...community().may, likes: false };
  openPost({
    inCommunity: { may },
    comments: () => [comment(1, 'Um'), comment(2, 'Dois', { likes: 3 })],
  });
  expect(await screen.findByText('Dois')).toBeVisible();
  const like = screen.getByRole('button', { name: /Curtir/ });
  expect(like).toBeDisabled();
  expect(like).toHaveTextContent('3');
});

test('a comment whose answer was lost is sent again under the same key', async () => {
  const { user } = openPost();
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'Oi');
  const keys: (string | null)[] = [];
  const answer = fetch;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return answer(input, init);
    keys.push(new Headers(init.headers).get('idempotency-key'));
    throw new TypeError('network');
  });
  for (const _press of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    expect(await screen.findByRole('alert')).toBeVisible();
  }
  expect(keys).toEqual([expect.any(String), keys[0]]);
});
