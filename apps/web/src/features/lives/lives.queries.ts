import { freshness } from '@vitrine/contract/core';
import { lives, messages } from '@vitrine/contract/lives';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { isPreview } from '../../platform/preview.ts';

const { create, editable, forget, hasLive, list, remind, remove, show, update } = lives;

/** Refetch interval, in ms: an admin may end or postpone a live. */
const CHANGED_MS = 60_000;

/** One live, read again every minute. */
export const useLive = (id: number) =>
  useContractQuery(
    show,
    { params: { id } },
    { enabled: id > 0, staleTime: 0, refetchInterval: CHANGED_MS },
  );

/**
 * Tells whether a live is on that the viewer may enter. Refetched every five minutes (C section 9).
 */
export const useHasLive = () =>
  useContractQuery(hasLive, {}, { refetchInterval: freshness.poll, enabled: !isPreview() });

/** The lives that the viewer sees, running and coming ones first. */
export const useLives = () => useContractQuery(list, {}, readOnReturn);

/** The first of them. Parts that many pages show need no more. */
export const useFirstLives = (first: number) =>
  useContractQuery(list, { query: { first } }, readOnReturn);

/** The lives as an admin edits them, with their address. */
export const useEditableLives = () => useContractQuery(editable, {});

const refreshes = [editable, list, show, hasLive];

/** A double click adds it once. */
export const useAddLive = () =>
  useContractMutation(create, { refreshes, success: messages.created, once: true });
/** Lists, page and the header's alert read the live again. */
export const useChangeLive = () =>
  useContractMutation(update, { refreshes, success: messages.updated });
/** Changes a live from a menu. A toast shows the error, because a menu has no place for it. */
export const useQuickChange = () =>
  useContractMutation(update, { refreshes, success: messages.updated, failure: true });
/** Ends a live from a menu. The caller's toast offers to undo it. */
export const useEndLive = () => useContractMutation(update, { refreshes, failure: true });
/** Lists, page and the header's alert read the lives again. */
export const useRemoveLive = () =>
  useContractMutation(remove, {
    refreshes,
    removesFrom: editable,
    success: messages.removed,
  });

/** Reminds the viewer 15 minutes before the start. */
export const useRemind = () =>
  useContractMutation(remind, {
    refreshes: [show, list],
    success: messages.reminded,
    failure: true,
  });
/** Takes the reminder back. */
export const useForget = () =>
  useContractMutation(forget, {
    refreshes: [show, list],
    success: messages.notReminded,
    failure: true,
  });
