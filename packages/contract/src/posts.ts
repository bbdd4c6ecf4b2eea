import { feedRoutes } from './feed.ts';
import { moderationRoutes } from './moderation.ts';
import { postCommentRoutes } from './post-comments.ts';

export * from './feed.ts';
export * from './moderation.ts';
export * from './post-comments.ts';
export { postLimits as limits, postMessages as messages } from './post-limits.ts';

/** v1, communities, and contract, Communities. 403 `no_access` in a locked channel. */
export const posts = { ...feedRoutes, ...postCommentRoutes, ...moderationRoutes };
