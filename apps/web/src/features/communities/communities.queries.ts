import { freshness } from '@vitrine/contract/core';
import {
  communities,
  messages,
  type CommunitySummary,
  type ContentFlag,
} from '@vitrine/contract/communities';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { EMBEDDED_FRESH_MS } from '../../kit/queries/first-page.ts';
import { useOrderedList } from '../../kit/queries/ordered-list.ts';

const { index, list, show, config, details, settings } = communities;
const all = [index, list, show, config, details];
/** A section 9: toasts of the community panels last 4 s. */
const toastFor = 4000;

export const useCommunityIndex = () => useContractQuery(index, {}, { staleTime: freshness.hour });
export const useCommunities = (enabled = true) =>
  useContractQuery(list, {}, { staleTime: EMBEDDED_FRESH_MS, enabled });
export const useCommunity = (id: number) =>
  useContractQuery(show, { params: { id } }, { staleTime: EMBEDDED_FRESH_MS });
export const useCommunitySettings = () => useContractQuery(settings, {});
export const useCommunityConfig = (communityId: number) =>
  useContractQuery(config, { params: { communityId } });
export const useCommunityDetails = (communityId: number) =>
  useContractQuery(details, { params: { communityId } });
export const useCommunityContents = (id: number | null) =>
  useContractQuery(
    communities.contents,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 0 },
  );
export const useChannelContents = (id: number | null) =>
  useContractQuery(
    communities.channelContents,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 0 },
  );

export const useToggleCommunities = () =>
  useContractMutation(communities.toggleAll, {
    refreshes: [settings, ...all],
    success: true,
    toastFor,
  });
export const useTogglePage = () =>
  useContractMutation(communities.togglePage, { refreshes: [settings], success: true, toastFor });
export const useSetActive = () =>
  useContractMutation(communities.setActive, { refreshes: all, success: true, toastFor });
export const useAddCommunity = () =>
  useContractMutation(communities.createConfig, {
    refreshes: all,
    success: true,
    toastFor,
    once: true,
  });
export const useSaveConfig = () =>
  useContractMutation(communities.updateConfig, { refreshes: all, success: true, toastFor });
export const useAddLegacy = () =>
  useContractMutation(communities.create, { refreshes: all, success: true, toastFor, once: true });
export const useSaveLegacy = () =>
  useContractMutation(communities.update, { refreshes: all, success: true, toastFor });
export const useAddPlans = () =>
  useContractMutation(communities.addPlans, { refreshes: all, success: true, toastFor });
export const useRemovePlans = () =>
  useContractMutation(communities.removePlans, { refreshes: all, success: true, toastFor });
export const useSaveFlag = (flag: ContentFlag) =>
  useContractMutation(communities.updateMedia, {
    refreshes: [details, show, list],
    success: true,
    toastFor,
    scope: `community-${flag}`,
  });
export const useRemoveCommunity = () =>
  useContractMutation(communities.remove, { refreshes: all, success: true, toastFor });

export const useAddChannel = () =>
  useContractMutation(communities.createChannel, { refreshes: [show, list, index], once: true });
export const useSaveChannel = () =>
  useContractMutation(communities.updateChannel, { refreshes: [show, list] });
export const useRemoveChannel = () =>
  useContractMutation(communities.removeChannel, { refreshes: [show, list, index] });

/** Optimistic order. A refused one is rolled back with the specification's message. */
export const useCommunityOrder = (items: CommunitySummary[] | undefined) =>
  useOrderedList({
    items,
    getId: ({ id }) => id,
    route: communities.order,
    input: (ids) => ({ body: { order: ids.map((id, at) => ({ id, order: at + 1 })) } }),
    refreshes: [index, list],
    failure: messages.orderFailed,
    success: true,
    toastFor,
  });
