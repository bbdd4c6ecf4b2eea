import type { posts, Report } from '@vitrine/contract/posts';
import { courseViewer, type CourseViewer } from '../../kit/access/course-access.ts';
import type { Handlers } from '../../kit/http/call.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  closeComments,
  listRemoved,
  pinPost,
  removeAsStaff,
  restorePost,
  unpinPost,
} from './moderation.store.ts';
import { withUrls } from './post-json.ts';
import { readPost } from './posts.reader.ts';
import { addReport, countOpen, keepReported, listReports } from './reports.store.ts';
import { listSilences, silence, unsilence } from './silences.store.ts';

/** Handlers of moderation: reports of members, and what staff do with posts and authors. */
export const moderationHandlers = (platform: Platform) => {
  /** The answer of a call that changed the post. */
  const readAgain = async (tx: TenantTransaction, viewer: CourseViewer, postId: number) => ({
    data: withUrls(platform, await readPost(tx, viewer, postId)),
  });
  const withThingUrls = (report: Report) => ({
    ...report,
    thing: withUrls(platform, report.thing),
  });

  return {
    removeAsStaff: async (tx, call) => {
      const viewer = courseViewer(call);
      await removeAsStaff(tx, viewer, call.params.id, call.body.reason);
      return readAgain(tx, viewer, call.params.id);
    },
    restore: async (tx, call) => {
      const viewer = courseViewer(call);
      await restorePost(tx, viewer, call.params.id);
      return readAgain(tx, viewer, call.params.id);
    },
    pin: async (tx, call) => {
      await pinPost(tx, call.params.id);
      return readAgain(tx, courseViewer(call), call.params.id);
    },
    unpin: async (tx, call) => {
      await unpinPost(tx, call.params.id);
      return readAgain(tx, courseViewer(call), call.params.id);
    },
    closeComments: async (tx, call) => {
      await closeComments(tx, call.params.id, call.body.closed);
      return readAgain(tx, courseViewer(call), call.params.id);
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
      return { ...page, data: page.data.map(withThingUrls) };
    },
    allReports: async (tx, { query }) => {
      const page = await listReports(tx, { communityId: null, ...query });
      return { ...page, data: page.data.map(withThingUrls), open: await countOpen(tx) };
    },
    keep: (tx, call) => keepReported(tx, courseViewer(call), call.params.id),
    removed: async (tx, call) => {
      const page = await listRemoved(tx, courseViewer(call), call.query.cursor);
      return { ...page, data: page.data.map((post) => withUrls(platform, post)) };
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
  } satisfies Partial<Handlers<typeof posts>>;
};
