import { home } from '@vitrine/contract/home';
import { useContractQuery } from '../../kit/contract-query.ts';

/** The whole home page in one answer; it travels with the page itself. */
export const useHome = () => useContractQuery(home.show, {});
