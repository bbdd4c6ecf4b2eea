import { communities, messages } from '@vitrine/contract/communities';
import { hrefOf } from '@vitrine/contract/pages';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { hotRead, withoutTransaction, type Call } from '../../kit/call.ts';
import type { AnyRoute } from '@vitrine/contract/core';
import { withMembersCount } from '../../kit/community-members.ts';
import { courseViewer } from '../../kit/course-access.ts';
import { answerOf, firstCall, pageWith } from '../../kit/first-call.ts';
import { runOnce } from '../../kit/idempotency.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pagination.ts';
import { storeImage } from '../../kit/store-files.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';
import { addChannel, changeChannel, removeChannel } from './channels.store.ts';
import {
  communitiesQuery,
  communityQuery,
  indexCommunities,
  listProducts,
  readConfig,
  readContents,
  readLegacy,
} from './communities.reader.ts';
import {
  addConfig,
  addLegacy,
  addPlans,
  changeConfig,
  changeLegacy,
  changeMedia,
  orderCommunities,
  removeCommunity,
  removePlans,
  setActive,
} from './communities.store.ts';

/** @returns the call that the explorer begins with. */
export function mountCommunities(app: FastifyInstance, platform: Platform) {
  const { database, config } = platform;

  mount(
    app,
    platform,
    'communities',
    communities,
    {
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
      toggle: async (tx, { params, t }) => ({
        data: await setActive(tx, params.communityId, params.status),
        message: t(params.status ? messages.activated : messages.deactivated),
      }),
      update: async (tx, { body: { id, ...body }, t }) => ({
        data: await changeLegacy(tx, id, body),
        message: t(messages.updated),
      }),
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

      settings: async (_tx, { school }) => ({
        data: {
          active: school.settings.communities_active,
          show_communities_page: school.settings.show_communities_page,
          legacy_form: config.legacyCommunityTenants.includes(school.tenant.id),
        },
      }),
      toggleAll: async (tx, { params, t }) => {
        await saveSettings(platform, tx, { communities_active: params.status });
        return {
          data: { active: params.status },
          message: t(params.status ? messages.allActivated : messages.allDeactivated),
        };
      },
      togglePage: async (tx, { params, t }) => {
        await saveSettings(platform, tx, { show_communities_page: params.status });
        return {
          data: { show_communities_page: params.status },
          message: t(messages.pageChanged),
        };
      },

      config: async (tx, { params }) => ({ data: await readConfig(tx, params.communityId) }),
      createConfig: withoutTransaction(async (_platform, call) => {
        const cover = await storeCover(platform, call);
        return database.transaction(call.school.tenant.id, (tx) =>
          runOnce(tx, 'communities.createConfig', call, async () => {
            const data = await addConfig(tx, { ...call.body, ...cover });
            await writeAuditEntry(tx, 'communities.createConfig', call);
            return { data, message: call.t(messages.created) };
          }),
        );
      }),
      updateConfig: withoutTransaction(async (_platform, call) => {
        const { communityId } = call.params;
        const tenantId = call.school.tenant.id;
        // 404 before an image is looked at.
        await readConfig(database.reader(tenantId), communityId);
        const cover = await storeCover(platform, call);
        return database.transaction(tenantId, async (tx) => {
          const data = await changeConfig(tx, communityId, { ...call.body, ...cover });
          await writeAuditEntry(tx, 'communities.updateConfig', call);
          return { data, message: call.t(messages.configSaved) };
        });
      }),
      setActive: async (tx, { params, t }) => {
        const { id, active } = await setActive(tx, params.communityId, params.status);
        return {
          data: { id, isActive: active },
          message: t(active ? messages.isActive : messages.isInactive),
        };
      },
      products: async (tx, { request, query }) =>
        asPage(request, query.page, await listProducts(tx, query)),

      list: hotRead({
        query: communitiesQuery,
        values: () => ({}),
        answer: async (_platform, _call, row) => row!.communities,
      }),
      show: hotRead({
        query: communityQuery,
        values: ({ params }) => ({ communityId: params.id }),
        async answer(view, _call, row) {
          const { community, members_version } = orNotFound(row);
          return { data: await withMembersCount(view, community, members_version) };
        },
      }),
      contents: async (tx, { params }) => ({
        data: await readContents(tx, 'communities', params.id),
      }),
      createChannel: async (tx, call) => ({
        data: await addChannel(tx, courseViewer(call), call.params.id, call.body),
      }),
      updateChannel: async (tx, call) => ({
        data: await changeChannel(tx, courseViewer(call), call.params.id, call.body),
      }),
      removeChannel: (tx, { params }) => removeChannel(tx, params.id),
      channelContents: async (tx, { params }) => ({
        data: await readContents(tx, 'channels', params.id),
      }),
    },
    {
      subject: 'communities',
      subjects: { updateChannel: 'channels' },
    },
  );

  const explorer = firstCall({
    query: communitiesQuery,
    values: () => ({}),
    answer: async (_platform, _who, row) =>
      pageWith([answerOf(communities.list, 0, row!.communities)]),
  });
  return { 'communities.list': explorer };
}

/** The part `cover` becomes an image of the school, outside of any transaction. */
async function storeCover(platform: Platform, { files, school }: Call<AnyRoute>) {
  const { cover } = files;
  if (!cover) return {};
  const { path } = await storeImage(platform, school.tenant.id, cover, { use: 'community_cover' });
  return { cover_path: path };
}

/**
 * A sign-in that led to a community leads to the home page once it is gone (contract, Login page).
 */
async function leaveRedirect(platform: Platform, tx: TenantTransaction, id: number) {
  const { redirect_url } = await tx.db
    .selectFrom('platform_settings')
    .select('redirect_url')
    .executeTakeFirstOrThrow();
  if (redirect_url === hrefOf('community', { tenant: tx.tenantId, id }))
    await saveSettings(platform, tx, { redirect_url: hrefOf('homepage') });
}
