import { customLinks, messages } from '@vitrine/contract/custom-links';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { addLink, changeLink, listLinks, orderLinks, removeLink } from './custom-links.store.ts';

export function mountCustomLinks(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'custom-links',
    customLinks,
    {
      list: async (tx) => ({ data: await listLinks(tx) }),

      create: async (tx, { body, t: say }) => ({
        data: await addLink(tx, body),
        message: say(messages.created),
      }),

      update: async (tx, { params, body, t: say }) => ({
        data: await changeLink(tx, params.id, body),
        message: say(messages.updated),
      }),

      remove: async (tx, { params, t: say }) => {
        await removeLink(tx, params.id);
        return { message: say(messages.removed) };
      },

      order: async (tx, { body, t: say }) => {
        await orderLinks(tx, body.newOrdenation);
        return { message: say(messages.ordered) };
      },
    },
    { subject: 'custom_links' },
  );
}

/** The top menu's: on every page, so they travel with it. */
export const linkAnswers = ({ school: { tenant, links } }: FastifyRequest['vitrine']) => ({
  [customLinks.list.path.replace('{tenant}', String(tenant.id))]: { data: links },
});
