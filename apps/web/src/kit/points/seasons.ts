import { ranking } from '@vitrine/contract/ranking';
import { useContractQuery } from '../queries/contract-query.ts';

/** The seasons of the school, the running one first. */
export const useSeasons = () => useContractQuery(ranking.seasons, {});
