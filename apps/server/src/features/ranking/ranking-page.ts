import { NEIGHBOURS, type RankingEntry, type RankingPage } from '@vitrine/contract/ranking';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { levelJson, personJson } from '../../kit/level-json.ts';
import { asPage, pageWindow } from '../../kit/pagination.ts';
import { notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/**
 * Everybody of a season by score; of equal scores, who reached it first stands first. Positions of
 * Monday come from the score that each row keeps of the week's begin.
 */
const ranked = `season AS MATERIALIZED (
    SELECT s.id, s.ended_at IS NULL AS running FROM point_seasons s
    WHERE CASE WHEN :season::bigint IS NULL THEN s.ended_at IS NULL ELSE s.id = :season END),
  listed AS MATERIALIZED (
    SELECT s.member_id, s.score, s.reached_at,
      CASE WHEN s.week = this.week THEN s.week_score ELSE s.score END AS monday_score
    FROM point_scores s, (SELECT date_trunc('week', now() AT TIME ZONE 'UTC')::date AS week) AS this
    WHERE s.season_id = (SELECT id FROM season) AND s.listed AND s.score > 0),
  ranked AS MATERIALIZED (
    SELECT l.*, rank() OVER (ORDER BY l.score DESC) AS position,
      row_number() OVER (ORDER BY l.score DESC, l.reached_at, l.member_id) AS place,
      CASE WHEN l.monday_score > 0 AND (SELECT running FROM season)
        THEN rank() OVER (ORDER BY l.monday_score DESC) END AS monday
    FROM listed l)`;

const entry = `json_build_object('position', r.position, 'score', r.score,
  'user', ${personJson('m')}, 'level', ${levelJson('level_of(r.member_id, r.score)')},
  'move', r.monday - r.position)`;

const page = statement({
  name: 'ranking.page',
  sql: `WITH ${ranked},
    me AS (SELECT place FROM ranked WHERE member_id = :memberId),
    wanted AS (
      SELECT * FROM ranked r
      WHERE CASE WHEN :around THEN
        r.place BETWEEN (SELECT place FROM me) - ${NEIGHBOURS} AND (SELECT place FROM me) + ${NEIGHBOURS}
        ELSE r.place > :offset::bigint AND r.place <= :offset::bigint + :limit::bigint END)
    SELECT (SELECT id FROM season) AS season_id,
      coalesce((SELECT custom_name FROM points_settings), '') AS points_name,
      (SELECT count(*) FROM listed) AS total,
      (SELECT coalesce(json_agg(${entry} ORDER BY r.place), '[]')
        FROM wanted r JOIN members m ON m.id = r.member_id) AS list,
      (SELECT ${entry} FROM ranked r JOIN members m ON m.id = r.member_id
        WHERE r.member_id = :memberId) AS me`,
  row: z.object({
    season_id: z.nullable(z.number()),
    points_name: z.string(),
    total: z.number(),
    list: z.custom<RankingEntry[]>(),
    me: z.nullable(z.custom<RankingEntry>()),
  }),
});

interface Asked {
  query: { page: number; season?: number | undefined; around?: 'me' | undefined };
  member: { id: number };
  request: FastifyRequest;
}

export async function readRanking(
  tx: TenantTransaction,
  { query, member, request }: Asked,
): Promise<RankingPage> {
  const around = query.around === 'me';
  const [row] = await tx.run(page, {
    memberId: member.id,
    season: query.season ?? null,
    around,
    ...pageWindow(query.page),
  });
  const { season_id, list, ...rest } = row!;
  if (query.season !== undefined && season_id === null) throw notFound();
  return around
    ? { data: list, current_page: 1, next_page_url: null, ...rest }
    : { ...asPage(request, query.page, list), ...rest };
}
