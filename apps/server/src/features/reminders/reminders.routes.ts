import { reminders } from '@vitrine/contract/reminders';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { pageAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import './reminders.mails.ts';
import {
  addReminder,
  changeReminder,
  listReminders,
  removeReminder,
  requireOwnReminder,
} from './reminders.store.ts';

/** Sends a member's reminders with their page. */
export const remindersAnswer = pageAnswer(reminders.list, ['reminders'], (tx, { member }) =>
  listReminders(tx, member.id),
);

/** v1, reminders. */
export function mountReminders(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'reminders',
    reminders,
    {
      list: (tx, { member }) => listReminders(tx, member.id),

      create: async (tx, call) => ({
        data: await addReminder(tx, courseViewer(call), {
          body: call.body,
          base: schoolOrigin(platform.config, call.school, call.request),
        }),
      }),

      update: async (tx, call) => ({
        data: await changeReminder(tx, courseViewer(call), {
          id: call.params.id,
          body: call.body,
          base: schoolOrigin(platform.config, call.school, call.request),
        }),
      }),

      remove: (tx, { member, params }) => removeReminder(tx, member.id, params.id),
    },
    { subject: (tx, id, { member }) => requireOwnReminder(tx, member.id, id) },
  );
}
