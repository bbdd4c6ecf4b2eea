import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openCommunity } from '../../test/community-page.tsx';
import { post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';

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
