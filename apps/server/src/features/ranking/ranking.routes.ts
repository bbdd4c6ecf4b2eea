import { messages, ranking } from '@vitrine/contract/ranking';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { hotRead } from '../../kit/http/call.ts';
import { pageAnswer, type MemberAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { runViewerQuery } from '../../platform/viewer-query.ts';
import { ownSeasonQuery } from './own-season.ts';
import { openRanking } from './ranking-front.ts';
import { requireShown } from './ranking-page.ts';
import {
  firstCommunity,
  isRankingOff,
  listSeasons,
  resetRanking,
  showRanking,
} from './ranking.store.ts';

/**
 * Sends the switch with every page while the ranking is off. The side menu then never shows an entry
 * that disappears. While it is on, the menu asks.
 */
const rankingOffAnswer: MemberAnswer = {
  route: ranking.firstCommunity,
  flag: isRankingOff,
  answer: async ({ database }, context, flagged) =>
    flagged
      ? database.readTransaction(context.school.tenant.id, async (tx) => ({
          data: await firstCommunity(tx, courseViewer(context)),
        }))
      : undefined,
};

/**
 * Mounts the calls of the ranking (B section 7, Ranking panel): its switch, its lists and its
 * reset. Returns the answers that travel with the pages that show them.
 */
export function mountRanking(app: FastifyInstance, platform: Platform): MemberAnswer[] {
  const front = openRanking();
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
    firstCommunity: async (tx, call) => ({ data: await firstCommunity(tx, courseViewer(call)) }),

    list: hotRead(front),
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

  const queryString = '?page=1';
  const firstPage: MemberAnswer = {
    route: ranking.list,
    pages: ['ranking'],
    queryString,
    async answer({ database }, { school, member }) {
      const call = {
        query: { page: 1 },
        school,
        member,
        request: {
          url: ranking.list.path + queryString,
          vitrine: { school, studentProducts: null },
        },
      };
      const reader = database.reader(school.tenant.id);
      const row = await runViewerQuery(reader, member, front.query(call), front.values(call));
      return front.answer({ database }, call, row);
    },
  };
  return [
    rankingOffAnswer,
    firstPage,
    pageAnswer(ranking.seasons, ['ranking', 'points'], listSeasons),
  ];
}
