import { hrefOf } from './pages.ts';

// Apart from the other addresses, which the first load carries.

/** The page of a community. */
export const communityHref = (tenant: number, id: number) => hrefOf('community', { tenant, id });

/** The page of a post. */
export const postHref = (tenant: number, post: { id: number; community_id: number }) =>
  hrefOf('post', { postId: post.id, tenant, communityId: post.community_id });
