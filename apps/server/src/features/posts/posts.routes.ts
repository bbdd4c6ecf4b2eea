import { posts } from '@vitrine/contract/posts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { hotRead, withoutTransaction, type Call } from '../../kit/call.ts';
import {
  requireChannel,
  requireChannelOfPost,
  requireNotSilenced,
} from '../../kit/community-access.ts';
import { courseViewer } from '../../kit/course-access.ts';
import { runOnceOrWrite, runOnce } from '../../kit/idempotency.ts';
import { mount } from '../../kit/mount.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import { task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addReport,
  answerReports,
  closeComments,
  countOpen,
  keepReported,
  listRemoved,
  listReports,
  listSilences,
  pinPost,
  purgePosts,
  removeAsStaff,
  restorePost,
  silence,
  unpinPost,
  unsilence,
} from './moderation.store.ts';
import {
  addComment,
  changeComment,
  commentsOfRow,
  commentsQuery,
  commentsValues,
  findComment,
  likeComment,
  removeComment,
  unlikeComment,
  type CommentsRow,
} from './post-comments.store.ts';
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
import {
  listPeople,
  postOfRow,
  postQuery,
  readPost,
  searchPosts,
  type PostRow,
} from './posts.reader.ts';
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
import { notifyOfRemovedComment } from './posts.notifications.ts';
import { scoreAct, takeBackComment, takeBackPost } from './posts.points.ts';

const NOTHING = 'Removido pela equipe.';

export function mountPosts(app: FastifyInstance, platform: Platform) {
  const withAddresses = <Thing extends Parameters<typeof withUrls>[1]>(thing: Thing) =>
    withUrls(platform, thing);

  task('purge-posts', async ({ tenantId, database }) => {
    while ((await database.transaction(tenantId, purgePosts)) > 0);
  });

  mount(
    app,
    platform,
    'posts',
    posts,
    {
      list: hotRead<typeof posts.list, FeedRow>({
        query: (asked) => feedQuery(feedAsked(asked)),
        values: (asked) => feedQueryValues(feedAsked(asked)),
        async answer(view, call, row) {
          const asked = feedAsked(call);
          return feedOfRow(view, row, asked) ?? readFreshFeed(view, call.member, asked);
        },
      }),
      create: withoutTransaction(async ({ database }, call) => {
        const viewer = courseViewer(call);
        const { attachments, ...text } = call.body;
        const { id: channelId } = call.params;
        const answerWith = ({ post, points }: PublishedPost) => {
          sendPointsHeader(call.reply, points);
          return { data: withAddresses(post) };
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
        return { ...page, data: page.data.map(withAddresses) };
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
        return { data: withAddresses(post) };
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
      removeAsStaff: async (tx, call) => {
        const viewer = courseViewer(call);
        const { id } = call.params;
        await removeAsStaff(tx, viewer, id, call.body.reason);
        return { data: withAddresses(await readPost(tx, viewer, id)) };
      },
      restore: async (tx, call) => {
        const viewer = courseViewer(call);
        await restorePost(tx, viewer, call.params.id);
        return { data: withAddresses(await readPost(tx, viewer, call.params.id)) };
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
      pin: async (tx, call) => {
        await pinPost(tx, call.params.id);
        return { data: withAddresses(await readPost(tx, courseViewer(call), call.params.id)) };
      },
      unpin: async (tx, call) => {
        await unpinPost(tx, call.params.id);
        return { data: withAddresses(await readPost(tx, courseViewer(call), call.params.id)) };
      },
      closeComments: async (tx, call) => {
        await closeComments(tx, call.params.id, call.body.closed);
        return { data: withAddresses(await readPost(tx, courseViewer(call), call.params.id)) };
      },

      comments: hotRead<typeof posts.comments, CommentsRow>({
        query: ({ query }) => commentsQuery(query),
        values: ({ params, query }) => commentsValues(params.id, query),
        answer: async (_platform, { query }, row) => commentsOfRow(query, row),
      }),
      createComment: withoutTransaction(({ database }, call) =>
        runOnceOrWrite(database, 'posts.createComment', call, async (writer) => {
          const viewer = courseViewer(call);
          const { comment, points } = await addComment(writer, viewer, call.params.id, call.body);
          sendPointsHeader(call.reply, points);
          return { data: comment };
        }),
      ),
      updateComment: async (tx, call) => {
        const viewer = courseViewer(call);
        const data = await changeComment(tx, viewer, call.params.id, call.body.content);
        if (data.author?.id !== viewer.id) await writeAuditEntry(tx, 'posts.updateComment', call);
        return { data };
      },
      removeComment: async (tx, call) => {
        const viewer = courseViewer(call);
        const comment = await findComment(tx, viewer, call.params.id);
        refuseOthers(viewer, comment);
        if (comment.member_id !== viewer.id) {
          const thing = { post_id: comment.post_id, comment_id: comment.id };
          await answerReports(tx, viewer, thing, 'removed');
          await notifyOfRemovedComment(tx, comment);
          await writeAuditEntry(tx, 'posts.removeComment', call);
        }
        await removeComment(tx, comment);
        if (comment.member_id === viewer.id) await takeBackComment(tx, viewer.id, comment);
      },
      likeComment: async (tx, call) => {
        const viewer = courseViewer(call);
        const { post_id: postId } = await findComment(tx, viewer, call.params.id);
        const data = await likeComment(tx, viewer, call.params.id);
        const object = { kind: 'post_comment', id: call.params.id } as const;
        const act = { memberId: viewer.id, postId, action: 'like', object } as const;
        sendPointsHeader(call.reply, await scoreAct(tx, act));
        return { data };
      },
      unlikeComment: async (tx, call) => ({
        data: await unlikeComment(tx, courseViewer(call), call.params.id),
      }),

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

      report: async (tx, call) => ({
        data: await addReport(tx, courseViewer(call), {
          postId: call.params.id,
          commentId: call.body.comment_id ?? null,
          reason: call.body.reason,
        }),
      }),
      reports: async (tx, { params, query }) => {
        const page = await listReports(tx, { communityId: params.id, ...query });
        return {
          ...page,
          data: page.data.map((one) => ({ ...one, thing: withAddresses(one.thing) })),
        };
      },
      allReports: async (tx, { query }) => {
        const page = await listReports(tx, { communityId: null, ...query });
        return {
          ...page,
          data: page.data.map((one) => ({ ...one, thing: withAddresses(one.thing) })),
          open: await countOpen(tx),
        };
      },
      keep: (tx, call) => keepReported(tx, courseViewer(call), call.params.id),
      removed: async (tx, call) => {
        const page = await listRemoved(tx, courseViewer(call), call.query.cursor);
        return { ...page, data: page.data.map(withAddresses) };
      },
      silences: (tx, { query }) => listSilences(tx, query.cursor),
      silence: async (tx, call) => ({
        data: await silence(tx, courseViewer(call), {
          communityId: call.params.id,
          memberId: call.params.memberId,
          ...call.body,
        }),
      }),
      unsilence: (tx, { params }) => unsilence(tx, params.id, params.memberId),
    },
    {
      // 404 and 403 come before 422.
      subjects: {
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
      },
    },
  );
}

const feedAsked = ({
  school,
  params,
  query,
}: Pick<Call<typeof posts.list>, 'school' | 'params' | 'query'>): FeedOptions => ({
  tenantId: school.tenant.id,
  channelId: params.id,
  ...query,
});

const viewerOf = ({ member, school }: FastifyRequest['vitrine']) =>
  courseViewer({ member: member!, ...{ school } });
