import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { communities, type Community } from '@vitrine/contract/communities';
import {
  limits,
  messages,
  posts,
  type Post,
  type PostComment,
  type PostReply,
} from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { community, post } from '../../test/community.ts';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
// Imported here, so that no test waits for the lazy chunk.
import './post-composer.tsx';
import PostPage from './post-page.tsx';

beforeEach(() => localStorage.clear());

const comment = (id: number, content: string, more: Partial<PostComment> = {}): PostComment => ({
  id,
  post_id: 7,
  parent_id: null,
  content,
  author: { id: 9, name: 'Kauê Dias', photo_url: null, staff: false, role: null },
  likes: 0,
  liked: false,
  removed: false,
  created_at: new Date().toISOString(),
  edited_at: null,
  replies_count: 0,
  replies: [],
  ...more,
});

interface RenderOptions {
  more?: Partial<Post>;
  inCommunity?: Partial<Community>;
  comments?: () => PostComment[];
  at?: string;
  role?: 'student' | 'moderator';
}

function open(
  { more = {}, inCommunity, comments = () => [], at = '', role = 'student' }: RenderOptions = {},
  ...answers: Parameters<typeof serve>
) {
  Element.prototype.scrollIntoView = () => {};
  const sent = serve(
    ...answers,
    [posts.show, () => ({ data: post(7, 'Que lente para retrato?', more) })],
    [communities.show, () => ({ data: community(inCommunity) })],
    [posts.comments, () => ({ data: comments(), next_cursor: null, previous_cursor: null })],
  );
  const path = '/comunidade/post/:postId/:tenant/:communityId';
  const page = { at: `/comunidade/post/7/1/5${at}`, path, roles: [role] };
  return { sent, ...visit(<PostPage />, page) };
}
const bodies = (sent: { name: string; body: unknown }[], name: string) =>
  sent.filter((call) => call.name === name).map(({ body }) => body);

test('a comment is written and answered one level deep', async () => {
  const said = [comment(1, 'Uma 85 mm.')];
  const { sent, user } = open({ comments: () => said }, [
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
  const { user } = open({}, [
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
  const { user, history } = open({}, [
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

test('the reason of a report that is written is not lost by a slip', async () => {
  const { sent, user } = open({}, [posts.report, () => ({ data: {} })]);
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Denunciar' }));
  const reason = await screen.findByRole('textbox', { name: 'O que está errado?' });
  await user.type(reason, 'Vende cursos');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  expect(reason).toHaveValue('Vende cursos');
  await user.click(screen.getByRole('button', { name: 'Enviar denúncia' }));
  await waitFor(() =>
    expect(bodies(sent, 'posts.report')).toEqual([{ reason: 'Vende cursos', comment_id: null }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the reason of a refused comment shows until its text changes', async () => {
  const { user } = open({}, [posts.createComment, () => refusing(503, 'Ocupado')]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'Oi');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ocupado');
  await user.type(field, '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a link to a comment marks it', async () => {
  open({ at: '?comentario=2', comments: () => [comment(1, 'Um'), comment(2, 'Dois')] });
  const linked = (await screen.findByText('Dois')).closest('article');
  expect(linked).toHaveClass('is-linked');
  expect(screen.getByText('Um').closest('article')).not.toHaveClass('is-linked');
  await waitFor(() => expect(linked).toHaveFocus());
});

test('a link to a comment takes the focus from nobody who writes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user } = open({ at: '?comentario=2' }, [
    posts.comments,
    async () => {
      await promise;
      return {
        data: [comment(1, 'Um'), comment(2, 'Dois')],
        next_cursor: null,
        previous_cursor: null,
      };
    },
  ]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'Oi');
  resolve();
  await screen.findByText('Dois');
  expect(field).toHaveFocus();
});

test('a link to a reply past the first two hundred scrolls to it, after the gap', async () => {
  const { replies_count: _, replies: __, ...said } = comment(1, 'Um');
  const replies = Array.from({ length: limits.repliesAround + 1 }, (_item, at) => ({
    ...said,
    id: 10 + at,
    parent_id: 1,
    content: `Resposta ${10 + at}`,
  }));
  replies.at(-1)!.id = 999;
  const seen: Element[] = [];
  open({
    at: '?comentario=999',
    comments: () => [comment(1, 'Um', { replies, replies_count: 300 })],
  });
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    seen.push(this);
  };
  const linked = (await screen.findByText(`Resposta ${10 + limits.repliesAround}`)).closest(
    'article',
  )!;
  await waitFor(() => expect(seen).toEqual([linked]));
  expect(linked).toHaveClass('is-linked');
  const more = screen.getByRole('button', { name: 'Ver mais 99 respostas' });
  expect(more.compareDocumentPosition(linked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('closed comments accept none from students, and still some from staff', async () => {
  const { leave } = open({ more: { comments_closed: true } });
  expect(await screen.findByText('Os comentários desta publicação estão fechados.')).toBeVisible();
  expect(screen.queryByLabelText('Escreva um comentário')).toBeNull();
  leave();
  open({ more: { comments_closed: true }, role: 'moderator' });
  expect(await screen.findByLabelText('Escreva um comentário')).toBeVisible();
});

test('the author of a removed post sees the reason', async () => {
  open({}, [
    posts.show,
    () => refusing(403, 'Removida', { code: 'post_removed', data: { reason: 'Venda' } }),
  ]);
  expect(await screen.findByText('Motivo: Venda')).toBeVisible();
});

test('a post of a locked channel shows the way in', async () => {
  const upsell = { text: 'Entre na turma', link: 'https://a.example' };
  open({}, [
    posts.show,
    () => refusing(403, 'Sem acesso a este canal.', { code: 'no_access', data: { upsell } }),
  ]);
  expect(await screen.findByText('Sem acesso a este canal.')).toBeVisible();
  expect(screen.getByText('Entre na turma')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Conhecer o plano' })).toHaveAttribute(
    'href',
    upsell.link,
  );
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
});

test('staff restore a removed post, and stay on it', async () => {
  let removed: Post['removed'] = { at: new Date().toISOString(), reason: 'Venda' };
  const { sent, user } = open(
    { role: 'moderator' },
    [
      posts.restore,
      () => {
        removed = null;
        return { data: post(7, 'Oi') };
      },
    ],
    [posts.show, () => ({ data: post(7, 'Oi', { removed }) })],
  );
  const back = await screen.findByRole('button', { name: 'Trazer de volta' });
  await user.click(back);
  await waitFor(() => expect(back).not.toBeInTheDocument());
  expect(bodies(sent, 'posts.restore')).toHaveLength(1);
  expect(document.activeElement).toContainElement(screen.getByRole('article'));
  expect(document.body).not.toHaveFocus();
});

test('a link to a comment that is gone says so, and shows the others', async () => {
  open({ at: '?comentario=2' }, [
    posts.comments,
    ({ query }) =>
      query.has('around')
        ? refusing(404, 'Não encontrado')
        : { data: [comment(1, 'Um')], next_cursor: null, previous_cursor: null },
  ]);
  expect(await screen.findByText('Um')).toBeVisible();
  expect(screen.getByText('Este comentário foi removido.')).toBeVisible();
  expect(screen.queryByText('Os comentários não carregaram')).toBeNull();
});

test('a second link on the same page scrolls too', async () => {
  const seen: string[] = [];
  const { history } = open({
    at: '?comentario=1',
    comments: () => [comment(1, 'Um'), comment(2, 'Dois')],
  });
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    seen.push(this.id);
  };
  await waitFor(() => expect(seen).toEqual(['comentario-1']));
  await act(async () => history.push('/comunidade/post/7/1/5?comentario=2'));
  await waitFor(() => expect(seen).toEqual(['comentario-1', 'comentario-2']));
});

test('the viewer’s own comment shows, even with unloaded ones before it', async () => {
  const first = Array.from({ length: limits.page }, (_item, at) => comment(at + 1, `c${at + 1}`));
  const own = comment(99, 'E a 50?');
  const { user } = open(
    {},
    [posts.createComment, () => ({ data: own })],
    [
      posts.comments,
      ({ query }) =>
        query.get('around') === '99'
          ? { data: [own], next_cursor: null, previous_cursor: '99' }
          : { data: first, next_cursor: '20', previous_cursor: null },
    ],
  );
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'E a 50?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(
    (await screen.findByText('E a 50?', { selector: 'article *' })).closest('article'),
  ).toHaveClass('is-linked');
  expect(screen.getByRole('button', { name: 'Ver comentários anteriores' })).toBeVisible();
});

test('the viewer’s own reply shows after three others', async () => {
  const { replies_count: _, replies: __, ...said } = comment(1, 'Um');
  const replies = [2, 3, 4].map((id) => ({ ...said, id, parent_id: 1, content: `r${id}` }));
  let count = 3;
  const { user } = open(
    {},
    [
      posts.createComment,
      () => {
        count = 4;
        return { data: comment(5, 'Obrigada', { parent_id: 1 }) };
      },
    ],
    [
      posts.comments,
      ({ query }) => ({
        data: query.has('parent_id')
          ? [...replies, { ...said, id: 5, parent_id: 1, content: 'Obrigada' }].slice(0, count)
          : [comment(1, 'Um', { replies, replies_count: count })],
        next_cursor: null,
        previous_cursor: null,
      }),
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Responder' }));
  await user.type(await screen.findByLabelText('Responder a Kauê Dias'), 'Obrigada');
  await user.click(screen.getAllByRole('button', { name: 'Responder' }).at(-1)!);
  expect(await screen.findByText('Obrigada', { selector: 'article *' })).toBeVisible();
});

test('a person mentioned before a reload is still mentioned', async () => {
  const answers: Parameters<typeof serve> = [
    [posts.people, () => [{ id: 9, name: 'Ana Beltrão', photo_url: null, staff: true }]],
    [posts.createComment, ({ body }) => ({ data: comment(2, body.content) })],
  ];
  const { user, leave } = open({}, ...answers);
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'Oi @an');
  await user.click(await screen.findByRole('option', { name: /Ana Beltrão/ }));
  leave();
  const again = open({}, ...answers);
  expect(await screen.findByLabelText('Escreva um comentário')).toHaveValue('Oi @Ana Beltrão ');
  await again.user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() =>
    expect(bodies(again.sent, 'posts.createComment')).toEqual([
      { content: 'Oi <span data-mention="9">@Ana Beltrão</span>', parent_id: null },
    ]),
  );
});

test('a comment stays over a reload, though another tab has sent one at the same place', async () => {
  const { user, leave } = open();
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'Daqui.');
  localStorage.clear(); // the other tab
  leave();
  open();
  expect(await screen.findByLabelText('Escreva um comentário')).toHaveValue('Daqui.');
});

test('a sent comment takes none along that another tab has written since', async () => {
  const field = () => screen.findByLabelText('Escreva um comentário');
  const { user, leave } = open({}, [
    posts.createComment,
    ({ body }) => ({ data: comment(2, body.content) }),
  ]);
  await user.type(await field(), 'Daqui.');
  const [key] = Object.keys({ ...localStorage });
  localStorage.setItem(key!, JSON.stringify({ text: 'De lá.', chosen: [] })); // the other tab
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(async () => expect(await field()).toHaveValue(''));
  leave();
  open();
  expect(await field()).toHaveValue('De lá.');
});

test('a change of a comment survives a reload, until it is saved', async () => {
  const own = comment(1, 'Uma 85 mm.', { author: { ...comment(1, '').author!, id: 7 } });
  const answers: Parameters<typeof serve> = [
    [posts.updateComment, ({ body }) => ({ data: { ...own, content: body.content } })],
  ];
  const edit = async ({ user }: ReturnType<typeof open>) => {
    await user.click(
      await screen.findByRole('button', { name: 'Opções do comentário de Kauê Dias' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    return screen.findByLabelText('Editar comentário');
  };
  const first = open({ comments: () => [own] }, ...answers);
  await first.user.type(await edit(first), ' Ou 50.');
  first.leave();

  const again = open({ comments: () => [own] }, ...answers);
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
  const edit = async ({ user }: ReturnType<typeof open>) => {
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
  const first = open({ comments: () => [own] }, ...answers);
  const field = await edit(first);
  await first.user.type(field, ' Ou 50.');
  expect(screen.queryByText(messages.commentOutdated)).toBeNull();
  own = { ...own, content: 'Da equipe', edited_at: later };
  await first.user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(messages.commentOutdated)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  expect(field).toHaveValue('Uma 85 mm. Ou 50.');
  first.leave();

  const again = open({ comments: () => [own] }, ...answers);
  expect(await edit(again)).toHaveValue('Uma 85 mm. Ou 50.');
  expect(screen.getByText(messages.commentOutdated)).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByLabelText('Editar comentário')).toBeNull());
});

test('a change of a comment whose answer was lost is no change of somebody else', async () => {
  let own = comment(1, 'Uma 85 mm.', { author: { ...comment(1, '').author!, id: 7 } });
  const later = '2026-11-28T12:00:00.000Z';
  const { user } = open({ comments: () => [own] }, [
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
  const { user } = open({}, [
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
  const { user } = open({}, [
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
  const { sent, user } = open(
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
  open({
    inCommunity: { may },
    comments: () => [comment(1, 'Um'), comment(2, 'Dois', { likes: 3 })],
  });
  expect(await screen.findByText('Dois')).toBeVisible();
  const like = screen.getByRole('button', { name: /Curtir/ });
  expect(like).toBeDisabled();
  expect(like).toHaveTextContent('3');
});

test('a silenced member sees the end of the silence, and cannot edit their own texts', async () => {
  const author = { id: 7, name: 'Olívia Dona', photo_url: null, staff: false, role: null };
  const { user } = open({
    more: { author },
    inCommunity: { silenced: true, silenced_until: '2030-01-02T12:00:00.000Z' },
    comments: () => [comment(1, 'Um', { author })],
  });
  expect(await screen.findByText(/volta a escrever em .*2030/)).toBeVisible();
  for (const name of [/Opções do comentário/, /Opções da publicação/]) {
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('menuitem', { name: 'Copiar link' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Editar' })).toBeNull();
    await user.keyboard('{Escape}');
  }
});

test('a removed post can only be restored', async () => {
  const removed = { at: new Date().toISOString(), reason: 'Venda' };
  open({ more: { removed }, role: 'moderator' });
  expect(await screen.findByRole('button', { name: 'Trazer de volta' })).toBeVisible();
  await settle();
  expect(screen.queryByRole('button', { name: /Opções da publicação/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Curtir/ })).toBeNull();
});

const postPath = '/comunidade/post/7/1/5';

test.each([
  ['of the post', null, postPath],
  ['in the menu of the post', /Opções da publicação/, postPath],
  ['in the menu of a comment', /Opções do comentário/, `${postPath}?comentario=1`],
])(
  'the link %s is copied; where the browser forbids it, a field shows it selected',
  async (_where, menu, path) => {
    const { user } = open({ comments: () => [comment(1, 'Um')] });
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    const press = async () => {
      if (menu) await user.click(await screen.findByRole('button', { name: menu }));
      const role = menu ? 'menuitem' : 'button';
      await user.click(await screen.findByRole(role, { name: 'Copiar link' }));
    };
    const address = new URL(path, location.href).href;
    await press();
    expect(await screen.findByText('Link copiado')).toBeVisible();
    expect(write).toHaveBeenLastCalledWith(address);
    write.mockRejectedValueOnce(new DOMException('Not allowed', 'NotAllowedError'));
    await press();
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(field).toHaveValue(address);
    await waitFor(() => expect(field).toHaveFocus());
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, address.length]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(field).not.toBeInTheDocument());
  },
);

test('a comment whose answer was lost is sent again under the same key', async () => {
  const { user } = open();
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

test('a post without a title is headed by its first words, for screen readers', async () => {
  open({ more: { title: '', content: '<p>Sem tripé, em pé na <b>chuva</b>.</p>' } });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Sem tripé, em pé na chuva.' }),
  ).toBeInTheDocument();
});

test('the author who removes their post on its page is led to the community', async () => {
  const author = { ...comment(1, '').author!, id: 7, name: 'Olívia Dona' };
  const { user, history } = open({ more: { author } }, [posts.remove, () => undefined]);
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Olívia Dona' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.click(await screen.findByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(history.location.pathname).toBe('/comunidade/1/5'));
});

test.each([
  ['of another school', '/comunidade/post/7/2/5'],
  ['of another community', '/comunidade/post/7/1/6'],
])('a link to a post %s finds nothing', async (_of, at) => {
  const { history } = open();
  act(() => history.push(at));
  expect(await screen.findByText('Esta publicação não existe')).toBeVisible();
  expect(screen.queryByText('Que lente para retrato?')).toBeNull();
});

test('a post that is being changed is not taken for the next one', async () => {
  const author = { ...comment(1, '').author!, id: 7, name: 'Olívia Dona' };
  const { user, history } = open({}, [
    posts.show,
    ({ params }) => ({ data: post(Number(params['id']), `Post ${params['id']}`, { author }) }),
  ]);
  await screen.findAllByText('Post 7');
  act(() => history.push('/comunidade/post/8/1/5'));
  await screen.findAllByText('Post 8');
  act(() => history.push('/comunidade/post/7/1/5'));
  await screen.findAllByText('Post 7');
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Olívia Dona' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  expect(await screen.findByRole('form', { name: 'Editar publicação' })).toBeVisible();
  // Both are read: the page changes without a wait.
  act(() => history.push('/comunidade/post/8/1/5'));
  await screen.findAllByText('Post 8');
  expect(screen.queryByRole('form', { name: 'Editar publicação' })).toBeNull();
});
