import { limits, messages, notifications } from '@vitrine/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { hotRead, withoutTransaction, type Call } from '../../kit/http/call.ts';
import type { MemberAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import type { TenantReader } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { runViewerQuery } from '../../platform/viewer-query.ts';
import './notification-events.ts';
import './notification-mails.ts';
import { notificationJson } from './notification-json.ts';
import { pushNotifications } from './notification-push.ts';
import { hasUnread, listNotifications, unreadTotal } from './notifications.reader.ts';
import {
  listCommunities,
  markNotifications,
  readPreferences,
  savePreferences,
} from './notifications.store.ts';
import { mountUnsubscribe } from './unsubscribe.ts';

const totalJson = (row?: { total: number }) => {
  const total = row?.total ?? 0;
  return { has_unread_notifications: total > 0, total };
};

/** Sends the number of unread notifications with every page. */
export const unreadAnswer: MemberAnswer = {
  route: notifications.total,
  flag: hasUnread,
  async answer({ database }, { school, member }, flagged) {
    if (!flagged) return totalJson();
    return totalJson(await runViewerQuery(database.reader(school.tenant.id), member, unreadTotal));
  },
};

type ListCall = Pick<Call<typeof notifications.list>, 'member' | 'query'> & {
  /** `url`: its own, from which the next page's is made. */
  request: { url: string };
};

async function readPage(reader: TenantReader, call: ListCall) {
  const { page, paginate } = call.query;
  const rows = await listNotifications(reader, courseViewer(call), call.query);
  const data = rows.map((row) => notificationJson(reader.tenantId, row));
  return asPage(call.request, page, data, paginate);
}

const firstPage = '?page=1';
/** Sends the newest notifications with their page. */
export const notificationsAnswer: MemberAnswer = {
  route: notifications.list,
  pages: ['notifications'],
  queryString: firstPage,
  answer: ({ database }, { school, member }) =>
    readPage(database.reader(school.tenant.id), {
      member,
      query: { page: 1, paginate: limits.page },
      request: { url: notifications.list.path + firstPage },
    }),
};

/** C section 7, Header and notifications, and contract, Notifications. */
export function mountNotifications(app: FastifyInstance, platform: Platform) {
  mountUnsubscribe(app, platform);
  pushNotifications(platform);
  mount(app, platform, 'notifications', notifications, {
    list: withoutTransaction(({ database }, call) =>
      readPage(database.reader(call.school.tenant.id), call),
    ),

    total: hotRead<typeof notifications.total, { total: number }>({
      query: unreadTotal,
      values: () => ({}),
      answer: async (_platform, _call, row) => totalJson(row),
    }),

    mark: async (tx, { member, body, t }) => {
      await markNotifications(tx, member.id, body);
      return { message: t(messages.read) };
    },

    preferences: (tx, call) => readPreferences(tx, courseViewer(call)),
    savePreferences: async (tx, call) => ({
      message: call.t(messages.saved),
      data: await savePreferences(tx, courseViewer(call), {
        body: call.body,
        base: schoolOrigin(platform.config, call.school, call.request),
      }),
    }),
    communities: (tx, call) => listCommunities(tx, courseViewer(call)),
  });
}
