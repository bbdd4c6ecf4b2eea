import { members, messages } from '@vitrine/contract/members';
import { messages as common } from '@vitrine/contract/messages';
import { people } from '@vitrine/contract/people';
import { products } from '@vitrine/contract/products';
import { ranking } from '@vitrine/contract/ranking';
import type { Role } from '@vitrine/contract/sessions';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { address } from '../../platform/api.ts';
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

/** A CSV of those that the filters find. */
export const exportAddress = (filters: MemberListFilters) =>
  address(members.export, { query: { ...filters } });

/** A double click adds it once. The dialog says whether an invitation was sent. */
export const useAddMember = () => useContractMutation(members.create, { refreshes, once: true });

/** Also the numbers of the products' members are read again. The header knows the viewer's own name. */
export function useChangeMember() {
  const { mergeViewer } = useSiteStore();
  return useContractMutation(members.update, {
    refreshes: [...refreshes, people.show, ranking.list],
    success: common.saved,
    onSuccess({ data: { id, name } }) {
      if (id === viewer()?.id) mergeViewer({ name });
    },
  });
}

/** A refusal shows the server's message: too many invitations, or a password exists. */
export const useInviteAgain = () =>
  useContractMutation(members.invite, { success: true, failure: true });

/** A refusal shows the server's message. */
export const useAccessLink = () => useContractMutation(members.accessLink, { failure: true });

/** The change of address that waits for a confirmation; null if there is none. */
export const useEmailChange = (id: number) =>
  useContractQuery(members.emailChange, { params: { id } }, readOnReturn);

/** Mails both addresses a link to confirm. */
export const useChangeEmail = () =>
  useContractMutation(members.changeEmail, { refreshes: [members.emailChange], success: true });

/** Also the numbers of the products' members are read again. */
export const useRemoveMember = () =>
  useContractMutation(members.remove, { refreshes, success: messages.removed });
