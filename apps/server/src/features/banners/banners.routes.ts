import { banners, messages } from '@vitrine/contract/banners';
import { messages as common } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { withPreparation } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { forgetSchoolAfterCommit } from '../../kit/school-cache.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { storeBannerImages } from './banner-files.ts';
import {
  addBanner,
  changeBanner,
  listBanners,
  orderBanners,
  readBanner,
  removeBanner,
} from './banners.store.ts';

/** B section 7, Banner, and C section 7. The images of a form are stored before the transaction. */
export function mountBanners(app: FastifyInstance, platform: Platform) {
  const { database } = platform;
  /** The cached page contains the first banner. */
  const forgetSchool = (tx: TenantTransaction) => forgetSchoolAfterCommit(platform, tx);

  mount(
    app,
    platform,
    'banners',
    banners,
    {
      list: async (tx, { t }) => [t(messages.listed), 200, { data: await listBanners(tx) }],
      show: async (tx, { params, t }) => [
        t(messages.listed),
        200,
        { data: await readBanner(tx, params.bannerId) },
      ],

      create: withPreparation(storeBannerImages, async (tx, { body, t }, images) => {
        forgetSchool(tx);
        const data = await addBanner(tx, { ...body, ...images });
        return [t(messages.created), 201, { data }];
      }),

      update: withPreparation(
        async (_platform, call) => {
          // 404 before an image is looked at.
          await database.transaction(call.school.tenant.id, (tx) => readBanner(tx, call.params.id));
          return storeBannerImages(platform, call);
        },
        async (tx, { params, body, t }, images) => {
          forgetSchool(tx);
          const data = await changeBanner(tx, params.id, { ...body, ...images });
          return [t(messages.updated), 200, { data }];
        },
      ),

      remove: async (tx, { params, t }) => {
        forgetSchool(tx);
        await removeBanner(tx, params.bannerId);
        return { message: t(messages.removed) };
      },

      order: async (tx, { body, t }) => {
        forgetSchool(tx);
        const data = await orderBanners(tx, body.newOrdenation);
        return [t(common.ordered), 200, { data }];
      },
    },
    { subject: 'banners' },
  );
}
