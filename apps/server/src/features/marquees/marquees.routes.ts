import { marquees, messages } from '@vitrine/contract/marquees';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { addMarquee, changeMarquee, listMarquees, removeMarquee } from './marquees.store.ts';

/** B section 7, Marquees. */
export function mountMarquees(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'marquees',
    marquees,
    {
      list: (tx) => listMarquees(tx),

      create: async (tx, { body, t }) => ({
        data: await addMarquee(tx, body),
        message: t(messages.created),
      }),

      update: async (tx, { params, body, t }) => ({
        data: await changeMarquee(tx, params.id, body),
        message: t(messages.updated),
      }),

      remove: async (tx, { params, t }) => {
        await removeMarquee(tx, params.id);
        return { message: t(messages.removed) };
      },
    },
    { subject: 'marquees' },
  );
}
