import { DAY_MS } from '@vitrine/contract/durations';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import {
  events,
  like,
  list,
  mark,
  off,
  postOf,
  prefer,
  total,
} from '../../../test/notifications.ts';
import { ownDatabase } from '../../../test/own-database.ts';

// Its tests say what is there before the jobs run. Another file's jobs would run them too.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let marina: Person;
let joao: Person;
beforeEach(async () => {
  school = await world.school();
  marina = await school.join();
  joao = await school.join();
});

const jobs = () => world.platform.jobs.runAll();

describe('a new post', () => {
  test('notifies by a job, so that its author does not wait', async () => {
    const { post } = await postOf(school, school.owner);
    expect(await events(marina)).toEqual([]);
    await jobs();
    expect(await list(marina)).toMatchObject([
      { event: 'post', title: 'Neblina', place: 'Clube', community_post: { id: post.id } },
    ]);
    expect(await events(school.owner)).toEqual([]);
    await jobs();
    expect(await events(marina)).toEqual(['post']);
  });

  test('reaches more members than one job takes', async () => {
    await school.transaction(({ db }) =>
      db
        .insertInto('members')
        .values(
          Array.from({ length: 4_001 }, (_, n) => ({
            name: 'Alguém',
            email: `n${n}-${school.slug}@example.com`,
            roles: ['student'],
          })),
        )
        .execute(),
    );
    await postOf(school, school.owner);
    await jobs();
    const { count } = await school.transaction(({ db }) =>
      db
        .selectFrom('notifications')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(count).toBe(4_003);
  });

  test('does not notify members who muted its community or posts', async () => {
    const muted = await communityWith(school, { title: 'Calado' });
    const announced = await communityWith(school, { title: 'Ouvido' });
    await prefer(school, marina, { communities: [announced.id] });
    await prefer(school, joao, { post: off, communities: [muted.id, announced.id] });
    await publish(school.owner, muted.channels[0]!);
    await publish(school.owner, announced.channels[0]!);
    await jobs();
    expect((await list(marina)).map(({ place }) => place)).toEqual(['Ouvido']);
    expect(await events(joao)).toEqual([]);
  });

  test('is no news for a member who joins before the job runs', async () => {
    await postOf(school, school.owner);
    const late = await school.join();
    await jobs();
    expect(await events(late)).toEqual([]);
    expect(await events(marina)).toEqual(['post']);
  });

  test('that is removed before the job runs notifies nobody', async () => {
    const { post } = await postOf(school, school.owner);
    await school.owner.send('DELETE', `/api/v1/posts/${post.id}`);
    await jobs();
    expect(await events(marina)).toEqual([]);
  });
});

describe('an act of the school', () => {
  test('notifies the author of a removed post, with the reason, and again when it is restored', async () => {
    const { post } = await postOf(school, marina);
    const removal = (path: string, body?: object) =>
      school.owner.send('PUT', `/api/v1/posts/${post.id}/${path}`, body);
    await like(joao, post.id);
    await removal('removal', { reason: 'Propaganda' });
    expect(await list(marina)).toMatchObject([
      { type: 'community_post', event: 'post_removed', quote: 'Propaganda', user: null },
    ]);
    await mark(marina, { all: true });
    await removal('restore');
    expect(await list(marina)).toMatchObject([
      { event: 'post_restored', read: 0, quote: '' },
      { event: 'post_like' },
    ]);
  });

  test('tells staff nothing of their own posts that they remove and restore', async () => {
    const { post } = await postOf(school, school.owner);
    await school.owner.send('PUT', `/api/v1/posts/${post.id}/removal`, { reason: 'Engano' });
    expect(await events(school.owner)).toEqual([]);
    await school.owner.send('PUT', `/api/v1/posts/${post.id}/restore`);
    expect(await events(school.owner)).toEqual([]);
  });

  test('notifies the author of a removed comment, and a silenced member', async () => {
    const { post, community } = await postOf(school, school.owner);
    const posted = await comment(marina, post.id);
    await school.owner.send('DELETE', `/api/v1/comments/${posted.id}`);
    expect(await events(marina)).toEqual(['comment_removed']);
    const silences = `/api/v1/communities/${community}/silences/${marina.id}`;
    const silence = () =>
      school.owner.send('PUT', silences, { until: null, reason: 'Links repetidos' });
    await silence();
    expect((await list(marina))[0]).toMatchObject({
      type: 'silence',
      quote: 'Links repetidos',
      place: 'Clube',
      until: null,
    });
    await mark(marina, { all: true });
    await silence();
    expect(await total(marina)).toBe(1);
    await school.owner.send('DELETE', silences);
    expect(await events(marina)).toEqual(['comment_removed']);
  });

  test('tells each silenced member of their own silence alone', async () => {
    const { id: community } = await communityWith(school);
    const silence = (person: Person, until: string) =>
      school.owner.send('PUT', `/api/v1/communities/${community}/silences/${person.id}`, {
        until,
        reason: '',
      });
    const [soon, late] = [1, 2].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
    await silence(marina, soon!);
    await silence(joao, late!);
    expect(await list(marina)).toMatchObject([{ event: 'silenced', until: soon }]);
    expect(await list(joao)).toMatchObject([{ event: 'silenced', until: late }]);
  });

  test('notifies of manual points, of rewards and of levels', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const level = await school.owner.post('/api/auth/ranking/levels/create', {
      tenant_id: school.id,
      name: 'Olhar treinado',
      needed_score: 50,
    });
    await school.owner.post('/api/auth/ranking/levels/permissions/create', {
      level_id: level.body.id,
      array_plans_id: [product],
    });
    await school.owner.post('/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: 'Olhar de macro',
      criteria: 'score',
      needed_score: 10,
    });
    await school.owner.post(`/api/v1/members/${holder.id}/points`, {
      points: 60,
      reason: 'Ajudou',
    });
    const rows = await list(holder);
    expect(rows.map(({ event }) => event)).toEqual(['points', 'reward', 'level']);
    expect(rows[0]).toMatchObject({ type: 'points', points: 60, quote: 'Ajudou' });
    expect(rows[1]).toMatchObject({ type: 'reward', title: 'Olhar de macro' });
    expect(rows[2]).toMatchObject({ type: 'level', title: 'Olhar treinado' });
  });
});
