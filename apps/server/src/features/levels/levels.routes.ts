import { levels, messages } from '@vitrine/contract/levels';
import type { FastifyInstance } from 'fastify';
import { removePermission } from '../../kit/access/product-permissions.ts';
import { storeImage } from '../../kit/files/store-files.ts';
import { withPreparation } from '../../kit/http/call.ts';
import type { MemberAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { UploadedFile } from '../../kit/http/multipart.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addLevel,
  addLevelProducts,
  changeLevel,
  countDescents,
  listLevelProducts,
  listLevels,
  readLevel,
  removeLevel,
} from './levels.store.ts';
import { hasReached, listReached, markReachSeen } from './reached.store.ts';

/** The levels whose moment waits to be shown, as each page brings them. */
export const reachedLevels: MemberAnswer = {
  route: levels.mine,
  flag: hasReached,
  async answer({ database }, { school, member }, flagged) {
    return flagged ? listReached(database.reader(school.tenant.id), member.id) : [];
  },
};

/**
 * Mounts the calls of the levels (B section 7, Levels). Forms with a badge store it outside a
 * transaction.
 */
export function mountLevels(app: FastifyInstance, platform: Platform) {
  const { database } = platform;
  const storeBadge = async (tenantId: number, { img }: Record<string, UploadedFile>) =>
    img && { img: (await storeImage(platform, tenantId, img, { use: 'badge' })).path };

  mount(
    app,
    platform,
    'levels',
    levels,
    {
      list: (tx) => listLevels(tx),

      create: withPreparation(
        (_platform, { school, files }) => storeBadge(school.tenant.id, files),
        async (tx, { body, t }, badge) => {
          const data = await addLevel(tx, { ...body, ...badge });
          return { id: data.id, message: t(messages.created), data };
        },
      ),

      update: withPreparation(
        async (_platform, { school, body, files }) => {
          const { id } = school.tenant;
          // 404 before an image is looked at.
          await database.readTransaction(id, (tx) => readLevel(tx, body.id));
          return storeBadge(id, files);
        },
        async (tx, { body, t }, badge) => ({
          data: await changeLevel(tx, { ...body, ...badge }),
          message: t(messages.updated),
        }),
      ),

      remove: async (tx, { params, t }) => {
        await removeLevel(tx, params.levelId);
        return { message: t(messages.removed) };
      },

      effect: async (tx, { params, query: { needed_score, product_ids } }) => ({
        data: {
          down: await countDescents(tx, params.id, {
            neededScore: needed_score ?? null,
            productIds: product_ids ?? null,
          }),
        },
      }),

      addProducts: (tx, { body }) =>
        addLevelProducts(tx, body.level_id, body.array_plans_id, { putBack: body.put_back }),
      products: (tx, { params }) => listLevelProducts(tx, params.levelId),
      mine: (tx, { member }) => listReached(tx, member.id),
      seen: (tx, { member, params }) => markReachSeen(tx, member.id, params.id),

      removeProduct: async (tx, { params, t }) => {
        await removePermission(tx, 'level_products', params.permissionId);
        return { message: t(messages.permissionRemoved) };
      },
    },
    {
      subjects: {
        update: { of: 'levels', field: 'id' },
        addProducts: { of: 'levels', field: 'level_id' },
      },
    },
  );
}
