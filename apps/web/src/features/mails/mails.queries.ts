import { freshness } from '@vitrine/contract/core';
import { mails, type MailState } from '@vitrine/contract/mails';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { useContractCursor } from '../../kit/queries/contract-cursor.ts';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';

/** The filters of the list. Null: mails of every state. */
export interface MailFilters {
  search: string;
  state: MailState | null;
}

/** The mails of the school, newest first, a page at a time. A return reads them again. */
export const useMails = ({ search, state }: MailFilters) =>
  useContractCursor(
    mails.list,
    { query: { ...(search && { search }), ...(state && { state }) } },
    readOnReturn,
  );

/** False where the server sends no mails. Undefined while the answer loads. */
export const useDelivers = (enabled: boolean) => {
  const { data } = useContractQuery(
    mails.list,
    { query: {} },
    { enabled, staleTime: freshness.hour },
  );
  return data && Boolean(data.delivers);
};

/** Sends a mail to the admin's own address. */
export const useTestMail = () =>
  useContractMutation(mails.test, { refreshes: [mails.list], success: true, failure: true });

/** Lets the server send to an address that was refused. */
export const useRetryAddress = () =>
  useContractMutation(mails.retryAddress, {
    refreshes: [mails.list, members.list],
    success: true,
    failure: true,
  });

/** Lets the server send to the viewer's own address again. */
export const useRetryOwnAddress = () =>
  useContractMutation(mails.retryOwnAddress, {
    refreshes: [me.show],
    success: true,
    failure: true,
  });
