import { messages, privacy } from '@vitrine/contract/privacy';
import { members } from '@vitrine/contract/members';
import { useContractCursor } from '../../kit/queries/contract-cursor.ts';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { address } from '../../platform/api.ts';

export const useMyData = () => useContractQuery(privacy.show, {});

/** Addresses of the zip for download: the viewer's own, or a member's. */
export const exportAddress = () => address(privacy.export, {});
export const memberExportAddress = (id: number) =>
  address(privacy.exportMember, { params: { id } });

export const useAcceptTerms = () =>
  useContractMutation(privacy.acceptTerms, {
    refreshes: [privacy.show],
    success: messages.termsAccepted,
    failure: true,
  });

export const useAskSchool = () =>
  useContractMutation(privacy.ask, { refreshes: [privacy.show], success: true, once: true });

export const useAskErasureLink = () =>
  useContractMutation(privacy.askErasureLink, { success: true });

export const useEraseAccount = () => useContractMutation(privacy.erase);

export const useEraseMember = () =>
  useContractMutation(privacy.eraseMember, {
    refreshes: [members.list, privacy.requests],
    success: true,
  });

export const useRequests = (state: 'open' | 'done') =>
  useContractCursor(privacy.requests, { query: { state } });

export const useAnswerRequest = () =>
  useContractMutation(privacy.answerRequest, { refreshes: [privacy.requests], success: true });

export const useAddRequest = () =>
  useContractMutation(privacy.addRequest, {
    refreshes: [privacy.requests],
    success: true,
    once: true,
  });

export const useRetention = () => useContractQuery(privacy.retention, {});
export const useChangeRetention = () =>
  useContractMutation(privacy.changeRetention, {
    refreshes: [privacy.retention, privacy.show],
    success: messages.retentionSaved,
  });
