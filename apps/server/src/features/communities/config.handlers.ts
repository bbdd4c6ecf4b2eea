import { messages, type communities } from '@vitrine/contract/communities';
import type { AnyRoute } from '@vitrine/contract/core';
import { storeImage } from '../../kit/files/store-files.ts';
import { withPreparation, type Call, type Handlers } from '../../kit/http/call.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import { forgetSchoolEverywhere } from '../../kit/school-cache.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';
import { listProducts, readConfig } from './communities.reader.ts';
import { setActive } from './communities.store.ts';
import { addConfig, changeConfig } from './config.store.ts';

/** Handlers of the switches of all communities, and of the form of one. */
export const configHandlers = (platform: Platform) => {
  const { config, database } = platform;
  return {
    settings: async (_tx, { school }) => ({
      data: {
        active: school.settings.communities_active,
        show_communities_page: school.settings.show_communities_page,
        legacy_form: config.legacyCommunityTenants.includes(school.tenant.id),
      },
    }),
    toggleAll: async (tx, { params, t }) => {
      const { version } = await saveSettings(platform, tx, { communities_active: params.status });
      return {
        data: { active: params.status, version },
        message: t(params.status ? messages.allActivated : messages.allDeactivated),
      };
    },
    togglePage: async (tx, { params, t }) => {
      const show_communities_page = params.status;
      const { version } = await saveSettings(platform, tx, { show_communities_page });
      return {
        data: { show_communities_page, version },
        message: t(messages.pageChanged),
      };
    },

    config: async (tx, { params }) => ({ data: await readConfig(tx, params.communityId) }),
    createConfig: withPreparation(storeCover, async (tx, { body, t }, cover) => ({
      data: await addConfig(tx, { ...body, ...cover }),
      message: t(messages.created),
    })),
    updateConfig: withPreparation(
      async (_platform, call) => {
        // 404 before an image is looked at.
        await readConfig(database.reader(call.school.tenant.id), call.params.communityId);
        return storeCover(platform, call);
      },
      async (tx, { params, body, t }, cover) => {
        const data = await changeConfig(tx, params.communityId, { ...body, ...cover });
        if (body.isActive !== undefined) await forgetSchoolEverywhere(platform, tx);
        return { data, message: t(messages.configSaved) };
      },
    ),
    setActive: async (tx, { params, t }) => {
      const { id, active } = await setActive(tx, params.communityId, params.status);
      await forgetSchoolEverywhere(platform, tx); // a sign-in may lead there
      return {
        data: { id, isActive: active },
        message: t(active ? messages.isActive : messages.isInactive),
      };
    },
    products: async (tx, { request, query }) =>
      asPage(request, query.page, await listProducts(tx, query)),
  } satisfies Partial<Handlers<typeof communities>>;
};

/** The part `cover` becomes an image of the school, outside of any transaction. */
async function storeCover(platform: Platform, { files, school }: Call<AnyRoute>) {
  const { cover } = files;
  if (!cover) return {};
  const { path } = await storeImage(platform, school.tenant.id, cover, { use: 'community_cover' });
  return { cover_path: path };
}
