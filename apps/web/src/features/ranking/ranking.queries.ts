import { communities } from '@vitrine/contract/communities';
import { points } from '@vitrine/contract/points';
import { ranking } from '@vitrine/contract/ranking';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';

const { firstCommunity, list, ownSeason, seasons } = ranking;

/** The first community with the school's switch. Null disables the switch (B section 4). */
export const useFirstCommunity = () => useContractQuery(firstCommunity, {});

/** Turns the ranking on or off for students. A toast tells the new state. */
export const useToggleRanking = () =>
  useContractMutation(ranking.toggle, {
    // A community shows the ranking beside its posts.
    refreshes: [firstCommunity, communities.list, communities.show],
    success: true,
  });

/** Begins a season. The toast carries the server's message, also of a failure. */
export const useResetRanking = () =>
  useContractMutation(ranking.reset, {
    refreshes: [list, ownSeason, seasons, points.mine, points.ofMember],
    success: true,
    failure: true,
  });

/** A ranking: of a past season, of the running week, of all seasons, or of the running season. */
export interface RankingFilter {
  season?: number | undefined;
  period?: 'week' | 'all' | undefined;
}

/** The pages of a ranking. `first` carries the place of the viewer and the neighbours. */
export const useRanking = ({ season, period }: RankingFilter) =>
  useContractPages(
    list,
    { query: { ...(season && { season }), ...(period && { period }) } },
    // A past season no longer changes.
    { keyOf: ({ user }) => user.id, ...(season === undefined && readOnReturn) },
  );

/** Reads the viewer's own season. Call it only where it is shown. */
export const useOwnSeason = (period: 'week' | undefined, enabled: boolean) =>
  useContractQuery(ownSeason, { query: { ...(period && { period }) } }, { enabled });
