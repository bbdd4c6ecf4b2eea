import { messages, notifications } from '@vitrine/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { hotRead } from '../../kit/call.ts';
import { courseViewer } from '../../kit/course-access.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailBaseUrl } from '../../platform/schools.ts';
import './notification-events.ts';
import './notification-mails.ts';
import { notificationJson } from './notification-json.ts';
import { listNotifications, unreadTotal } from './notifications.reader.ts';
import { mountUnsubscribe } from './unsubscribe.ts';
import {
  listCommunities,
  markNotifications,
  readPreferences,
  savePreferences,
} from './notifications.store.ts';

export function mountNotifications(app: FastifyInstance, platform: Platform) {
  mountUnsubscribe(app, platform);
  mount(app, platform, 'notifications', notifications, {
    list: async (tx, call) => {
      const { page, paginate } = call.query;
      const rows = await listNotifications(tx, courseViewer(call), call.query);
      const data = rows.map((row) => notificationJson(tx.tenantId, row));
      return asPage(call.request, page, data, paginate);
    },

    total: hotRead<typeof notifications.total, { total: number }>({
      query: unreadTotal,
      values: () => ({}),
      answer: async (_platform, _call, row) => {
        const total = row?.total ?? 0;
        return { has_unread_notifications: total > 0, total };
      },
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
        base: mailBaseUrl(platform.config, call.school, call.request),
      }),
    }),
    communities: (tx, call) => listCommunities(tx, courseViewer(call)),
  });
}
