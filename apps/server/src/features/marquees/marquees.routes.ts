import { marquees, messages } from '@vitrine/contract/marquees';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { addMarquee, changeMarquee, listMarquees, removeMarquee } from './marquees.store.ts';

export function mountMarquees(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'marquees',
    marquees,
    {
      list: (school) => listMarquees(school),

      create: async (school, { body, say }) => ({
        data: await addMarquee(school, body),
        message: say(messages.created),
      }),

      update: async (school, { params, body, say }) => ({
        data: await changeMarquee(school, params.id, body),
        message: say(messages.updated),
      }),

      remove: async (school, { params, say }) => {
        await removeMarquee(school, params.id);
        return { message: say(messages.removed) };
      },
    },
    { subject: 'marquees' },
  );
}
