import { points } from '@vitrine/contract/points';
import { useContractQuery } from '../queries/contract-query.ts';

export const useOwnScoreQuery = () => useContractQuery(points.mine, { query: {} });

/** The viewer's points, level and streak. */
export const useOwnScore = () => useOwnScoreQuery().data?.data;
