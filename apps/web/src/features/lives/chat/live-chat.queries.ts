import { liveChat } from '@vitrine/contract/live-chat';
import { useContractMutation } from '../../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../../kit/queries/contract-query.ts';

const { list, remove, silence, silences, unsilence } = liveChat;

export const useNewestMessages = (id: number) =>
  useContractQuery(list, { params: { id } }, { staleTime: 0 });

export const useRemoveMessage = () => useContractMutation(remove, { failure: true });

export const useSilences = (id: number) => useContractQuery(silences, { params: { id } });
export const useSilence = () =>
  useContractMutation(silence, { refreshes: [silences], failure: true });
export const useUnsilence = () => useContractMutation(unsilence, { refreshes: [silences] });
