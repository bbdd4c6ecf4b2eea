import { members, messages } from '@vitrine/contract/members';
import { messages as common } from '@vitrine/contract/messages';
import { people } from '@vitrine/contract/people';
import { products } from '@vitrine/contract/products';
import { ranking } from '@vitrine/contract/ranking';
import type { Role } from '@vitrine/contract/roles';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { address } from '../../platform/api.ts';
import { mergeViewer } from '../../platform/merge-viewer.ts';
import { viewer } from '../../platform/session.ts';
import { useSiteStore } from '../../platform/site-context.ts';

/** Products tell how many people hold them. */
const refreshes = [members.list, products.list];

/** The filters of the list. '' and null mean everybody. */
export interface MemberListFilters {
  search: string;
  role: Role | null;
  product_id: number | null;
}

/** The members that the filters match, a page at a time. A return reads them again. */
export const useMembers = (filters: MemberListFilters) =>
  useContractPages(members.list, { query: filters }, readOnReturn);

/** The address of a CSV of the members that the filters match. */
export const exportAddress = (filters: MemberListFilters) =>
  address(members.export, { query: { ...filters } });

/** Adds a member, once also after a double click. The answer tells of the invitation. */
export const useAddMember = () => useContractMutation(members.create, { refreshes, once: true });

/** Saves the changed fields of a member. The header follows where viewers rename themselves. */
export function useChangeMember() {
  const store = useSiteStore();
  return useContractMutation(members.update, {
    refreshes: [...refreshes, people.show, ranking.list],
    success: common.saved,
    onSuccess({ data: { id, name } }) {
      if (id === viewer()?.id) mergeViewer(store, { name });
    },
  });
}

/**
 * Sends the invitation again. A refusal shows the server's message: too many, or a password exists.
 */
export const useInviteAgain = () =>
  useContractMutation(members.invite, { success: true, failure: true });

/** Makes an access link to hand over. A refusal shows the server's message. */
export const useAccessLink = () => useContractMutation(members.accessLink, { failure: true });

/** The change of address that waits for a confirmation; null if there is none. */
export const useEmailChange = (id: number) =>
  useContractQuery(members.emailChange, { params: { id } }, readOnReturn);

/** Mails both addresses a link to confirm. */
export const useChangeEmail = () =>
  useContractMutation(members.changeEmail, { refreshes: [members.emailChange], success: true });

/** Removes a member with progress, scores and points. */
export const useRemoveMember = () =>
  useContractMutation(members.remove, {
    refreshes: [...refreshes, ranking.list],
    removesFrom: members.list,
    success: messages.removed,
  });
