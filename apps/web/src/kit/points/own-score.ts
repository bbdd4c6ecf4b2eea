import { points } from '@vitrine/contract/points';
import { useContractQuery } from '../queries/contract-query.ts';

/** One's own points, level and streak. */
export const useOwnScore = () => useContractQuery(points.mine, { query: {} }).data?.data;
