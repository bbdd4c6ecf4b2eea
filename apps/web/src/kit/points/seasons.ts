import { ranking } from '@vitrine/contract/ranking';
import { useContractQuery } from '../queries/contract-query.ts';

/** The school's seasons, the current one first. */
export const useSeasons = () => useContractQuery(ranking.seasons, {});
