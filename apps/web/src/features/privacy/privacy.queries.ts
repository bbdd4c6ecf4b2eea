import { members } from '@vitrine/contract/members';
import { messages, privacy } from '@vitrine/contract/privacy';
import { ranking } from '@vitrine/contract/ranking';
import { useContractCursor } from '../../kit/queries/contract-cursor.ts';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { address } from '../../platform/api.ts';

/** The data that the school stores about the viewer, as counts. */
export const useMyData = () => useContractQuery(privacy.show, {}, readOnReturn);

/** Addresses of the zip for download: the viewer's own, or a member's. */
export const exportAddress = () => address(privacy.export, {});
/** The address of the zip with all data of a member. Opening it is recorded. */
export const memberExportAddress = (id: number) =>
  address(privacy.exportMember, { params: { id } });

/** Records that the viewer agrees to the legal texts. */
export const useAcceptTerms = () =>
  useContractMutation(privacy.acceptTerms, {
    refreshes: [privacy.show],
    success: messages.termsAccepted,
    failure: true,
  });

/** Sends the school a request about the viewer's data. */
export const useAskSchool = () =>
  useContractMutation(privacy.ask, { refreshes: [privacy.show], success: true, once: true });

/** Mails a link, for people without a password. */
export const useAskErasureLink = () =>
  useContractMutation(privacy.askErasureLink, { success: true });

/** Begins the erasure. The viewer is signed out, and this browser forgets them. */
export const useEraseAccount = () =>
  useContractMutation(privacy.erase, {
    onSuccess: () =>
      void import('../../kit/offline/forget.ts').then(({ forgetPerson }) => forgetPerson()),
  });

/** Begins the erasure of a member, who gets a link to cancel it. */
export const useEraseMember = () =>
  useContractMutation(privacy.eraseMember, {
    refreshes: [members.list, privacy.requests, ranking.list],
    success: true,
  });

/** The requests that wait for an answer, or those that have one. A return reads them again. */
export const useRequests = (state: 'open' | 'done') =>
  useContractCursor(privacy.requests, { query: { state } }, readOnReturn);

/** The person reads the answer under Meus dados. */
export const useAnswerRequest = () =>
  useContractMutation(privacy.answerRequest, { refreshes: [privacy.requests], success: true });

/** Records a request that reached the school by another way. */
export const useAddRequest = () =>
  useContractMutation(privacy.addRequest, {
    refreshes: [privacy.requests],
    success: true,
    once: true,
  });

/** The retention period of each kind of record. */
export const useRetention = () => useContractQuery(privacy.retention, {});
/** Records that are too old go with the next run of `apply-retention`. */
export const useChangeRetention = () =>
  useContractMutation(privacy.changeRetention, {
    refreshes: [privacy.retention, privacy.show],
    success: messages.retentionSaved,
  });
