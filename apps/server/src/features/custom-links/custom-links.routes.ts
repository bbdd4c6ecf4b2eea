import { customLinks, messages } from '@vitrine/contract/custom-links';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import { forgetSchoolAfterCommit } from '../../kit/school-cache.ts';
import type { Platform } from '../../platform/platform.ts';
import { addLink, changeLink, listLinks, orderLinks, removeLink } from './custom-links.store.ts';

/**
 * The model slice. `mount` takes path, access, input and answer of each call from the contract. It
 * runs the handler in one transaction of the school, and writes the audit row. The handler only
 * names the store's function and the message. A route with file parts is shown by `banners.routes.ts`.
 */
export function mountCustomLinks(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'custom-links',
    customLinks,
    {
      list: async (tx) => ({ data: await listLinks(tx) }),

      create: async (tx, { body, t }) => {
        forgetSchoolAfterCommit(platform, tx);
        return { data: await addLink(tx, body), message: t(messages.created) };
      },

      update: async (tx, { params, body, t }) => {
        forgetSchoolAfterCommit(platform, tx);
        return { data: await changeLink(tx, params.id, body), message: t(messages.updated) };
      },

      remove: async (tx, { params, t }) => {
        forgetSchoolAfterCommit(platform, tx);
        await removeLink(tx, params.id);
        return { message: t(messages.removed) };
      },

      order: async (tx, { body, t }) => {
        forgetSchoolAfterCommit(platform, tx);
        await orderLinks(tx, body.newOrdenation);
        return { message: t(messages.ordered) };
      },
    },
    // The table of `{id}`: an unknown link is 404, even where the body is invalid too.
    { subject: 'custom_links' },
  );
}

/**
 * The answer of `list`, sent along with every page, because the top menu shows the links. The links
 * come from the cached school, so a page costs no query for them.
 */
export const linkAnswers = ({ school: { tenant, links } }: FastifyRequest['vitrine']) => ({
  [customLinks.list.path.replace('{tenant}', String(tenant.id))]: { data: links },
});
