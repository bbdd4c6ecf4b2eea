import { posts } from '@vitrine/contract/posts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { hotRead, withoutTransaction, type Call, type Handlers } from '../../kit/call.ts';
import {
  requireChannel,
  requireChannelOfPost,
  requireNotSilenced,
} from '../../kit/community-access.ts';
import { courseViewer } from '../../kit/course-access.ts';
import { runOnceOrWrite, runOnce } from '../../kit/idempotency.ts';
import { mount, type Subjects } from '../../kit/mount.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import { task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { moderationHandlers } from './moderation.handlers.ts';
import { purgePosts, removeAsStaff } from './moderation.store.ts';
import { commentHandlers } from './post-comments.handlers.ts';
import { findComment } from './post-comments.store.ts';
import { withUrls } from './post-json.ts';
import './post-events.ts';
import {
  feedOfRow,
  feedQuery,
  feedQueryValues,
  readFreshFeed,
  type FeedOptions,
  type FeedRow,
} from './feed.reader.ts';
import { listPeople, postOfRow, postQuery, searchPosts, type PostRow } from './posts.reader.ts';
import { refuseLikesOff, refuseOthers } from './posts.rules.ts';
import {
  addPost,
  publishPost,
  type PublishedPost,
  changePost,
  deletePost,
  likePost,
  markRead,
  requirePost,
  takePost,
  unlikePost,
} from './posts.store.ts';
import { scoreAct, takeBackPost } from './posts.points.ts';

const NOTHING = 'Removido pela equipe.';

/**
 * Mounts the calls of posts, their comments and their moderation (contract, Settled details), and the
 * job that deletes posts whose 30 days are over.
 */
export function mountPosts(app: FastifyInstance, platform: Platform) {
  task('purge-posts', async ({ tenantId, database }) => {
    while ((await database.transaction(tenantId, purgePosts)) > 0);
  });
  const handlers = {
    ...postHandlers(platform),
    ...commentHandlers,
    ...moderationHandlers(platform),
  };
  mount(app, platform, 'posts', posts, handlers, { subjects });
}

const postHandlers = (platform: Platform) =>
  ({
    list: hotRead<typeof posts.list, FeedRow>({
      query: (asked) => feedQuery(feedOptionsOf(asked)),
      values: (asked) => feedQueryValues(feedOptionsOf(asked)),
      async answer(view, call, row) {
        const asked = feedOptionsOf(call);
        return feedOfRow(view, row, asked) ?? readFreshFeed(view, call.member, asked);
      },
    }),
    create: withoutTransaction(async ({ database }, call) => {
      const viewer = courseViewer(call);
      const { attachments, ...text } = call.body;
      const { id: channelId } = call.params;
      const answerWith = ({ post, points }: PublishedPost) => {
        sendPointsHeader(call.reply, points);
        return { data: withUrls(platform, post) };
      };
      if (!attachments.length)
        return runOnceOrWrite(database, 'posts.create', call, async (writer) =>
          answerWith(await publishPost(writer, viewer, channelId, { ...text, attachments: [] })),
        );
      return database.transaction(call.school.tenant.id, (tx) =>
        runOnce(tx, 'posts.create', call, async () =>
          answerWith(await addPost(tx, viewer, channelId, call.body)),
        ),
      );
    }),
    search: async (tx, call) => {
      const page = await searchPosts(tx, courseViewer(call), {
        communityId: call.params.id,
        ...call.query,
      });
      return { ...page, data: page.data.map((post) => withUrls(platform, post)) };
    },
    show: hotRead<typeof posts.show, PostRow>({
      query: postQuery,
      values: ({ params }) => ({ postId: params.id }),
      answer: async (view, call, row) => ({
        data: withUrls(view, postOfRow(courseViewer(call), row)),
      }),
    }),
    update: async (tx, call) => {
      const viewer = courseViewer(call);
      const post = await changePost(tx, viewer, call.params.id, call.body);
      if (post.author?.id !== viewer.id || call.body.channel_id !== undefined)
        await writeAuditEntry(tx, 'posts.update', call);
      return { data: withUrls(platform, post) };
    },
    remove: async (tx, call) => {
      const viewer = courseViewer(call);
      const { member_id } = await takePost(tx, viewer, call.params.id);
      if (member_id === viewer.id) {
        await takeBackPost(tx, viewer.id, call.params.id);
        return deletePost(tx, call.params.id);
      }
      await removeAsStaff(tx, viewer, call.params.id, NOTHING);
      await writeAuditEntry(tx, 'posts.remove', call);
    },
    like: async (tx, call) => {
      const viewer = courseViewer(call);
      const { channel } = await requirePost(tx, viewer, call.params.id);
      refuseLikesOff(viewer, channel);
      const data = await likePost(tx, viewer, call.params.id);
      const { id: postId } = call.params;
      const object = { kind: 'post', id: postId } as const;
      const act = { memberId: viewer.id, postId, action: 'like', object } as const;
      sendPointsHeader(call.reply, await scoreAct(tx, act));
      return { data };
    },
    unlike: async (tx, call) => {
      const viewer = courseViewer(call);
      await requirePost(tx, viewer, call.params.id);
      return { data: await unlikePost(tx, viewer, call.params.id) };
    },
    read: (tx, call) =>
      markRead(tx, courseViewer(call), {
        channelId: call.params.id,
        postId: call.body.post_id,
      }),
    people: async (tx, call) => {
      const viewer = courseViewer(call);
      await requireChannel(tx, viewer, call.params.id);
      return listPeople(tx, viewer, { channelId: call.params.id, q: call.query.q });
    },
  }) satisfies Partial<Handlers<typeof posts>>;

/** 404 and 403 come before 422. */
const subjects: Subjects<typeof posts> = {
  create: async (tx, id, who) => {
    requireNotSilenced(await requireChannel(tx, viewerOf(who), id));
  },
  read: (tx, id, who) => requireChannel(tx, viewerOf(who), id),
  update: async (tx, id, who) => {
    await takePost(tx, viewerOf(who), id);
    requireNotSilenced(await requireChannelOfPost(tx, viewerOf(who), id));
  },
  createComment: async (tx, id, who) => {
    requireNotSilenced((await requirePost(tx, viewerOf(who), id)).channel);
  },
  updateComment: async (tx, id, who) => {
    const comment = await findComment(tx, viewerOf(who), id);
    refuseOthers(viewerOf(who), comment);
  },
  report: (tx, id, who) => requirePost(tx, viewerOf(who), id),
  removeAsStaff: 'posts',
  closeComments: 'posts',
  silence: 'members',
};

const feedOptionsOf = ({
  school,
  params,
  query,
}: Pick<Call<typeof posts.list>, 'school' | 'params' | 'query'>): FeedOptions => ({
  tenantId: school.tenant.id,
  channelId: params.id,
  ...query,
});

const viewerOf = ({ member }: FastifyRequest['vitrine']) => courseViewer({ member: member! });
