import { screen, waitFor, within } from '@testing-library/react';
import { communities } from '@vitrine/contract/communities';
import { posts, type PostComment } from '@vitrine/contract/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { openCommunity } from '../../test/community-page.tsx';
import { community, post } from '../../test/community.ts';
import { serve, settle, visit } from '../../test/school.tsx';
import PostPage from './post-page.tsx';

/** The moments of the posts and comments that were rendered. */
const rendered = vi.hoisted(() => new Set<string>());
vi.mock('./byline.tsx', () => ({
  Byline({ at }: { at: string }) {
    rendered.add(at);
    return null;
  },
}));

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => {};
});

const at = (id: number) => `2026-11-20T12:00:0${id}Z`;

test('a like renders its own post alone, however many the feed has', async () => {
  const feed = [3, 2, 1].map((id) => post(id, `Publicação ${id}`, { created_at: at(id) }));
  const { user } = openCommunity({ feed: () => feed }, [
    posts.like,
    () => ({ data: { liked: true, likes: 1 } }),
  ]);
  const liked = (await screen.findByText('Publicação 2')).closest('article')!;
  await settle();
  rendered.clear();
  await user.click(within(liked).getByRole('button', { name: /^Curtir publicação/ }));
  await waitFor(() => expect(rendered).toContain(at(2)));
  await settle();
  expect([...rendered]).toEqual([at(2)]);
});

test('a like renders its own comment alone, however many the post has', async () => {
  const comment = (id: number) =>
    ({
      id,
      post_id: 7,
      parent_id: null,
      content: `Comentário ${id}`,
      author: null,
      likes: 0,
      liked: false,
      removed: false,
      created_at: at(id),
      edited_at: null,
      replies_count: 0,
      replies: [],
    }) as PostComment;
  const data = [1, 2, 3].map(comment);
  serve(
    [posts.likeComment, () => ({ data: { liked: true, likes: 1 } })],
    [posts.show, () => ({ data: post(7, 'Que lente?', { created_at: at(7) }) })],
    [communities.show, () => ({ data: community() })],
    [posts.comments, () => ({ data, next_cursor: null, previous_cursor: null })],
  );
  const path = '/comunidade/post/:postId/:tenant/:communityId';
  const { user } = visit(<PostPage />, { at: '/comunidade/post/7/1/5', path, roles: ['student'] });
  const liked = (await screen.findByText('Comentário 2')).closest('article')!;
  await settle();
  rendered.clear();
  await user.click(within(liked).getByRole('button', { name: /^Curtir/ }));
  await waitFor(() => expect(rendered).toContain(at(2)));
  await settle();
  expect([...rendered]).toEqual([at(2)]);
});
