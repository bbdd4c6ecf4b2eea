import type { EarnedReward, Reward } from '@vitrine/contract/rewards';
import { courseWith } from './catalog.ts';
import type { Person, TestSchool, World } from './harness.ts';

/** The path of the calls about rewards, as the specification names them. */
export const base = '/api/auth/ranking/rewards';

/** The school of the running test, a product with a lesson, and its student. */
export interface RewardSchool {
  school: TestSchool;
  product: number;
  lesson: number;
  marina: Person;
}

/** Makes such a school. */
export async function schoolWithLesson(world: World): Promise<RewardSchool> {
  const school = await world.school();
  const product = await school.product();
  const course = await courseWith(school, { products: [product] });
  const marina = await school.join(['student'], [product]);
  return { school, product, lesson: course.lessons[0]!, marina };
}

/** The acts around rewards in the school of the running test: those of Marina, unless named. */
export function rewardCalls(current: () => RewardSchool) {
  const owner = () => current().school.owner;
  const create = (more: object = {}) =>
    owner().post(`${base}/create`, {
      tenant_id: current().school.id,
      name: 'Olhar de macro',
      criteria: 'score',
      needed_score: 10,
      ...more,
    });
  const made = async (more: object = {}): Promise<number> => (await create(more)).body.id;
  const update = (id: number, more: object) => owner().post(`${base}/update/${id}`, more);
  const show = async (id: number): Promise<Reward> =>
    (await owner().get(`${base}/show/${current().school.id}/${id}`)).body.data;
  const remove = (id: number) =>
    owner().send('DELETE', `${base}/delete/${id}/${current().school.id}`);
  const mine = async (who = current().marina): Promise<EarnedReward[]> =>
    (await who.get('/api/v1/me/rewards')).body;
  const earned = async (who = current().marina) => (await mine(who)).map(({ id }) => id);
  const give = (points: number, who = current().marina) =>
    owner().post(`/api/v1/members/${who.id}/points`, { points, reason: 'Ajudou' });
  const finish = (who = current().marina) =>
    who.send('PUT', `/api/v1/lessons/${current().lesson}/progress`, { seconds: 9, finished: true });
  return { create, made, update, show, remove, mine, earned, give, finish };
}
