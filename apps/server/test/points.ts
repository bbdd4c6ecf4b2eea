import type { Entry, Parameters } from '@vitrine/contract/points';
import { sql } from 'kysely';
import { courseWith } from './catalog.ts';
import type { Person, TestSchool, World } from './harness.ts';

/** The path of the calls about points, as the specification names them. */
export const base = '/api/auth/ranking/gamification/platform';

/** A new school with a product, a course of two modules with two lessons each, and its student. */
export async function schoolWithCourse(world: World) {
  const school = await world.school();
  const product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [2, 2] });
  return {
    school,
    product,
    course,
    lesson: course.lessons[0]!,
    marina: await school.join(['student'], [product]),
  };
}

/** The points of each action of lessons and courses. */
export const platform = {
  login: 5,
  comment_class: 5,
  watch_class: 2,
  like_class: 1,
  finish_module: 60,
  finish_course: 200,
  finish_class: 20,
};

/** The points of each action in a community. */
export const community = { score_posts: 10, score_comments: 4, score_replies: 3, score_likes: 1 };

/** The body that sets the points of all actions. */
export const values = (more: object = {}) => ({ custom_name: 'XP', platform, community, ...more });

/** A bonus for so many actions a day. */
export const every = (needed_interaction: number, plus_user_score: number) => ({
  enable: 1,
  needed_interaction,
  plus_user_score,
});

/** Actions and scores in the running test’s school: those of Marina, unless named. */
export function pointCalls(current: () => { school: TestSchool; lesson: number; marina: Person }) {
  const create = (more: object = {}) =>
    current().school.owner.post(
      `${base}/create-parameters`,
      values({ tenant_id: current().school.id, ...more }),
    );
  const daily = (platform_settings: object, community_settings: object = {}) =>
    current().school.owner.post(`${base}/create-per-day-parameters`, {
      tenant_id: current().school.id,
      community_settings,
      platform_settings,
    });
  const parameters = async () =>
    (await current().school.owner.get(`${base}/get-parameters/${current().school.id}`))
      .body as Parameters;
  const score = async (who = current().marina, query = '') =>
    (await who.get(`/api/v1/me/score${query}`)).body.data;
  const gained = async (who = current().marina) => (await score(who)).score as number;
  const ledger = async (who = current().marina): Promise<Entry[]> => (await score(who)).ledger;
  const progress = (id: number, body: object, who = current().marina) =>
    who.send('PUT', `/api/v1/lessons/${id}/progress`, body);
  const like = (id = current().lesson, who = current().marina) =>
    who.send('PUT', `/api/v1/lessons/${id}/like`);
  const unlike = (id = current().lesson, who = current().marina) =>
    who.send('DELETE', `/api/v1/lessons/${id}/like`);
  const comment = (content: string, who = current().marina) =>
    who.post(`/api/v1/lessons/${current().lesson}/comments`, { content });
  const reset = () =>
    current().school.owner.send('POST', '/api/auth/community/reset-ranking', undefined, {
      headers: { tenantid: String(current().school.id) },
    });
  /** Moves all ledger entries into the past. */
  const pass = (interval: string) =>
    current().school.transaction(async ({ db }) => {
      await sql`UPDATE point_entries SET at = at - ${interval}::interval`.execute(db);
    });
  /** Every score that is not the sum of its season's ledger. */
  const wrongScores = () =>
    current().school.transaction(async ({ db }) => {
      const { rows } = await sql`
        SELECT coalesce(s.member_id, e.member_id) AS member_id, s.score, e.sum FROM point_scores s
        FULL JOIN (SELECT season_id, member_id, sum(points) FROM point_entries
          GROUP BY season_id, member_id HAVING sum(points) <> 0) e
          ON e.season_id = s.season_id AND e.member_id = s.member_id
        WHERE coalesce(s.score, 0) <> coalesce(e.sum, 0)`.execute(db);
      return rows;
    });

  return {
    create,
    daily,
    parameters,
    score,
    gained,
    ledger,
    progress,
    like,
    unlike,
    comment,
    reset,
    pass,
    wrongScores,
  };
}
