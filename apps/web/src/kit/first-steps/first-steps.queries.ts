import { firstSteps } from '@vitrine/contract/first-steps';
import { useContractMutation } from '../queries/contract-mutation.ts';
import { useContractQuery } from '../queries/contract-query.ts';

export const useFirstSteps = () => useContractQuery(firstSteps.show, {}, { staleTime: 0 });

export const useDismissFirstSteps = () =>
  useContractMutation(firstSteps.dismiss, { refreshes: [firstSteps.show], failure: true });

export const useStudentSeen = () =>
  useContractMutation(firstSteps.studentSeen, { refreshes: [firstSteps.show] });
