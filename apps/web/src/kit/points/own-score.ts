import { points } from '@vitrine/contract/points';
import { useContractQuery } from '../queries/contract-query.ts';
import { readOnReturn } from '../queries/first-page.ts';

/** Staff give points, and a video scores without a press: a return reads it again. */
export const useOwnScoreQuery = () => useContractQuery(points.mine, { query: {} }, readOnReturn);

/** The viewer's points, level and streak. */
export const useOwnScore = () => useOwnScoreQuery().data?.data;
