import { messages, type posts } from '@vitrine/contract/posts';
import { requireChannel } from '../../kit/access/community-access.ts';
import { courseViewer } from '../../kit/access/course-access.ts';
import { writeAuditEntry } from '../../kit/audit.ts';
import { hotRead, withoutTransaction, type Call, type Handlers } from '../../kit/http/call.ts';
import { runOnce, runOnceOrWrite } from '../../kit/http/idempotency.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  feedOfRow,
  feedQuery,
  feedQueryValues,
  readFreshFeed,
  type FeedOptions,
} from './feed.reader.ts';
import { removeAsStaff } from './moderation.store.ts';
import { withUrls } from './post-json.ts';
import { likePost, unlikePost } from './post-likes.store.ts';
import { mayMention } from './post-text.ts';
import { scoreLike, takeBackPost } from './posts.points.ts';
import { listPeople, postOfRow, postQuery, searchPosts } from './posts.reader.ts';
import { changePost, deletePost, lockOwnPost, markRead } from './posts.store.ts';
import { addPost, publishPost, type PublishedPost } from './publish-post.store.ts';

/** Handlers of the calls that read posts: feed, search, one post, and people to mention. */
export const readingHandlers = (platform: Platform) =>
  ({
    list: hotRead({
      query: (input) => feedQuery(feedOptionsOf(input)),
      values: (input) => feedQueryValues(feedOptionsOf(input)),
      async answer(_platform, call, row) {
        const options = feedOptionsOf(call);
        return feedOfRow(platform, row, options) ?? readFreshFeed(platform, call.member, options);
      },
    }),
    search: async (tx, call) => {
      const page = await searchPosts(tx, courseViewer(call), {
        communityId: call.params.id,
        ...call.query,
      });
      return { ...page, data: page.data.map((post) => withUrls(platform, post)) };
    },
    show: hotRead({
      query: postQuery,
      values: ({ params }) => ({ postId: params.id }),
      answer: async (_platform, call, row) => ({
        data: withUrls(platform, postOfRow(courseViewer(call), row)),
      }),
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
  }) satisfies Partial<Handlers<typeof posts>>;

/** Handlers of the calls that write posts and like them. */
export const writingHandlers = (platform: Platform) =>
  ({
    create: withoutTransaction(async ({ database }, call) => {
      const viewer = courseViewer(call);
      const { attachments, ...text } = call.body;
      const { id: channelId } = call.params;
      const answerWith = ({ post, points }: PublishedPost) => {
        sendPointsHeader(call.reply, points);
        return { data: withUrls(platform, post) };
      };
      if (!attachments.length)
        return runOnceOrWrite(
          database,
          'posts.create',
          call,
          async (writer) =>
            answerWith(await publishPost(writer, viewer, channelId, { ...text, attachments: [] })),
          { inTransaction: mayMention(text.content) },
        );
      const publish = (tx: TenantTransaction) =>
        runOnce(tx, 'posts.create', call, async () =>
          answerWith(await addPost(tx, viewer, channelId, call.body)),
        );
      return database.transaction(call.school.tenant.id, publish);
    }),
    update: async (tx, call) => {
      const viewer = courseViewer(call);
      const post = await changePost(tx, viewer, call.params.id, call.body);
      if (post.author?.id !== viewer.id || call.body.channel_id !== undefined)
        writeAuditEntry(tx, 'posts.update', call);
      return { data: withUrls(platform, post) };
    },
    remove: async (tx, call) => {
      const viewer = courseViewer(call);
      const { member_id } = await lockOwnPost(tx, viewer, call.params.id);
      if (member_id === viewer.id) {
        await takeBackPost(tx, viewer.id, call.params.id);
        return deletePost(tx, call.params.id);
      }
      await removeAsStaff(tx, viewer, call.params.id, call.t(messages.defaultReason));
      writeAuditEntry(tx, 'posts.remove', call);
    },
    like: async (tx, call) => {
      const viewer = courseViewer(call);
      const { id: postId } = call.params;
      const data = await likePost(tx, viewer, postId);
      const object = { kind: 'post', id: postId } as const;
      sendPointsHeader(call.reply, await scoreLike(tx, { memberId: viewer.id, postId, object }));
      return { data };
    },
    unlike: async (tx, call) => ({
      data: await unlikePost(tx, courseViewer(call), call.params.id),
    }),
  }) satisfies Partial<Handlers<typeof posts>>;

const feedOptionsOf = ({
  school,
  params,
  query,
}: Pick<Call<typeof posts.list>, 'school' | 'params' | 'query'>): FeedOptions => ({
  tenantId: school.tenant.id,
  channelId: params.id,
  ...query,
});
