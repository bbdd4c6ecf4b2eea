import { liveChat } from '@vitrine/contract/live-chat';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { writeAuditEntry } from '../../kit/audit.ts';
import { hotRead } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { beforeId } from '../../kit/rows/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  chatPage,
  chatQuery,
  listLiveSilences,
  removeMessage,
  requireMayWriteInLive,
  sendMessage,
  silenceInLive,
  unsilenceInLive,
} from './live-chat.store.ts';

/** Ours: the conversation of a live (decision 0051). */
export function mountLiveChat(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'live-chat',
    liveChat,
    {
      list: hotRead({
        query: chatQuery,
        values: ({ params, query }) => ({ liveId: params.id, before: beforeId(query.before) }),
        answer: async (_platform, _call, row) => chatPage(row),
      }),
      send: async (tx, call) => ({
        data: await sendMessage(tx, courseViewer(call), {
          liveId: call.params.id,
          text: call.body.text,
        }),
      }),
      remove: async (tx, call) => {
        const { id: liveId, messageId } = call.params;
        const { own } = await removeMessage(tx, courseViewer(call), { liveId, messageId });
        if (!own) writeAuditEntry(tx, 'live-chat.remove', call);
      },
      silences: (tx, { params }) => listLiveSilences(tx, params.id),
      silence: (tx, call) => {
        const { id: liveId, memberId } = call.params;
        return silenceInLive(tx, courseViewer(call), { liveId, memberId });
      },
      unsilence: (tx, { params: { id: liveId, memberId } }) =>
        unsilenceInLive(tx, { liveId, memberId }),
    },
    {
      // 403 and 409 come before 422.
      subjects: {
        send: (tx, id, context) => requireMayWriteInLive(tx, courseViewer(context), id),
      },
    },
  );
}
