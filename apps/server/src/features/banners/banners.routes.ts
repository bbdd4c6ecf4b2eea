import { banners, messages } from '@vitrine/contract/banners';
import { messages as common } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction } from '../../kit/http/call.ts';
import { runOnce } from '../../kit/http/idempotency.ts';
import { mount } from '../../kit/http/mount.ts';
import { forgetSchoolAfterCommit } from '../../kit/school-cache.ts';
import type { TenantTransaction } from '../../platform/database.ts';
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

      create: withoutTransaction(async (_platform, call) => {
        const { id } = call.school.tenant;
        const images = await storeParts(
          platform,
          { tenantId: id, memberId: call.member.id },
          call.files,
        );
        return database.transaction(id, (tx) =>
          runOnce(tx, 'banners.create', call, async () => {
            forgetSchool(tx);
            const data = await addBanner(tx, { ...call.body, ...images });
            writeAuditEntry(tx, 'banners.create', call);
            return [call.t(messages.created), 201, { data }];
          }),
        );
      }),

      update: withoutTransaction(async (_platform, call) => {
        const { id } = call.school.tenant;
        // 404 before an image is looked at.
        await database.transaction(id, (tx) => readBanner(tx, call.params.id));
        const images = await storeParts(
          platform,
          { tenantId: id, memberId: call.member.id },
          call.files,
        );
        return database.transaction(id, async (tx) => {
          forgetSchool(tx);
          const data = await changeBanner(tx, call.params.id, { ...call.body, ...images });
          writeAuditEntry(tx, 'banners.update', call);
          return [call.t(messages.updated), 200, { data }];
        });
      }),

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
