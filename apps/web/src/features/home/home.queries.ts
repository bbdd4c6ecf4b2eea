import { home } from '@vitrine/contract/home';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

/** The whole home page in one answer, which the page brings along. */
export const useHome = () => useContractQuery(home.show, {});
