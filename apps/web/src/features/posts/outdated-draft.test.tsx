import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { messages, posts } from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { bodyOf, openCommunity } from '../../test/community-page.tsx';
import { post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';
import { refusing, settle } from '../../test/school.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

async function edit(edited_at: string | null) {
  const { user } = openCommunity({
    feed: () => [post(7, '<p>Que lente?</p>', { edited_at })],
    role: 'moderator',
  });
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const form = within(await screen.findByRole('form', { name: 'Editar publicação' }));
  return { user, form, title: form.getByRole('textbox', { name: /Título/ }) };
}

test('a draft of a post that was changed since, in another tab or by the team, says so', async () => {
  const warning = /Esta publicação mudou/;
  const first = await edit(null);
  await first.user.type(first.title, 'Outro');
  expect(first.form.queryByText(warning)).toBeNull();
  cleanup();
  const same = await edit(null);
  expect(same.title).toHaveValue('Outro');
  expect(same.form.queryByText(warning)).toBeNull();
  cleanup();
  const later = await edit('2026-11-28T12:00:00.000Z');
  expect(later.title).toHaveValue('Outro');
  expect(later.form.getByText(warning)).toBeVisible();
  await later.user.click(later.form.getByRole('button', { name: 'Cancelar' }));
  cleanup();
  const anew = await edit('2026-11-28T12:00:00.000Z');
  expect(anew.title).toHaveValue('');
  expect(anew.form.queryByText(warning)).toBeNull();
});

test('a save over a change that the page does not know keeps the text, and then goes on', async () => {
  let edited_at: string | null = null;
  const later = '2026-11-28T12:00:00.000Z';
  const { user, sent } = openCommunity(
    { feed: () => [post(7, '<p>Que lente?</p>', { edited_at })], role: 'moderator' },
    [
      posts.update,
      ({ body }) => {
        if ((body as { edited_at: string | null }).edited_at === later)
          return { data: post(7, '<p>Que lente?</p>', { title: 'Meu', edited_at: later }) };
        edited_at = later;
        return refusing(409, messages.outdated, { code: 'stale_version' });
      },
    ],
  );
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const form = within(await screen.findByRole('form', { name: 'Editar publicação' }));
  const title = form.getByRole('textbox', { name: /Título/ });
  await user.type(title, 'Meu');
  await user.click(form.getByRole('button', { name: 'Salvar' }));
  expect(await form.findByText(messages.outdated)).toBeVisible();
  expect(title).toHaveValue('Meu');
  await waitFor(() => expect(form.getAllByRole('alert')).toHaveLength(1));
  expect(bodyOf(sent, 'posts.update')).toMatchObject({ edited_at: null });
  await user.click(form.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(screen.queryByRole('form', { name: 'Editar publicação' })).not.toBeInTheDocument(),
  );
});

test('an edit whose answer was lost is no change of somebody else, and can be saved again', async () => {
  let stored = post(7, '<p>Que lente?</p>', { edited_at: null });
  let isLost = true;
  const { user, sent } = openCommunity({ feed: () => [stored], role: 'moderator' }, [
    posts.update,
    ({ body: { title } }) => {
      stored = post(7, '<p>Que lente?</p>', { title, edited_at: '2026-11-28T12:00:00.000Z' });
      if (!isLost) return { data: stored };
      isLost = false;
      throw new TypeError('The connection is lost after the save.');
    },
  ]);
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const form = within(await screen.findByRole('form', { name: 'Editar publicação' }));
  await user.type(form.getByRole('textbox', { name: /Título/ }), 'Meu');
  await user.click(form.getByRole('button', { name: 'Salvar' }));
  expect(await form.findByText(/^Sem conexão/)).toBeVisible();
  await settle();
  expect(form.queryByText(messages.outdated)).toBeNull();
  await user.click(form.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(screen.queryByRole('form', { name: 'Editar publicação' })).not.toBeInTheDocument(),
  );
  expect(bodyOf(sent, 'posts.update')).toMatchObject({ edited_at: stored.edited_at });
});
