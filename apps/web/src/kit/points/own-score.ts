import { points } from '@vitrine/contract/points';
import { useContractQuery } from '../queries/contract-query.ts';
import { readOnReturn } from '../queries/first-page.ts';

/** Reads the viewer's points, at each return anew: staff give some, and a video scores by itself. */
export const useOwnScoreQuery = () => useContractQuery(points.mine, { query: {} }, readOnReturn);

/** The viewer's points, level and streak. */
export const useOwnScore = () => useOwnScoreQuery().data?.data;
