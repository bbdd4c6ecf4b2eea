import { catalog } from '@vitrine/contract/catalog';
import { freshness } from '@vitrine/contract/core';
import { rewards } from '@vitrine/contract/rewards';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';

const { list, products } = rewards;

export const useRewards = () => useContractQuery(list, {});

export const useAddReward = () =>
  useContractMutation(rewards.create, { refreshes: [list], success: true, once: true });

export const useChangeReward = () =>
  useContractMutation(rewards.update, { refreshes: [list, products], success: true });

export const useRemoveReward = () =>
  useContractMutation(rewards.remove, { refreshes: [list], success: true });

export const useRewardProducts = (rewardId: number | null) =>
  useContractQuery(
    products,
    { params: { rewardId: rewardId ?? 0 } },
    { enabled: rewardId !== null },
  );

export const useOpenReward = () =>
  useContractMutation(rewards.addProducts, { refreshes: [list, products], failure: true });

export const useCloseReward = () =>
  useContractMutation(rewards.removeProduct, { refreshes: [list, products], failure: true });

const reading = { staleTime: freshness.halfHour };

export const useAllLessons = () => useContractPages(catalog.lessonsToPick, {});
export const useFoundLessons = (term: string) =>
  useContractPages(catalog.searchLessons, { params: { term } });
/** The title of a lesson that no loaded list contains. */
export const useLessonNamed = (id: number | null) =>
  useContractQuery(catalog.showLesson, { params: { id: id ?? 0 } }, { ...reading, enabled: !!id });

export const useMyRewards = () => useContractQuery(rewards.mine, { query: {} });
/** The unseen rewards, which every page brings. */
export const useUnseenRewards = () => useContractQuery(rewards.mine, { query: { unseen: 1 } });
export const useNextRewards = () => useContractQuery(rewards.next, {});
export const useClosedRewards = () => useContractQuery(rewards.closed, {});
export const useMarkSeen = () => useContractMutation(rewards.seen);
