import { screen, waitFor, within } from '@testing-library/react';
import { posts } from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { bodyOf, openCommunity } from '../../test/community-page.tsx';
import { channel, post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';
import { refusing } from '../../test/school.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

const feed = () => [post(7, 'Vendo preset')];

test('staff remove with a reason', async () => {
  const { sent, user } = openCommunity({ feed, role: 'moderator' }, [
    posts.removeAsStaff,
    () => ({ data: post(7, 'Vendo preset') }),
  ]);
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  expect(await screen.findByRole('menuitem', { name: 'Fixar no canal' })).toBeVisible();
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(bodyOf(sent, 'posts.removeAsStaff')).toEqual({ reason: 'Venda' }));
});

test('a removed post gives the focus to its neighbour, and the last one to the channel’s name', async () => {
  let here = [post(9, 'Nova'), post(7, 'Vendo preset')];
  const { user } = openCommunity({ feed: () => here, role: 'moderator' }, [
    posts.removeAsStaff,
    ({ params }) => {
      here = here.filter(({ id }) => id !== Number(params['id']));
      return { data: post(Number(params['id']), '') };
    },
  ]);
  const removeFirst = async () => {
    const [article] = screen.getAllByRole('article');
    await user.click(within(article!).getByRole('button', { name: /^Opções/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
    await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
    await user.click(screen.getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(article).not.toBeInTheDocument());
  };
  await screen.findAllByRole('button', { name: /^Opções da publicação/ });
  await removeFirst();
  await waitFor(() => expect(screen.getByRole('article')).toHaveFocus());
  await removeFirst();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Avisos' })).toHaveFocus());
});

test('unpinning a post keeps the focus', async () => {
  let pinned = true;
  const feed = () =>
    pinned
      ? [post(7, 'Aviso', { pinned }), post(9, 'Nova'), post(8, 'Outra')]
      : [post(9, 'Nova'), post(8, 'Outra'), post(7, 'Aviso')];
  const { user } = openCommunity({ feed, role: 'moderator' }, [
    posts.unpin,
    () => {
      pinned = false;
      return { data: post(7, 'Aviso') };
    },
  ]);
  const articles = await screen.findAllByRole('article');
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const isBelow = !pinned && this.closest('[data-post="7"]');
    return new DOMRect(0, isBelow ? innerHeight + 400 : 100, 40, 40);
  });
  await user.click(
    await within(articles[0]!).findByRole('button', { name: /^Opções da publicação/ }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Desafixar' }));
  await waitFor(() => expect(articles[1]).toHaveFocus());
  expect(screen.getAllByRole('article')[0]).toBe(articles[1]);
});

test('staff silence a member at their post, and can undo it', async () => {
  const { sent, user } = openCommunity(
    { feed, role: 'moderator' },
    [posts.silence, () => ({ data: { member_id: 8, until: null, reason: 'Venda' } })],
    [posts.unsilence, () => undefined],
  );
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Silenciar' }));
  await screen.findByRole('dialog', { name: 'Silenciar Rosa Lemos' });
  await user.click(screen.getByRole('radio', { name: 'Sem prazo' }));
  await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
  await user.click(screen.getByRole('button', { name: 'Silenciar' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'posts.silence')).toEqual({ until: null, reason: 'Venda' }),
  );
  // The toast of the test before may still be visible.
  const told = (await screen.findByText('Pessoa silenciada')).closest('li')!;
  await user.click(within(told).getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('posts.unsilence'));
});

test('staff cannot be silenced', async () => {
  const author = { ...post(7, '').author!, staff: true, role: 'instructor' as const };
  const { user } = openCommunity({ feed: () => [post(7, 'Aviso', { author })], role: 'owner' });
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  expect(await screen.findByRole('menuitem', { name: 'Remover' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Silenciar' })).toBeNull();
});

test('a student may only report a post of another member', async () => {
  const { user } = openCommunity({ feed });
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  expect(await screen.findByRole('menuitem', { name: 'Denunciar' })).toBeVisible();
  for (const name of ['Remover', 'Editar', 'Fixar no canal', 'Silenciar'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull();
});

test.each([
  [false, ['Copiar link', 'Publicações desta pessoa', 'Editar', 'Remover']],
  [true, ['Copiar link', 'Publicações desta pessoa', 'Remover']],
])('the author of a post, silenced %s, has their own options', async (silenced, names) => {
  const author = { ...post(7, '').author!, id: 7, name: 'Olívia Dona' };
  const { user } = openCommunity({
    community: { silenced },
    feed: () => [post(7, 'Minha', { author })],
  });
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Olívia Dona' }),
  );
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(names);
});

test('a cancelled change is not stored', async () => {
  const { user } = openCommunity({ feed, role: 'moderator' });
  const edit = async () => {
    await user.click(
      await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    return within(await screen.findByRole('form', { name: 'Editar publicação' }));
  };
  const form = await edit();
  await user.type(form.getByRole('textbox', { name: /Título/ }), 'Outro');
  await user.click(form.getByRole('button', { name: 'Cancelar' }));
  expect((await edit()).getByRole('textbox', { name: /Título/ })).toHaveValue('');
});

const chooseIn = async (user: ReturnType<typeof openCommunity>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: /^Opções da publicação/ }));
  await user.click(await screen.findByRole('menuitem', { name }));
};

test('the author of a post removes it after a question, without a reason', async () => {
  const author = { ...post(7, '').author!, id: 7, name: 'Olívia Dona' };
  let here = [post(7, 'Minha', { author })];
  const { sent, user } = openCommunity({ feed: () => here }, [
    posts.remove,
    () => {
      here = [];
    },
  ]);
  const removals = () => sent.filter(({ name }) => name === 'posts.remove');
  await chooseIn(user, 'Remover');
  const question = await screen.findByRole('dialog', { name: 'Remover publicação' });
  expect(question).toHaveTextContent('Esta ação não poderá ser desfeita.');
  await user.click(within(question).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(removals()).toHaveLength(0);
  await chooseIn(user, 'Remover');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remover' }),
  );
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(removals()).toHaveLength(1);
});

test('staff who removed a post bring it back from the toast', async () => {
  const { sent, user } = openCommunity(
    { feed, role: 'moderator' },
    [posts.removeAsStaff, () => ({ data: post(7, 'Vendo preset') })],
    [posts.restore, () => ({ data: post(7, 'Vendo preset') })],
  );
  await chooseIn(user, 'Remover');
  await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  // Toasts of the tests before may still be visible.
  const toasts = await screen.findAllByText('Publicação removida');
  for (const told of toasts)
    await user.click(within(told.closest('li')!).getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('posts.restore'));
});

test.each([
  [false, 'Fechar comentários', true],
  [true, 'Abrir comentários', false],
])('staff change comments that are closed: %s', async (comments_closed, name, closed) => {
  const { sent, user } = openCommunity(
    { feed: () => [post(7, 'Aviso', { comments_closed })], role: 'moderator' },
    [posts.closeComments, () => ({ data: post(7, 'Aviso') })],
  );
  await chooseIn(user, name);
  await waitFor(() => expect(bodyOf(sent, 'posts.closeComments')).toEqual({ closed }));
});

test('staff move a post to another channel, and read why where that fails', async () => {
  let fails = true;
  let here = feed();
  const { sent, user } = openCommunity({ feed: () => here, role: 'moderator' }, [
    posts.update,
    () => {
      if (fails) return refusing(503, 'Ocupado');
      here = [];
      return { data: post(7, 'Vendo preset', { channel_id: 2 }) };
    },
  ]);
  await chooseIn(user, 'Mover para…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Mover publicação' }));
  expect(dialog.getByRole('combobox', { name: 'Canal' })).toHaveTextContent('Dúvidas');
  await user.click(dialog.getByRole('button', { name: 'Mover' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Ocupado');
  fails = false;
  await user.click(dialog.getByRole('button', { name: 'Mover' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodyOf(sent, 'posts.update')).toEqual({ channel_id: 2 });
});

test('the only channel of a community has no other to move to', async () => {
  const { user } = openCommunity({
    community: { channels: [channel(1, 'Avisos')] },
    feed,
    role: 'moderator',
  });
  await user.click(await screen.findByRole('button', { name: /^Opções da publicação/ }));
  expect(await screen.findByRole('menuitem', { name: 'Fixar no canal' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Mover para…' })).toBeNull();
});
