import { screen, waitFor } from '@testing-library/react';
import { communities } from '@vitrine/contract/communities';
import { posts } from '@vitrine/contract/posts';
import { beforeEach, expect, test } from 'vitest';
import { community, post } from '../../test/community.ts';
import { serve, visit } from '../../test/school.tsx';
import PostPage from './post-page.tsx';

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => {};
});

const namesakes = [11, 12].map((id) => ({ id, name: 'Ana Silva', photo_url: null, staff: false }));

async function openField() {
  const sent = serve(
    [posts.people, () => [...namesakes, { ...namesakes[0]!, id: 13, name: 'Ana' }]],
    [posts.createComment, ({ body }) => ({ data: { ...post(2, body.content), replies: [] } })],
    [posts.show, () => ({ data: post(7, 'Que lente?') })],
    [communities.show, () => ({ data: community() })],
    [posts.comments, () => ({ data: [], next_cursor: null, previous_cursor: null })],
  );
  const path = '/comunidade/post/:postId/:tenant/:communityId';
  const { user } = visit(<PostPage />, { at: '/comunidade/post/7/1/5', path, roles: ['student'] });
  const field = await screen.findByLabelText('Escreva um comentário');
  const choose = async (at: number) => {
    await user.type(field, '@an');
    await user.click((await screen.findAllByRole('option'))[at]!);
  };
  const send = async () => {
    await user.click(screen.getByRole('button', { name: 'Comentar' }));
    await waitFor(() => expect(sent.some(({ name }) => name === 'posts.createComment')).toBe(true));
    const { body } = sent.findLast(({ name }) => name === 'posts.createComment')!;
    const { content } = body as { content: string };
    return [...content.matchAll(/data-mention="(\d+)">([^<]*)/g)].map(([, id, name]) => [id, name]);
  };
  return { user, field, choose, send };
}

test('of two people with one name, the one who was chosen last is mentioned', async () => {
  const { user, field, choose, send } = await openField();
  await choose(0);
  await user.clear(field);
  await choose(1);
  expect(await send()).toEqual([['12', '@Ana Silva']]);
});

test('two people with one name are both mentioned', async () => {
  const { choose, send } = await openField();
  await choose(0);
  await choose(1);
  expect(await send()).toEqual([
    ['11', '@Ana Silva'],
    ['12', '@Ana Silva'],
  ]);
});

test('a longer name that was only typed mentions nobody', async () => {
  const { user, field, choose, send } = await openField();
  await choose(2);
  await user.type(field, 'oi @Anabela');
  expect(await send()).toEqual([['13', '@Ana']]);
});
