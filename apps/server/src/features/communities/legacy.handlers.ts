import { messages, type communities } from '@vitrine/contract/communities';
import { hrefOf } from '@vitrine/contract/pages';
import { courseViewer } from '../../kit/access/course-access.ts';
import type { Handlers } from '../../kit/http/call.ts';
import { forgetSchoolEverywhere } from '../../kit/school-cache.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';
import { indexCommunities, readLegacy } from './communities.reader.ts';
import { orderCommunities, removeCommunity, setActive } from './communities.store.ts';
import { addLegacy, addPlans, changeLegacy, changeMedia, removePlans } from './legacy.store.ts';

/** Handlers of the calls of the legacy form, and of the list in the panel. */
export const legacyHandlers = (platform: Platform) =>
  ({
    index: (tx, call) => indexCommunities(tx, courseViewer(call)),
    details: async (tx, call) => ({
      data: await readLegacy(tx, courseViewer(call), call.params.communityId),
    }),
    create: async (tx, { body, t }) => ({
      data: await addLegacy(tx, body),
      message: t(messages.created),
    }),
    addPlans: async (tx, { body, t }) => ({
      data: await addPlans(tx, body.community_id, body.permissions_array),
      message: t(messages.updated),
    }),
    removePlans: async (tx, { body, t }) => ({
      data: await removePlans(tx, body.community_id, body.permissions_array),
      message: t(messages.updated),
    }),
    toggle: async (tx, { params, t }) => {
      const data = await setActive(tx, params.communityId, params.status);
      await forgetSchoolEverywhere(platform, tx); // a sign-in may lead there
      return { data, message: t(params.status ? messages.activated : messages.deactivated) };
    },
    update: async (tx, { body: { id, ...body }, t }) => {
      const data = await changeLegacy(tx, id, body);
      if (body.active !== undefined) await forgetSchoolEverywhere(platform, tx);
      return { data, message: t(messages.updated) };
    },
    updateMedia: async (tx, { body, t }) => ({
      data: await changeMedia(tx, body),
      message: t(messages.mediaChanged),
    }),
    remove: async (tx, { params, t }) => {
      await removeCommunity(tx, params.communityId);
      await leaveRedirect(platform, tx, params.communityId);
      return { message: t(messages.removed) };
    },
    order: async (tx, { body, t }) => {
      await orderCommunities(tx, body.order);
      return { message: t(messages.ordered) };
    },
  }) satisfies Partial<Handlers<typeof communities>>;

/**
 * Lets a sign-in that led to this removed community lead to the home page (contract, Login page).
 */
async function leaveRedirect(platform: Platform, tx: TenantTransaction, id: number) {
  const { redirect_url } = await tx.db
    .selectFrom('platform_settings')
    .select('redirect_url')
    .executeTakeFirstOrThrow();
  if (redirect_url === hrefOf('community', { tenant: tx.tenantId, id }))
    await saveSettings(platform, tx, { redirect_url: hrefOf('homepage') });
}
