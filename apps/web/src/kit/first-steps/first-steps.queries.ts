import { useQueryClient } from '@tanstack/react-query';
import { firstSteps } from '@vitrine/contract/first-steps';
import { useEffect } from 'react';
import { refresh, useContractMutation } from '../queries/contract-mutation.ts';
import { useContractQuery } from '../queries/contract-query.ts';

/** Refetches after every successful mutation: any save may complete a step while the list is visible. */
export function useFirstSteps() {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void refresh(client, [firstSteps.show]);
      }),
    [client],
  );
  return useContractQuery(firstSteps.show, {}, { staleTime: FRESH_MS });
}

/** Covers the start of a page, which brings the answer along. */
const FRESH_MS = 10_000;

/** Hides the checklist for the whole staff. */
export const useDismissFirstSteps = () =>
  useContractMutation(firstSteps.dismiss, { refreshes: [firstSteps.show], failure: true });

/** Marks the step of viewing the site as a student. */
export const useStudentSeen = () =>
  useContractMutation(firstSteps.studentSeen, { refreshes: [firstSteps.show] });
