import { communities, type ContentFlag } from '@vitrine/contract/communities';
import { freshness } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { notifications } from '@vitrine/contract/notifications';
import { ranking } from '@vitrine/contract/ranking';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { isConnectionLost } from '../../platform/api.ts';
import { retryQuery } from '../../platform/query-client.ts';

const { index, list, show, config, details, settings } = communities;
/** The reads that a change of a community outdates. */
export const communityReads = [
  index,
  list,
  show,
  config,
  details,
  // The ranking needs a first community, and the bell's settings name all.
  ranking.firstCommunity,
  notifications.communities,
  // A removed community takes its snippets along.
  customHtml.list,
  customHtml.filters,
  customHtml.pages,
];
/** A section 9: toasts of the community panels last 4 s. */
export const toastFor = 4000;
/** The options of a save in the panels. */
const panelSave = { refreshes: communityReads, success: true, toastFor } as const;

/**
 * Lists the communities of the owner's panel. Only mutations of this file refresh them within the
 * hour.
 */
export const useCommunityIndex = () => useContractQuery(index, {}, { staleTime: freshness.hour });
/** Lists the communities that the viewer may know of, with channels and unread counts. */
export const useCommunities = () => useContractQuery(list, {}, readOnReturn);
/** Reads a community as the viewer sees it. The page embeds it, and a return reads it again. */
export const useCommunity = (id: number) =>
  useContractQuery(show, { params: { id } }, readOnReturn);
/** The switches of all communities, and whether the school edits by the legacy form. */
export const useCommunitySettings = () => useContractQuery(settings, {});
/**
 * Reads the values of the new form, fresh for an hour (A section 9). Without an answer it does not
 * retry (A section 8).
 */
export const useCommunityConfig = (communityId: number) =>
  useContractQuery(
    config,
    { params: { communityId } },
    {
      staleTime: freshness.hour,
      retry: (failures, error) => !isConnectionLost(error) && retryQuery(failures, error),
    },
  );
/** The values of the legacy form (A section 5). */
export const useCommunityDetails = (communityId: number) =>
  useContractQuery(details, { params: { communityId } });
/**
 * Counts the contents that are deleted with a community, anew for each dialog. Null reads nothing.
 */
export const useCommunityContents = (id: number | null) =>
  useContractQuery(
    communities.contents,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 0 },
  );
/** The same for a channel. */
export const useChannelContents = (id: number | null) =>
  useContractQuery(
    communities.channelContents,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 0 },
  );

/** Lets students enter a community, or staff only: from the list (A section 7). */
export const useToggleStatus = () => useContractMutation(communities.toggle, panelSave);
/** The same from the new form, which has words of its own (A section 8). */
export const useSetActive = () => useContractMutation(communities.setActive, panelSave);
/** Adds by the new form. A repeated request adds no second community. */
export const useAddCommunity = () =>
  useContractMutation(communities.createConfig, { ...panelSave, once: true });
/** Saves the new form. 409 if somebody else saved since. */
export const useSaveConfig = () => useContractMutation(communities.updateConfig, panelSave);
/** Adds by the legacy form. A repeated request adds no second community. */
export const useAddLegacy = () =>
  useContractMutation(communities.create, { ...panelSave, once: true });
/** Saves the legacy form, except products and content flags: those save at once. */
export const useSaveLegacy = () => useContractMutation(communities.update, panelSave);
/** Adds products to a community of the legacy form at once. */
export const useAddPlans = () => useContractMutation(communities.addPlans, panelSave);
/** Removes products from it at once. 422 for the last one. */
export const useRemovePlans = () => useContractMutation(communities.removePlans, panelSave);
/** Switches one kind of content. Switches of one kind are sent one after the other. */
export const useSaveFlag = (flag: ContentFlag) =>
  useContractMutation(communities.updateMedia, {
    ...panelSave,
    refreshes: [details, show, list],
    scope: `community-${flag}`,
  });
/** Deletes a community with its channels, posts and comments. One that is gone leaves the list. */
export const useRemoveCommunity = () =>
  useContractMutation(communities.remove, { ...panelSave, removesFrom: index });

/** Adds a channel. A repeated request adds no second one. */
export const useAddChannel = () =>
  useContractMutation(communities.createChannel, { refreshes: [show, list, index], once: true });
/** Saves name, products or place of a channel. */
export const useSaveChannel = () =>
  useContractMutation(communities.updateChannel, { refreshes: [show, list] });
/** Deletes a channel with its posts and comments. */
export const useRemoveChannel = () =>
  useContractMutation(communities.removeChannel, { refreshes: [show, list, index] });
