import { communities, type Community } from '@vitrine/contract/communities';
import { posts, type Post, type PostComment } from '@vitrine/contract/posts';
import PostPage from '../features/posts/post-page.tsx';
import { community, post } from './community.ts';
import { serve, visit } from './school.tsx';

/** A comment of another student on the post 7. */
export const comment = (
  id: number,
  content: string,
  more: Partial<PostComment> = {},
): PostComment => ({
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

interface PageOptions {
  more?: Partial<Post>;
  inCommunity?: Partial<Community>;
  comments?: () => PostComment[];
  at?: string;
  role?: 'student' | 'moderator';
}

/** Opens the page of the post 7. `answers` come before its usual ones. */
export function openPost(
  { more = {}, inCommunity, comments = () => [], at = '', role = 'student' }: PageOptions = {},
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
/** The bodies that this call was sent with. */
export const bodies = (sent: { name: string; body: unknown }[], name: string) =>
  sent.filter((call) => call.name === name).map(({ body }) => body);
