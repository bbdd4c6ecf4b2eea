import { screen, waitFor } from '@testing-library/react';
import { posts } from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { bodyOf, openCommunity } from '../../test/community-page.tsx';
import { channel, post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';

vi.mock('./post-editor.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

test('before the editor has loaded, the plain field keeps the focus and the text, and publishes', async () => {
  const { sent, user } = openCommunity({ community: { channels: [channel(1, 'Avisos')] } }, [
    posts.create,
    () => ({ data: post(8, 'Bom dia') }),
  ]);
  const field = await screen.findByRole('textbox', { name: /Escreva/ });
  await user.type(field, 'Bom dia & boa luz');
  expect(screen.getByRole('textbox', { name: 'Título (opcional)' })).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Bom dia & boa luz');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'posts.create')).toMatchObject({ content: 'Bom dia &amp; boa luz' }),
  );
});
