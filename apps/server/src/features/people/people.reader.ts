import type { PersonCard } from '@vitrine/contract/people';
import { staffRoles } from '@vitrine/contract/roles';
import * as z from 'zod/mini';
import { isRankingShown, pointsNameSql } from '../../kit/gamification-settings.ts';
import { shownLevelJson } from '../../kit/level-json.ts';
import { highestRole } from '../../kit/person-json.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { orNotFound } from '../../platform/app-error.ts';
import { viewerQuery, type RowOf } from '../../platform/viewer-query.ts';

/** The member's level decides whether their points are shown. The subquery finds it once. */
const showsScore = `coalesce((SELECT l.show_score_on_profile FROM levels l
  WHERE l.id = (SELECT level_of(m.id, coalesce(s.score, 0)))), true)`;

/** A public profile. A hidden one has no row for other students. */
export const personQuery = viewerQuery({
  name: 'people.card',
  sql: `SELECT m.id, m.name, m.photo_url, m.bio, ${isoUtc('m.created_at')} AS since,
      ${highestRole} AS role,
      CASE WHEN in_view.scores THEN ${shownLevelJson('m')} END AS level,
      CASE WHEN in_view.scores AND in_view.ranking AND ${showsScore}
        THEN coalesce(s.score, 0) END AS score,
      ${pointsNameSql} AS points_name,
      NOT m.show_profile AS hidden
    FROM members m
    CROSS JOIN LATERAL (SELECT m.in_ranking AND NOT is_staff(m.roles) AS scores,
      ${isRankingShown} AS ranking) AS in_view
    LEFT JOIN point_scores s ON s.member_id = m.id AND s.season_id = (
      SELECT id FROM point_seasons WHERE ended_at IS NULL)
    WHERE m.id = :personId::bigint AND m.erase_at IS NULL
      AND (m.show_profile OR m.id = :memberId::bigint OR :isStaff::boolean)`,
  row: z.object({
    id: z.number(),
    name: z.string(),
    photo_url: z.nullable(z.string()),
    bio: z.string(),
    since: z.string(),
    role: z.nullable(z.enum(staffRoles)),
    level: z.nullable(z.any()),
    score: z.nullable(z.number()),
    points_name: z.string(),
    hidden: z.boolean(),
  }),
});

/** Returns the card of a row. Throws 404 without one. */
export const personCard = (row: RowOf<typeof personQuery> | undefined): PersonCard =>
  orNotFound(row);
