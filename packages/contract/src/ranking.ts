import * as z from 'zod/mini';
import {
  dataOf,
  flagAnswer,
  id,
  listOf,
  message,
  pageNumber,
  pageOf,
  pathFlag,
  route,
  saved,
  time,
} from './core.ts';
import { ShownLevel } from './gamification.ts';
import { Person } from './people.ts';

/** Number of entries before and after the viewer for `around=me`. */
export const NEIGHBOURS = 5;

/** B section 8 and contract, Points; the rest are ours. */
export const messages = {
  on: 'Ranking ativado',
  off: 'Ranking desativado',
  failed: 'Falha ao alterar o status do ranking.',
  reset: 'Pontuação geral limpa com sucesso.',
  hidden: 'O ranking está desativado.',
} as const;

/** A member in the ranking. Equal scores share a position (contract, Points, ranking). */
export const RankingEntry = z.object({
  position: z.int(),
  user: Person,
  /** The points of the season; in the ranking of the week, those since Monday. */
  score: z.int(),
  level: z.nullable(ShownLevel),
  /**
   * Places gained since Monday. Null if the member was not in the ranking then, and in the ranking of
   * the week.
   */
  move: z.nullable(z.int()),
});
export type RankingEntry = z.output<typeof RankingEntry>;

/** A page of the ranking, with the viewer's own entry. */
export const RankingPage = z.extend(pageOf(RankingEntry), {
  /** Null for staff, for members without points, and for members who hide from the ranking. */
  me: z.nullable(RankingEntry),
  /** Only on the first page: `me` with the entries before and after; empty without `me`. */
  around: z.array(RankingEntry),
  /** Number of members in the ranking. */
  total: z.int(),
  points_name: z.string(),
  /**
   * The time when a job last summed the ranking since the beginning. Null if nothing has changed since
   * then, and in all other rankings.
   */
  updated_at: z.nullable(time),
  /** The ranking of the week begins anew then, by the server's clock. Null in all other rankings. */
  ends_at: z.nullable(time),
  /** The ranking since the beginning is summed for the first time. Until then it is empty. */
  summing: flagAnswer,
});
export type RankingPage = z.output<typeof RankingPage>;

/** The time between two resets. `ended_at` is null for the running one. */
export const Season = z.object({
  id: z.int(),
  started_at: time,
  ended_at: z.nullable(time),
  members: z.int(),
});
export type Season = z.output<typeof Season>;

/** Maximum number of steps of a season's score curve. */
export const WAY_STEPS = 30;

/** The viewer's running season or week, beside their place. */
export const OwnSeason = z.object({
  /**
   * The score at the end of each step, from the day of the first points to today (UTC). All steps
   * take the same number of days. Empty without points. Of the week: the points since Monday.
   */
  way: listOf(z.object({ at: time, score: z.int() })),
  /** Points for finishing a lesson. 0 if no rule gives any, or if the viewer may not score. */
  lesson_points: z.int(),
  /** Unfinished lessons of the courses with the latest activity. */
  lessons_left: z.int(),
  /** The lesson where the viewer continues; null if they have not begun a course. */
  lesson: z.nullable(z.object({ id: z.int(), course_id: z.int(), title: z.string() })),
});
export type OwnSeason = z.output<typeof OwnSeason>;

const ShowRanking = z.object({ show_ranking: flagAnswer });

/** B section 7, Ranking panel, and v1. Students get 403 while the ranking is off. */
export const ranking = {
  /**
   * Begins a season. What scored before does not score again. A bonus of before still uses up its 24
   * hours; its rule of the day goes on counting actions of before that made no bonus (decision 111).
   */
  reset: route('POST', '/api/auth/community/reset-ranking', {
    access: 'admin',
    source: 'B',
    answer: message,
  }),
  toggle: route('PUT', '/api/auth/ranking/toggle-status/{status}/{tenant}', {
    access: 'admin',
    source: 'B',
    params: { status: pathFlag },
    answer: saved(ShowRanking),
  }),
  /**
   * The first community that the viewer may know of. Its `show_ranking` is the school's switch. Null
   * if there is none.
   */
  firstCommunity: route('GET', '/api/auth/community/get-first/{tenant}', {
    access: 'member',
    source: 'B',
    answer: dataOf(z.nullable(z.extend(ShowRanking, { id: z.int(), title: z.string() }))),
  }),
  list: route('GET', '/api/v1/ranking', {
    access: 'member',
    source: 'v1',
    query: z.object({
      page: pageNumber,
      season: z.optional(id),
      /**
       * `week`: only the points since Monday. `all`: those of all seasons. Until the first reset these
       * are the season's.
       */
      period: z.optional(z.enum(['week', 'all'])),
      around: z.optional(z.literal('me')),
    }),
    answer: RankingPage,
  }),
  /** Answers what the list leaves out, so that its first look stays as cheap. */
  ownSeason: route('GET', '/api/v1/ranking/me', {
    access: 'member',
    source: 'ours',
    query: z.object({ period: z.optional(z.literal('week')) }),
    answer: dataOf(OwnSeason),
  }),
  /** Answers while the ranking is off, too: the page of points lists its entries by season. */
  seasons: route('GET', '/api/v1/ranking/seasons', {
    access: 'member',
    source: 'v1',
    answer: listOf(Season),
  }),
};
