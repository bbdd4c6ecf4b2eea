import { freshness } from '@vitrine/contract/core';
import { customLinks } from '@vitrine/contract/custom-links';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

// One hook for each call. `refreshes` names the calls that are read again after the write, and
// `success: true` shows the server's message. Components never name a route.

const { list } = customLinks;

/** A section 9: for an hour, links are not read again. */
export const useLinks = () => useContractQuery(list, {}, { staleTime: freshness.hour });

/** A double click adds it once. 409 for a fourth link. */
export const useAddLink = () =>
  useContractMutation(customLinks.create, { refreshes: [list], success: true, once: true });

/** Header, side menu and list read the links again. */
export const useChangeLink = () =>
  useContractMutation(customLinks.update, { refreshes: [list], success: true });

/** Header, side menu and list read the links again. */
export const useRemoveLink = () =>
  useContractMutation(customLinks.remove, {
    refreshes: [list],
    removesFrom: list,
    success: true,
  });
