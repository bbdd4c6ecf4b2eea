import { catalog } from '@vitrine/contract/catalog';
import { rewards } from '@vitrine/contract/rewards';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { list, products } = rewards;

/** Lists all rewards of the school, for its owner. */
export const useRewards = () => useContractQuery(list, {});

/** Adds a reward, once also after retries. */
export const useAddReward = () =>
  useContractMutation(rewards.create, { refreshes: [list], success: true, once: true });

/** Saves a reward with its file and badge. 422 for invalid fields. */
export const useChangeReward = () =>
  useContractMutation(rewards.update, { refreshes: [list, products], success: true });

/** Deletes a reward. Its earners keep what they received. */
export const useRemoveReward = () =>
  useContractMutation(rewards.remove, { refreshes: [list], removesFrom: list, success: true });

/** Lists the products of a reward. Null reads nothing: a new one has none. */
export const useRewardProducts = (rewardId: number | null) =>
  useContractQuery(
    products,
    { params: { rewardId: rewardId ?? 0 } },
    { enabled: rewardId !== null },
  );

/** Adds a product whose members may earn the reward. It saves at once; a failure is a toast. */
export const useAddRewardProducts = () =>
  useContractMutation(rewards.addProducts, { refreshes: [list, products], failure: true });

/** Removes such a product. It saves at once; a failure is a toast. */
export const useRemoveRewardProduct = () =>
  useContractMutation(rewards.removeProduct, { refreshes: [list, products], failure: true });

/** The title of a lesson that no loaded list contains. */
export const useLessonNamed = (id: number | null) =>
  useContractQuery(catalog.showLesson, { params: { id: id ?? 0 } }, { enabled: id !== null });

/** The rewards that the viewer has earned. */
export const useMyRewards = () => useContractQuery(rewards.mine, { query: {} });
/** The unseen rewards, which every page brings. */
export const useUnseenRewards = () => useContractQuery(rewards.mine, { query: { unseen: 1 } });
/** The rewards that the viewer can still earn, with the progress of each. */
export const useNextRewards = () => useContractQuery(rewards.next, {});

/** The number of rewards that only other products earn. */
export const useClosedRewards = () => useContractQuery(rewards.closed, {});

/** Records that an earned reward was shown, so that it is not shown again. */
export const useMarkSeen = () => useContractMutation(rewards.seen);
