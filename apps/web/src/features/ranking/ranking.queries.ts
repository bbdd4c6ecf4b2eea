import { messages, ranking } from '@vitrine/contract/ranking';
import { points } from '@vitrine/contract/points';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';

const { firstCommunity, list, ownSeason, seasons } = ranking;

export const useFirstCommunity = () => useContractQuery(firstCommunity, {});

/** The switch shows that it saved. The specification's toast tells the new state. */
export const useToggleRanking = () =>
  useContractMutation(ranking.toggle, { refreshes: [firstCommunity], success: true });

export const useResetRanking = () =>
  useContractMutation(ranking.reset, {
    refreshes: [list, ownSeason, seasons, points.mine, points.ofMember],
    success: true,
    failure: true,
  });

/** Of a past season, of the running week, or of the running season. */
export interface RankingFilter {
  season?: number | undefined;
  period?: 'week' | undefined;
}

export const useRanking = ({ season, period }: RankingFilter) =>
  useContractPages(list, { query: { ...(season && { season }), ...(period && { period }) } });

/** Read only where it is shown. */
export const useOwnSeason = (period: RankingFilter['period'], enabled: boolean) =>
  useContractQuery(ownSeason, { query: { ...(period && { period }) } }, { enabled });

export const rankingFailure = messages.failed;
