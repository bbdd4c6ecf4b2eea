import type { Preview } from '@vitrine/contract/points';
import type { RankingPage } from '@vitrine/contract/ranking';
import { expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person } from '../../../test/harness.ts';
import { base, community, every, platform } from '../../../test/points.ts';

const world = await openWorld();

// Signing in leaves no trace in a school without points.
const rules = {
  custom_name: 'XP',
  platform: { ...platform, login: 0 },
  community,
  platform_settings: {
    finish_class: every(3, 15),
    like_class: every(2, 7),
    comment_class: every(1, 9),
  },
  community_settings: {
    post: every(2, 30),
    comment: every(1, 8),
    reply: every(1, 6),
    like: every(2, 4),
  },
};

/** A school with a level and a reward at each of some scores, where three students have done all. */
async function busySchool({ scores }: { scores: boolean }) {
  const school = await world.school();
  const { owner, id: tenant_id } = school;
  const product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [2, 2] });
  const { channels } = await communityWith(school);
  for (const needed_score of [1, 40, 150, 400]) {
    const name = `De ${needed_score}`;
    const { body } = await owner.post('/api/auth/ranking/levels/create', { name, needed_score });
    const permission = { level_id: body.id, array_plans_id: [product] };
    await owner.post('/api/auth/ranking/levels/permissions/create', permission);
    await owner.post('/api/auth/ranking/rewards/create', { name, criteria: 'score', needed_score });
  }
  if (scores) {
    await owner.post(`${base}/create-parameters`, { tenant_id, ...rules });
    await owner.post(`${base}/create-per-day-parameters`, { tenant_id, ...rules });
  }
  const students = [];
  for (let n = 0; n < 3; n += 1) students.push(await school.join(['student'], [product]));
  const [ana, bia, caio] = students as [Person, Person, Person];
  const [a, b] = course.lessons as [number, number];
  const finish = (who: Person, lesson: number) =>
    who.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 9, finished: true });
  const like = (who: Person, thing: string) => who.send('PUT', `/api/v1/${thing}/like`);
  for (const lesson of course.lessons) await finish(ana, lesson);
  for (const who of [bia, caio]) await finish(who, a);
  for (const lesson of [a, b]) await like(bia, `lessons/${lesson}`);
  await bia.post(`/api/v1/lessons/${a}/comments`, { content: 'Que luz.' });
  const post = await publish(bia, channels[0]!);
  const other = await publish(bia, channels[0]!);
  const gone = await publish(bia, channels[0]!);
  await bia.send('DELETE', `/api/v1/posts/${gone.id}`);
  const head = await comment(caio, post.id);
  await comment(bia, post.id, 'Boa', { parent_id: head.id });
  const withdrawn = await comment(caio, post.id);
  await caio.send('DELETE', `/api/v1/comments/${withdrawn.id}`);
  for (const thing of [`posts/${post.id}`, `posts/${other.id}`]) await like(ana, thing);
  await like(caio, `posts/${post.id}`);
  await like(bia, `comments/${head.id}`);
  return { ...school, students };
}

test('a preview tells what the same rules give once they are saved', async () => {
  const silent = await busySchool({ scores: false });
  const { data } = (await silent.owner.post('/api/v1/points/preview', rules)).body as {
    data: Preview;
  };
  const tried = silent.students.map(({ id }) => ({
    score: data.ranking.find(({ user }) => user.id === id)?.score,
    position: data.ranking.find(({ user }) => user.id === id)?.position,
    level: data.level_ups.find(({ member }) => member.id === id)?.level.name,
    rewards: data.rewards
      .filter(({ member }) => member.id === id)
      .map(({ reward }) => reward.name)
      .toSorted(),
  }));

  const scoring = await busySchool({ scores: true });
  const page = (await scoring.owner.get('/api/v1/ranking')).body as RankingPage;
  const real = await Promise.all(
    scoring.students.map(async (who) => {
      const entry = page.data.find(({ user }) => user.id === who.id);
      const { body } = await who.get('/api/v1/me/rewards');
      return {
        score: entry?.score,
        position: entry?.position,
        level: entry?.level?.name,
        rewards: body.map(({ name }: { name: string }) => name).toSorted(),
      };
    }),
  );
  expect(tried).toEqual(real);
  expect(real.map(({ score }) => score)).toEqual([429, 105, 35]);
  expect(data).toMatchObject({
    points: real.reduce((sum, { score }) => sum + score!, 0),
    members: 3,
  });
});
