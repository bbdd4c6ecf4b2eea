import { fireEvent, screen, waitFor } from '@testing-library/react';
import { communities } from '@vitrine/contract/communities';
import { limits, messages, posts } from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { bodyOf, editor, openCommunity } from '../../test/community-page.tsx';
import { community, post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';
import { serve, visit } from '../../test/school.tsx';
import PostPage from './post-page.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

test('a comment that is too long says so before it is sent, and none of it is lost', async () => {
  const sent = serve(
    [posts.show, () => ({ data: post(7, 'Que lente?') })],
    [communities.show, () => ({ data: community() })],
    [posts.comments, () => ({ data: [], next_cursor: null, previous_cursor: null })],
  );
  const path = '/comunidade/post/:postId/:tenant/:communityId';
  const { user } = visit(<PostPage />, { at: '/comunidade/post/7/1/5', path, roles: ['student'] });
  const field = await screen.findByLabelText('Escreva um comentário');
  fireEvent.change(field, { target: { value: '😀'.repeat(limits.comment + 1) } });
  expect(screen.getByText(messages.commentTooLong)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(bodyOf(sent, 'posts.createComment')).toBeUndefined();
  fireEvent.change(field, { target: { value: '😀'.repeat(limits.comment) } });
  expect(screen.queryByText(messages.commentTooLong)).toBeNull();
});

test('a pasted title is not cut, and says when it is too long', async () => {
  const { sent, user } = openCommunity({}, [posts.create, () => ({ data: post(8, 'Oi') })]);
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  await user.type(await editor(), 'Oi');
  const title = screen.getByLabelText('Título (opcional)');
  await user.click(title);
  await user.paste('😀'.repeat(limits.title + 1));
  expect(title).toHaveValue('😀'.repeat(limits.title + 1));
  expect(screen.getByText(messages.titleTooLong)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(bodyOf(sent, 'posts.create')).toBeUndefined();
  await user.clear(title);
  await user.paste('😀'.repeat(limits.title));
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'posts.create')).toMatchObject({ title: '😀'.repeat(limits.title) }),
  );
});

test('a reason counts without the blanks around it, as it is stored', async () => {
  const { sent, user } = openCommunity({ feed: () => [post(7, 'Oi')] }, [
    posts.report,
    () => ({ data: { id: 1 } }),
  ]);
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Denunciar' }));
  const field = await screen.findByLabelText('O que está errado?');
  fireEvent.change(field, { target: { value: '😀'.repeat(limits.reason + 1) } });
  expect(screen.getByText(messages.reasonTooLong)).toBeVisible();
  fireEvent.change(field, { target: { value: `${'😀'.repeat(limits.reason)}\n` } });
  expect(screen.queryByText(messages.reasonTooLong)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Enviar denúncia' }));
  await waitFor(() => expect(bodyOf(sent, 'posts.report')).toBeDefined());
});
