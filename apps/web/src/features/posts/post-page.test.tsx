import { act, screen, waitFor } from '@testing-library/react';
import { posts, type Post } from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { post } from '../../test/community.ts';
import { bodies, comment, openPost } from '../../test/post-page.tsx';
import { refusing, settle } from '../../test/school.tsx';
// Imported here, so that no test waits for the lazy chunk.
import './post-composer.tsx';

beforeEach(() => localStorage.clear());

test('the reason of a report that is written is not lost by a slip', async () => {
  const { sent, user } = openPost({}, [posts.report, () => ({ data: {} })]);
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

test('closed comments accept none from students, and still some from staff', async () => {
  const { leave } = openPost({ more: { comments_closed: true } });
  expect(await screen.findByText('Os comentários desta publicação estão fechados.')).toBeVisible();
  expect(screen.queryByLabelText('Escreva um comentário')).toBeNull();
  leave();
  openPost({ more: { comments_closed: true }, role: 'moderator' });
  expect(await screen.findByLabelText('Escreva um comentário')).toBeVisible();
});

test('the author of a removed post sees the reason', async () => {
  openPost({}, [
    posts.show,
    () => refusing(403, 'Removida', { code: 'post_removed', data: { reason: 'Venda' } }),
  ]);
  expect(await screen.findByText('Motivo: Venda')).toBeVisible();
});

test('a post of a locked channel shows the way in', async () => {
  const upsell = { text: 'Entre na turma', link: 'https://a.example' };
  openPost({}, [
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
  const { sent, user } = openPost(
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

test('a silenced member sees the end of the silence, and cannot edit their own texts', async () => {
  const author = { id: 7, name: 'Olívia Dona', photo_url: null, staff: false, role: null };
  const { user } = openPost({
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
  openPost({ more: { removed }, role: 'moderator' });
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
    const { user } = openPost({ comments: () => [comment(1, 'Um')] });
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    const press = async () => {
      if (menu) await user.click(await screen.findByRole('button', { name: menu }));
      const role = menu ? 'menuitem' : 'button';
      await user.click(await screen.findByRole(role, { name: 'Copiar link' }));
    };
    const address = new URL(path, location.href).href;
    await press();
    // The message may be replaced while it is looked at.
    await waitFor(() => expect(screen.getByText('Link copiado')).toBeVisible());
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

test('a post without a title is headed by its first words, for screen readers', async () => {
  openPost({ more: { title: '', content: '<p>Sem tripé, em pé na <b>chuva</b>.</p>' } });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Sem tripé, em pé na chuva.' }),
  ).toBeInTheDocument();
});

test('the author who removes their post on its page is led to the community', async () => {
  const author = { ...comment(1, '').author!, id: 7, name: 'Olívia Dona' };
  const { user, history } = openPost({ more: { author } }, [posts.remove, () => undefined]);
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
  const { history } = openPost();
  act(() => history.push(at));
  expect(await screen.findByText('Esta publicação não existe')).toBeVisible();
  expect(screen.queryByText('Que lente para retrato?')).toBeNull();
});

test('a post that is being changed is not taken for the next one', async () => {
  const author = { ...comment(1, '').author!, id: 7, name: 'Olívia Dona' };
  const { user, history } = openPost({}, [
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
