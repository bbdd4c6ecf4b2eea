import { messages, ranking } from '@vitrine/contract/ranking';
import type { FastifyInstance } from 'fastify';
import { hotRead } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownSeasonQuery } from './own-season.ts';
import { requireShown } from './ranking-page.ts';
import { firstCommunity, listSeasons, resetRanking, showRanking } from './ranking.store.ts';
import { openRanking } from './ranking-front.ts';

/**
 * Mounts the calls of the ranking (B section 7, Ranking panel): its switch, its lists and its
 * reset.
 */
export function mountRanking(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'ranking', ranking, {
    reset: async (tx, { t }) => {
      await resetRanking(tx);
      return { message: t(messages.reset) };
    },
    toggle: async (tx, { params, t }) => {
      await showRanking(tx, params.status);
      return {
        message: t(params.status ? messages.on : messages.off),
        data: { show_ranking: params.status },
      };
    },
    firstCommunity: async (tx) => ({ data: await firstCommunity(tx) }),

    list: hotRead(openRanking()),
    ownSeason: hotRead({
      query: ownSeasonQuery,
      values: ({ query: { period } }) => ({ period: period ?? null }),
      async answer(_platform, { member }, row) {
        const { shown, ...season } = row!;
        requireShown(shown, member);
        return { data: season };
      },
    }),
    seasons: (tx) => listSeasons(tx),
  });
}
