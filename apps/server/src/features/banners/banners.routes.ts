import { banners, messages } from '@vitrine/contract/banners';
import { messages as common } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { leaveTrace } from '../../kit/audit.ts';
import { outside } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import type { Scope } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { storeParts } from './banner-files.ts';
import {
  addBanner,
  changeBanner,
  listBanners,
  orderBanners,
  readBanner,
  removeBanner,
} from './banners.store.ts';

export function mountBanners(app: FastifyInstance, platform: Platform) {
  const { database, schools } = platform;
  /** The first one stands in the page's bytes: who saved sees it at once. */
  const seenAtOnce = (school: Scope) => school.afterCommit(() => schools.forget(school.tenantId));

  mount(
    app,
    platform,
    'banners',
    banners,
    {
      list: async (school, { say }) => [
        say(messages.listed),
        200,
        { data: await listBanners(school) },
      ],
      show: async (school, { params, say }) => [
        say(messages.listed),
        200,
        { data: await readBanner(school, params.bannerId) },
      ],

      create: outside(async (_platform, call) => {
        const { id } = call.school.tenant;
        const images = await storeParts(platform, id, call.files);
        return database.inTenant(id, async (school) => {
          seenAtOnce(school);
          const data = await addBanner(school, { ...call.body, ...images });
          await leaveTrace(school, 'banners.create', call);
          return [call.say(messages.created), 201, { data }];
        });
      }),

      update: outside(async (_platform, call) => {
        const { id } = call.school.tenant;
        // 404 before a picture is looked at.
        await database.inTenant(id, (school) => readBanner(school, call.params.id));
        const images = await storeParts(platform, id, call.files);
        return database.inTenant(id, async (school) => {
          seenAtOnce(school);
          const data = await changeBanner(school, call.params.id, { ...call.body, ...images });
          await leaveTrace(school, 'banners.update', call);
          return [call.say(messages.updated), 200, { data }];
        });
      }),

      remove: async (school, { params, say }) => {
        seenAtOnce(school);
        await removeBanner(school, params.bannerId);
        return { message: say(messages.removed) };
      },

      order: async (school, { body, say }) => {
        seenAtOnce(school);
        const data = await orderBanners(school, body.newOrdenation);
        return [say(common.ordered), 200, { data }];
      },
    },
    { subject: 'banners' },
  );
}
