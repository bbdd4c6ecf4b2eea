import { lives, liveState } from '@vitrine/contract/lives';
import type { FastifyInstance } from 'fastify';
import { courseViewer, viewerValues } from '../../kit/access/course-access.ts';
import { hotRead } from '../../kit/http/call.ts';
import { pageAnswer, type MemberAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import { forgetSchoolEverywhere } from '../../kit/school-cache.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { isStaff, type Member } from '../../platform/session.ts';
import { runViewerQuery } from '../../platform/viewer-query.ts';
import { mountLiveChat } from './live-chat.routes.ts';
import './live-reminders.mails.ts';
import { addLiveReminder, removeLiveReminder, scheduleReminders } from './live-reminders.store.ts';
import { hasLiveQuery, liveList, liveQuery } from './lives.reader.ts';
import { addLive, changeLive, listEditableLives, removeLive } from './lives.store.ts';

const clock = () => new Date().toISOString();

/**
 * Tells every page whether a live is on air that the viewer may enter. The cached school holds the
 * times. A statement runs only while a live is on that needs a product.
 */
export const hasLiveAnswer: MemberAnswer = {
  route: lives.hasLive,
  async answer({ database }, { school, member }) {
    const now = Date.now();
    const onAir = school.lives.filter((live) => liveState(live, now) === 'on');
    const enters = onAir.some(({ open_to_all }) => open_to_all || isStaff(member));
    if (enters || onAir.length === 0) return { show_live_alert: enters };
    const reader = database.reader(school.tenant.id);
    const row = await runViewerQuery(reader, member, hasLiveQuery, { now: clock() });
    return { show_live_alert: row!.on_air };
  },
};

const listLives = (
  tx: TenantTransaction,
  context: { member: Member; query?: { first?: number | undefined } },
) =>
  tx.run(liveList, {
    ...viewerValues(courseViewer(context)),
    now: clock(),
    first: context.query?.first ?? null,
  });

/** Sends the lives with their page. */
export const livesAnswer = pageAnswer(lives.list, ['live'], listLives);

/** C section 7 (`has-live`), v1 and contract, decision 14. */
export function mountLives(app: FastifyInstance, platform: Platform) {
  mountLiveChat(app, platform);
  mount(
    app,
    platform,
    'lives',
    lives,
    {
      hasLive: hotRead({
        query: hasLiveQuery,
        values: () => ({ now: clock() }),
        answer: async (_platform, _call, row) => ({ show_live_alert: row?.on_air ?? false }),
      }),

      list: listLives,

      show: hotRead({
        query: liveQuery,
        values: ({ params }) => ({ liveId: params.id, now: clock() }),
        answer: async (_platform, _call, row) => {
          const live = orNotFound(row);
          const { id, title, starts_at, ends_at, locked, reminded, recorded } = live;
          const now = Date.now();
          const state = live.locked ? null : liveState(live, now);
          return {
            data: {
              id,
              title,
              starts_at,
              ends_at,
              locked,
              reminded,
              recorded,
              now: new Date(now),
              url: state === 'on' ? live.url : null,
              recording_url: state === 'over' ? live.recording_url : null,
              products: live.locked ? live.products : [],
            },
          };
        },
      }),

      editable: (tx) => listEditableLives(tx),
      // The cached school holds the times of its lives, and whether pages may load streams. So a
      // change drops it.
      create: async (tx, { body }) => {
        await forgetSchoolEverywhere(platform, tx);
        return { data: await addLive(tx, body) };
      },
      update: async (tx, { params, body }) => {
        await forgetSchoolEverywhere(platform, tx);
        const data = await changeLive(tx, params.id, body);
        if (body.starts_at) await scheduleReminders(tx, data);
        return { data };
      },
      remove: async (tx, { params }) => {
        await forgetSchoolEverywhere(platform, tx);
        return removeLive(tx, params.id);
      },

      remind: (tx, call) =>
        addLiveReminder(tx, courseViewer(call), {
          liveId: call.params.id,
          base: schoolOrigin(platform.config, call.school, call.request),
        }),
      forget: (tx, { member, params }) => removeLiveReminder(tx, member.id, params.id),
    },
    { subject: 'lives' },
  );
}
