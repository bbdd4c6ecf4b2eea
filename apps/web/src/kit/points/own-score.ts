import { points } from '@vitrine/contract/points';
import { useContractQuery } from '../queries/contract-query.ts';

/** The viewer's points, level and streak. */
export const useOwnScore = () => useContractQuery(points.mine, { query: {} }).data?.data;
