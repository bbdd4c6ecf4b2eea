import { posts } from '@vitrine/contract/posts';
import type { FastifyInstance } from 'fastify';
import {
  requireChannel,
  requireChannelOfPost,
  requireNotSilenced,
} from '../../kit/access/community-access.ts';
import { courseViewer } from '../../kit/access/course-access.ts';
import { requireMember } from '../../kit/access/require-member.ts';
import { mount, type Subjects } from '../../kit/http/mount.ts';
import { task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { moderationHandlers } from './moderation.handlers.ts';
import { purgePosts } from './moderation.store.ts';
import { commentHandlers } from './post-comments.handlers.ts';
import { findComment } from './post-comments.store.ts';
import './post-events.ts';
import { readingHandlers, writingHandlers } from './posts.handlers.ts';
import { refuseOthers } from './posts.rules.ts';
import { requirePost, lockOwnPost } from './posts.store.ts';
import { requireCommunity } from './require-community.ts';

/**
 * Mounts the calls of posts, their comments and their moderation (contract, Settled details), and the
 * job that deletes posts whose 30 days are over.
 */
export function mountPosts(app: FastifyInstance, platform: Platform) {
  task(
    'purge-posts',
    async ({ tenantId, database }) => {
      while ((await database.transaction(tenantId, purgePosts)) > 0);
    },
    { retriedDaily: true },
  );
  const handlers = {
    ...readingHandlers(platform),
    ...writingHandlers(platform),
    ...commentHandlers,
    ...moderationHandlers(platform),
  };
  mount(app, platform, 'posts', posts, handlers, { subjects });
}

/** 404 and 403 come before 422. */
const subjects: Subjects<typeof posts> = {
  create: async (tx, id, context) => {
    requireNotSilenced(await requireChannel(tx, courseViewer(context), id));
  },
  read: (tx, id, context) => requireChannel(tx, courseViewer(context), id),
  update: async (tx, id, context) => {
    await lockOwnPost(tx, courseViewer(context), id);
    requireNotSilenced(await requireChannelOfPost(tx, courseViewer(context), id));
  },
  createComment: async (tx, id, context) => {
    requireNotSilenced((await requirePost(tx, courseViewer(context), id)).channel);
  },
  updateComment: async (tx, id, context) => {
    const comment = await findComment(tx, courseViewer(context), id);
    refuseOthers(courseViewer(context), comment);
  },
  report: (tx, id, context) => requirePost(tx, courseViewer(context), id),
  removeAsStaff: 'posts',
  closeComments: 'posts',
  silence: async (tx, memberId, _context, { id }) => {
    await requireCommunity(tx, Number(id));
    await requireMember(tx, memberId);
  },
};
