import { messages, rewards } from '@vitrine/contract/rewards';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { removePermission } from '../../kit/access/product-permissions.ts';
import { fileUrl, storeFile, storeImage } from '../../kit/files/store-files.ts';
import { withPreparation } from '../../kit/http/call.ts';
import { pageAnswer, type MemberAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { UploadedFile } from '../../kit/http/multipart.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenFile } from './deliverables.ts';
import { countClosed, hasUnseen, listEarned, listNext, markSeen } from './earned.store.ts';
import {
  addReward,
  addRewardProducts,
  changeReward,
  listRewardProducts,
  listRewards,
  readReward,
  removeReward,
  requireReward,
} from './rewards.store.ts';

const fileOpener =
  (platform: Platform): OpenFile =>
  (path) =>
    fileUrl(platform, path, 'reward_file');

/** Sends the unseen earned rewards with every page. */
export const unseenRewards: MemberAnswer = {
  route: rewards.mine,
  queryString: '?unseen=1',
  flag: hasUnseen,
  async answer(platform, { school, member }, flagged) {
    if (!flagged) return [];
    const reader = platform.database.reader(school.tenant.id);
    return listEarned(reader, fileOpener(platform), { memberId: member.id, unseen: true });
  },
};

/** Sends what was earned and what comes next with the pages that list them. */
export const rewardsAnswers: MemberAnswer[] = [
  {
    route: rewards.mine,
    pages: ['rewards', 'profile'],
    answer: (platform, { school, member }) => {
      const reader = platform.database.reader(school.tenant.id);
      return listEarned(reader, fileOpener(platform), { memberId: member.id, unseen: false });
    },
  },
  pageAnswer(rewards.next, ['rewards', 'profile'], (tx, context) =>
    listNext(tx, courseViewer(context)),
  ),
];

/**
 * Mounts the calls of the rewards (B section 7, Rewards). The files of a reward have signed
 * addresses.
 */
export function mountRewards(app: FastifyInstance, platform: Platform) {
  const open = fileOpener(platform);

  /** Stores the files of the form. Returns their paths, by field. */
  async function storeParts(tenantId: number, { file, img }: Record<string, UploadedFile>) {
    return {
      ...(file && {
        file: (await storeFile(platform, tenantId, file, { use: 'reward_file' })).path,
      }),
      ...(img && { img: (await storeImage(platform, tenantId, img, { use: 'badge' })).path }),
    };
  }

  mount(
    app,
    platform,
    'rewards',
    rewards,
    {
      list: (tx) => listRewards(tx, open),
      show: async (tx, { params }) => ({ data: await readReward(tx, open, params.rewardId) }),

      create: withPreparation(
        (_platform, { school, files }) => storeParts(school.tenant.id, files),
        async (tx, { body, t }, paths) => {
          const id = await addReward(tx, { ...body, ...paths });
          return { id, message: t(messages.created), data: await readReward(tx, open, id) };
        },
      ),

      update: withPreparation(
        async ({ database }, { school, params, files }) => {
          const { id } = school.tenant;
          // 404 before a file is looked at.
          await database.readTransaction(id, (tx) => requireReward(tx, params.rewardId));
          return storeParts(id, files);
        },
        async (tx, { params: { rewardId }, body, t }, paths) => {
          await changeReward(tx, rewardId, { ...body, ...paths });
          return { message: t(messages.updated), data: await readReward(tx, open, rewardId) };
        },
      ),

      remove: async (tx, { params, t }) => {
        await removeReward(tx, params.rewardId);
        return { message: t(messages.removed) };
      },

      addProducts: (tx, { body }) => addRewardProducts(tx, body.reward_id, body.array_plans_id),
      products: (tx, { params }) => listRewardProducts(tx, params.rewardId),
      removeProduct: async (tx, { params, t }) => {
        await removePermission(tx, 'reward_products', params.permissionId);
        return { message: t(messages.permissionRemoved) };
      },

      mine: (tx, { member, query }) =>
        listEarned(tx, open, { memberId: member.id, unseen: query.unseen }),
      next: (tx, call) => listNext(tx, courseViewer(call)),
      closed: async (tx, { member }) => ({ data: await countClosed(tx, member.id) }),
      seen: (tx, { member, params }) => markSeen(tx, member.id, params.id),
    },
    { subjects: { update: requireReward, addProducts: { of: requireReward, field: 'reward_id' } } },
  );
}
