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
  create: async (tx, id, who) => {
    requireNotSilenced(await requireChannel(tx, courseViewer(who), id));
  },
  read: (tx, id, who) => requireChannel(tx, courseViewer(who), id),
  update: async (tx, id, who) => {
    await lockOwnPost(tx, courseViewer(who), id);
    requireNotSilenced(await requireChannelOfPost(tx, courseViewer(who), id));
  },
  createComment: async (tx, id, who) => {
    requireNotSilenced((await requirePost(tx, courseViewer(who), id)).channel);
  },
  updateComment: async (tx, id, who) => {
    const comment = await findComment(tx, courseViewer(who), id);
    refuseOthers(courseViewer(who), comment);
  },
  report: (tx, id, who) => requirePost(tx, courseViewer(who), id),
  removeAsStaff: 'posts',
  closeComments: 'posts',
  silence: async (tx, memberId, _who, { id }) => {
    await requireCommunity(tx, Number(id));
    await requireMember(tx, memberId);
  },
};
