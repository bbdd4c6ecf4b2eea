import { screen, waitFor, within } from '@testing-library/react';
import { comments, messages } from '@vitrine/contract/comments';
import { beforeEach, expect, test } from 'vitest';
import { bodyOf, comment, me, openComments } from '../../test/lesson-comments.tsx';
import { refusing, settle } from '../../test/school.tsx';

beforeEach(() => localStorage.clear());

test('a student changes and removes only their own comments', async () => {
  const shown = [comment(1, 'A de 500 mm &lt;sic&gt;', { author: me }), comment(2, 'Que lente?')];
  const { user, sent } = openComments(
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
  expect(bodyOf(sent, 'comments.update')).toEqual({ content: 'A de 50 mm.', edited_at: null });
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
  const { user, leave } = openComments([]);
  await user.type(await field(), 'Daqui.');
  localStorage.clear(); // the other tab
  leave();
  openComments([]);
  expect(await field()).toHaveValue('Daqui.');
});

test('a change of a comment survives a reload, until it is discarded', async () => {
  const own = comment(1, 'A de 500 mm', { author: me });
  const edit = async ({ user }: ReturnType<typeof openComments>) => {
    await user.click(
      await screen.findByRole('button', { name: 'Opções do comentário de Olívia Dona' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    return screen.findByRole('textbox', { name: 'Editar comentário' });
  };
  const first = openComments([own]);
  await first.user.type(await edit(first), ' de 1970');
  first.leave();

  const again = openComments([own]);
  expect(await edit(again)).toHaveValue('A de 500 mm de 1970');
  await again.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(await edit(again)).toHaveValue('A de 500 mm');
});

const LATER = '2026-11-28T12:00:00.000Z';

test('a change of a comment that was changed since, in another tab or by the team, says so', async () => {
  const opened = async (edited_at: string | null) => {
    const { user, leave } = openComments([comment(1, 'A de 500 mm', { author: me, edited_at })]);
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
  const { user, sent } = openComments(shown, {}, [
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
  expect(bodyOf(sent, 'comments.update')).toMatchObject({ edited_at: null });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(field).not.toBeInTheDocument());
});

test('a change of a comment whose answer was lost is no change of somebody else', async () => {
  const shown = [comment(1, 'A de 500 mm', { author: me })];
  const { user } = openComments(shown, {}, [
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
