import { liveChat } from '@vitrine/contract/live-chat';
import { useContractMutation } from '../../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../../kit/queries/contract-query.ts';

const { list, remove, silence, silences, unsilence } = liveChat;

/** The newest page. Events bring what comes later. */
export const useNewestMessages = (id: number) =>
  useContractQuery(list, { params: { id } }, { staleTime: 0 });

/** The event tells everybody, this browser too. */
export const useRemoveMessage = () => useContractMutation(remove, { failure: true });

/** The people silenced in this live. For staff. */
export const useSilences = (id: number) => useContractQuery(silences, { params: { id } });
/** Silences the author in this live only. */
export const useSilence = () =>
  useContractMutation(silence, { refreshes: [silences], failure: true });
/** Lets the person write in this live again. */
export const useUnsilence = () =>
  useContractMutation(unsilence, { refreshes: [silences], failure: true });
