import type { RankingPage } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import type { Person, TestSchool, World } from './harness.ts';

/** The ids of the members on a page. */
export const ids = ({ data }: RankingPage) => data.map(({ user }) => user.id);
/** The ids of the members on a page, each with the score. */
export const scores = ({ data }: RankingPage) => data.map(({ user, score }) => [user.id, score]);

/** The ranking of the running test's school, and what changes it. */
export function rankingCalls(world: World, current: () => TestSchool) {
  const give = (who: Person, points: number) =>
    current().owner.post(`/api/v1/members/${who.id}/points`, { points, reason: 'Ajudou' });
  const ranking = async (who: Person, query = ''): Promise<RankingPage> =>
    (await who.get(`/api/v1/ranking${query}`)).body;
  const toggle = (status: string) =>
    current().owner.send('PUT', `/api/auth/ranking/toggle-status/${status}/${current().id}`);
  const inSchool = (text: string) =>
    world.platform.database.transaction(current().id, ({ db }) => sql.raw(text).execute(db));
  /** Moves all scores into last week. */
  const weekPasses = async () => {
    const tables = ['point_scores', 'point_score_moves', 'point_score_counts', 'point_week_counts'];
    for (const table of tables) await inSchool(`UPDATE ${table} SET week = week - 7`);
    // The clock has not moved, so the servers' caches are invalidated by hand.
    await inSchool('UPDATE ranking_versions SET counted = counted + 1');
    await inSchool('INSERT INTO ranking_versions (counted) VALUES (1) ON CONFLICT DO NOTHING');
  };
  const countMoves = () => inSchool('SELECT count_score_moves()');
  return { give, ranking, toggle, inSchool, weekPasses, countMoves };
}
