import type { Entry } from '@vitrine/contract/points';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { comment as commentOn, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { every, pointCalls, schoolWithCourse } from '../../../test/points.ts';
import { cookiesOf, mailsTo } from '../../../test/sign-in.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  ({ school, product, course, lesson, marina } = await schoolWithCourse(world));
});

const { create, daily, score, gained, ledger, progress, like, unlike, comment, wrongScores } =
  pointCalls(() => ({ school, lesson, marina }));

const mailedToken = async (email: string) =>
  (await mailsTo(world, school, email)).at(-1)!.plain.match(/token=([\w-]+)/)![1];

describe('an action', () => {
  test('scores nothing before the school has set its points', async () => {
    await like();
    expect(await score()).toMatchObject({ score: 0, points_name: '', ledger: [] });
  });

  test('of each kind scores its value, and the ledger says where it came from', async () => {
    await create();
    expect((await progress(lesson, { seconds: 0 })).body.data).not.toHaveProperty('points');
    expect((await progress(lesson, { seconds: 3 })).body.data).toMatchObject({ points: 2 });
    for (const id of course.lessons) await progress(id, { seconds: 9, finished: true });
    await like();
    await comment('A luz ficou linda.');
    // 4 watched, 4 finished, 2 modules, 1 course, 1 like, 1 comment
    expect(await gained()).toBe(4 * 2 + 4 * 20 + 2 * 60 + 200 + 1 + 5);
    const all = await score();
    expect(all.sources).toEqual({ lessons: 414, community: 0, bonus: 0, login: 0, manual: 0 });
    expect(all.ledger[0]).toMatchObject({
      action: 'comment_class',
      points: 5,
      thing: {
        kind: 'lesson',
        id: lesson,
        title: 'Aula 1.1',
        url: expect.stringContaining(`/${lesson}`),
      },
      reason: null,
    });
    const staff = await school.join(['moderator']);
    expect((await staff.get(`/api/v1/members/${marina.id}/score`)).body.data.score).toBe(414);
    expect(await wrongScores()).toEqual([]);
  });

  test('of beginning a lesson scores for each person and each lesson', async () => {
    await create();
    const people = [await school.join(['student'], [product]), school.owner, marina];
    for (const person of people)
      for (const id of course.lessons) await progress(id, { seconds: 3 }, person);
    for (const person of people) {
      const own = await score(person);
      expect([own.score, own.sources.lessons, own.ledger.length]).toEqual([8, 8, 4]);
    }
  });

  test('on a post without a title is named by its text; removed content has no link', async () => {
    await create();
    const { channels } = await communityWith(school, { channels: ['Avisos'] });
    const post = await publish(school.owner, channels[0]!, '<p>Luz da <b>manhã</b></p>');
    const long = `${'luz '.repeat(18)}luz, amarela da manhã`;
    const other = await publish(marina, channels[0]!, `<p>${long}</p>`);
    const mine = await publish(marina, channels[0]!, '<p>Cheguei</p>');
    const said = await commentOn(marina, post.id);
    await marina.send('PUT', `/api/v1/posts/${post.id}/like`);
    const things = async () => (await ledger()).map(({ action, thing }) => [action, thing?.title]);
    expect(await things()).toEqual([
      ['like', 'Luz da manhã'],
      ['comment', 'Luz da manhã'],
      ['post', 'Cheguei'],
      ['post', `${'luz '.repeat(19).trim()}…`],
    ]);
    const [liked] = await ledger();
    expect(liked).toMatchObject({
      object_kind: 'post',
      thing: { kind: 'post', id: post.id, place: 'Avisos', url: expect.stringContaining('/post/') },
    });
    await marina.send('DELETE', `/api/v1/posts/${other.id}`);
    await marina.send('DELETE', `/api/v1/posts/${mine.id}`);
    const [undone] = await ledger();
    expect(undone).toMatchObject({ action: 'post', points: -10, thing: { url: null } });
    await marina.send('DELETE', `/api/v1/comments/${said.id}`);
    await school.owner.send('DELETE', `/api/v1/posts/${post.id}`);
    expect((await ledger()).every(({ thing }) => thing?.url === null)).toBe(true);
  });

  test('names a thing of its own kind, also where things of other kinds have its number', async () => {
    await create();
    const { channels } = await communityWith(school, { channels: ['Avisos'] });
    await like();
    const post = await publish(marina, channels[0]!, '<p>Luz da manhã</p>');
    const others = [lesson, course.modules[0]!.id, course.id, post.id];
    for (const [kind, action, own] of [
      ['post', 'post', [post.id]],
      ['lesson', 'like_class', course.lessons],
    ] as const)
      for (const id of others.filter((other) => !own.includes(other))) {
        // As if the thing had been removed, and another one had this number.
        await school.transaction(({ db }) =>
          db
            .updateTable('point_entries')
            .set({ thing_id: id, thing_title: 'Luz da manhã' })
            .where('action', '=', action)
            .execute(),
        );
        const entry = (await ledger()).find((one) => one.action === action);
        const thing = { kind, id, title: 'Luz da manhã', url: null, place: null };
        expect(entry).toMatchObject({ thing });
      }
  });

  test('scores once, however often it is sent, also at once', async () => {
    await create();
    for (let time = 0; time < 5; time += 1) {
      await like();
      await unlike();
      await progress(lesson, { seconds: 0, finished: false });
      await progress(lesson, { seconds: 40, finished: true });
    }
    await Promise.all(
      [...'ABCDEFGHIJ'].map(() => progress(course.lessons[1]!, { seconds: 7, finished: true })),
    );
    await Promise.all([...'ABCDEFGHIJ'].map(() => like(course.lessons[1])));
    expect(await gained()).toBe(1 + 2 + 20 + 2 + 20 + 60 + 1);
    expect(await wrongScores()).toEqual([]);
    const repeated = (await ledger()).filter(({ reason }) => reason === 'counted_before');
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.every(({ points }) => points === 0)).toBe(true);
    // The ledger lists a refused repetition once a day for each thing.
    expect(repeated.filter(({ action }) => action === 'like_class')).toHaveLength(1);
  });

  test('sends gained points in a header; a repeated action and a playing video send none', async () => {
    await create();
    await daily({ like_class: every(2, 15) });
    const gains = async (answer: ReturnType<typeof like>) =>
      (await answer).headers['x-points-awarded'];
    expect(await gains(like())).toBe('1');
    await unlike();
    expect(await gains(like())).toBeUndefined();
    // The bonus of the day is part of it.
    expect(await gains(like(course.lessons[1]))).toBe('16');
    expect(await gains(comment('A luz ficou linda.'))).toBe('5');
    expect(await gains(progress(lesson, { seconds: 3 }))).toBeUndefined();
    expect(await gains(progress(lesson, { finished: true }))).toBe('20');
    // The lesson, and the module that ends with it.
    expect(await gains(progress(course.lessons[1]!, { finished: true }))).toBe('80');
    expect(await gains(progress(course.lessons[1]!, { finished: true }))).toBeUndefined();
  });

  test('a comment that its author removes gives its points back, once', async () => {
    await create();
    await daily({ comment_class: every(2, 10) });
    for (const time of [1, 2, 3]) {
      const { body } = await comment(`Comentário ${time}`);
      await Promise.all(
        [1, 2, 3].map(() => marina.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`)),
      );
    }
    expect(await gained()).toBe(0);
    await comment('Um');
    const { body } = await comment('Dois');
    expect(await gained()).toBe(5 + 5 + 10);
    await marina.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`);
    expect(await gained()).toBe(5);
    expect(await wrongScores()).toEqual([]);
  });

  test('a comment that staff remove keeps its points', async () => {
    await create();
    const { body } = await comment('Propaganda');
    await school.owner.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`);
    expect(await gained()).toBe(5);
  });

  test('of signing in scores once a day', async () => {
    await create();
    const email = 'rosa@example.com';
    const { body } = await school.owner.post('/api/v1/members', {
      name: 'Rosa',
      email,
      password: 'vitrine-2026-ok',
    });
    const signIn = () =>
      school.visitor.post('/api/v1/session', { email, password: 'vitrine-2026-ok' });
    expect(statuses(await Promise.all([signIn(), signIn(), signIn()]))).toEqual({ 200: 3 });
    const found = (await school.owner.get(`/api/v1/members/${body.data.id}/score`)).body.data;
    expect(found).toMatchObject({
      score: 5,
      sources: { lessons: 0, community: 0, bonus: 0, login: 5, manual: 0 },
      ledger: [{ action: 'login', points: 5, thing: null }],
    });
  });

  test('of signing in scores by a mailed link, a new password, and the visit of another day', async () => {
    await create();
    const { visitor, owner } = school;
    const gains = async (enter: (person: Person) => Promise<unknown>) => {
      const person = await school.join();
      await enter(person);
      const scoreOf = async () =>
        (await owner.get(`/api/v1/members/${person.id}/score`)).body.data.score as number;
      await expect.poll(scoreOf).toBe(5);
    };
    await gains(async ({ email }) => {
      const { headers } = await visitor.post('/api/v1/session/magic-link', { email });
      const token = await mailedToken(email);
      const cookie = cookiesOf(headers);
      await visitor.send(
        'POST',
        '/api/v1/session/magic-link/consume',
        { token },
        {
          headers: { cookie },
        },
      );
    });
    await gains(async ({ email }) => {
      await visitor.post('/api/v1/password/forgot', { email });
      const token = await mailedToken(email);
      await visitor.post('/api/v1/password/reset', { token, password: 'vitrine-2026-ok' });
    });
    // A session lasts a month, and is touched once an hour.
    await gains(async ({ id, get }) => {
      await school.transaction(({ db }) =>
        sql`UPDATE sessions SET last_seen_at = now() - interval '1 day' WHERE member_id = ${id}`.execute(
          db,
        ),
      );
      await get('/api/v1/session');
    });
  });

  test('of signing in scores once on each day of the member’s time zone', async () => {
    await create();
    const login = { email: 'rosa@example.com', password: 'vitrine-2026-ok' };
    const { body } = await school.owner.post('/api/v1/members', { name: 'Rosa', ...login });
    const scoreIn = async (time_zone: string) => {
      await school.transaction(({ db }) =>
        db.updateTable('members').set({ time_zone }).where('id', '=', body.data.id).execute(),
      );
      await school.visitor.post('/api/v1/session', login);
      return (await school.owner.get(`/api/v1/members/${body.data.id}/score`)).body.data.score;
    };
    // Their clocks are 26 hours apart. The names have the opposite sign.
    const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'];
    expect(await scoreIn(west)).toBe(5);
    expect(await scoreIn(east)).toBe(10);
    expect(await scoreIn(west)).toBe(10);
    expect(await scoreIn(east)).toBe(10);
  });
});

describe('a part of the ledger', () => {
  test('is read separately, by its member and by staff, and does not change the sums', async () => {
    await create();
    await daily({ like_class: { enable: 1, needed_interaction: 1, plus_user_score: 7 } });
    const { channels } = await communityWith(school);
    await publish(marina, channels[0]!);
    await like();
    await unlike();
    await like();
    // Manual points have a reason, and they score.
    await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 3, reason: 'Sim' });
    const whole = await score();
    expect(whole).toMatchObject({
      score: 21,
      sources: { lessons: 1, community: 10, bonus: 7, login: 0, manual: 3 },
    });
    const actionsOf = async (part: string, who = marina, path = '/api/v1/me/score') => {
      const { body } = await who.get(`${path}?part=${part}`);
      expect(body.data).toMatchObject({ score: whole.score, sources: whole.sources, unscored: 1 });
      return body.data.ledger.map(({ action, points }: Entry) => `${action} ${points}`);
    };
    expect(await actionsOf('lessons')).toEqual(['like_class 0', 'like_class 1']);
    expect(await actionsOf('community')).toEqual(['post 10']);
    expect(await actionsOf('bonus')).toEqual(['bonus 7']);
    expect(await actionsOf('unscored')).toEqual(['like_class 0']);
    const ofMarina = `/api/v1/members/${marina.id}/score`;
    expect(await actionsOf('bonus', school.owner, ofMarina)).toEqual(['bonus 7']);
    expect((await marina.get(`${ofMarina}?part=bonus`)).status).toBe(403);
    expect((await marina.get('/api/v1/me/score?part=login')).status).toBe(400);
  });
});

test('a long ledger is read in pages of fifty, each entry once', async () => {
  await create();
  await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 1, reason: 'Oi' });
  await school.transaction(({ db }) =>
    sql`INSERT INTO point_entries (season_id, member_id, action, object_kind, object_id, points,
        reason, note)
      SELECT season_id, member_id, action, object_kind, object_id, points, reason, n::text
      FROM point_entries, generate_series(1, 119) AS n`.execute(db),
  );
  const read: number[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await score(marina, cursor && `?cursor=${cursor}`);
    read.push(page.ledger.map(({ id }: Entry) => id));
    cursor = page.next_cursor;
  }
  expect(read.map(({ length }) => length)).toEqual([50, 50, 20]);
  const ids = read.flat();
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
});

describe('points by hand', () => {
  const give = (points: unknown, reason: unknown = 'Ajudou a turma') =>
    school.owner.post(`/api/v1/members/${marina.id}/points`, { points, reason });

  test('are added and taken, with entries in the ledger and the audit log', async () => {
    expect(await give(50)).toMatchObject({ status: 201, body: { data: { score: 50 } } });
    expect(await give(-20, 'Engano')).toMatchObject({ body: { data: { score: 30 } } });
    expect(await ledger()).toMatchObject([
      { action: 'manual', points: -20, reason: 'manual', note: 'Engano' },
      { points: 50, note: 'Ajudou a turma' },
    ]);
    const rows = await school.transaction(({ db }) =>
      db.selectFrom('audit_entries').select('params').where('action', '=', 'points.give').execute(),
    );
    expect(rows).toHaveLength(2);
    expect(await wrongScores()).toEqual([]);
  });

  test('are whole, not zero, with a reason, and given by admins', async () => {
    for (const wrong of [0, 1.5, '3', null]) expect((await give(wrong)).status).toBe(422);
    expect((await give(1, ' ')).status).toBe(422);
    expect(
      (await marina.post(`/api/v1/members/${marina.id}/points`, { points: 9, reason: 'x' })).status,
    ).toBe(403);
    expect((await school.owner.post('/api/v1/members/999999/points', {})).status).toBe(404);
  });
});

/** Says when Marina's first finished lessons were: one of these expressions each. Others are old. */
const finishedAt = (moments: string[]) =>
  school.transaction(({ db }) =>
    sql`
      WITH it AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM point_entries
        WHERE member_id = ${marina.id} AND action = 'finish_class')
      UPDATE point_entries e
      SET at = coalesce((ARRAY[${sql.raw(moments.join(', '))}]::timestamptz[])[it.n], now() - interval '40 days')
      FROM it WHERE it.id = e.id`.execute(db),
  );

test('the days of the streak and of the week begin at midnight where the member lives', async () => {
  await create();
  for (const id of course.lessons.slice(0, 2)) await progress(id, { finished: true });
  await school.transaction(({ db }) =>
    sql`UPDATE point_entries SET at = now() - interval '40 days'`.execute(db),
  );
  const days = async () => [(await score()).streak, (await score()).week];
  const liveIn = (time_zone: string) => marina.send('PATCH', '/api/v1/me', { time_zone });
  // A lesson each evening at home: in UTC the second one is two days after the first.
  const evening = (zone: string, ago: number, time: string) =>
    `((now() AT TIME ZONE '${zone}')::date - ${ago} + time '${time}') AT TIME ZONE '${zone}'`;
  const brazil = 'America/Sao_Paulo';
  await finishedAt([evening(brazil, 2, '20:30'), evening(brazil, 1, '21:30')]);
  expect(await days()).toEqual([2, [0, 0, 0, 0, 1, 1, 0]]);
  const india = 'Asia/Kolkata';
  await liveIn(india);
  await finishedAt([evening(india, 1, '00:30'), evening(india, 0, '00:00')]);
  expect(await days()).toEqual([2, [0, 0, 0, 0, 0, 1, 1]]);
  // It is never the same day in both.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const day = new Intl.DateTimeFormat('sv', { timeZone });
    await liveIn(timeZone);
    const dayBefore = day.format();
    const { today } = await score();
    // Midnight there may pass meanwhile.
    expect([dayBefore, day.format()]).toContain(today);
  }
});

test('the streak counts days in a row with points, up to today or yesterday', async () => {
  await create();
  const streak = async () => (await score()).streak as number;
  const week = async () => (await score()).week as number[];
  await progress(lesson, { finished: true }, await school.join(['student'], [product]));
  expect([await streak(), await week()]).toEqual([0, [0, 0, 0, 0, 0, 0, 0]]);
  await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 5, reason: 'Ajudou' });
  expect(await streak()).toBe(0);
  for (const id of course.lessons.slice(0, 4)) await progress(id, { finished: true });
  const daysAgo = (days: number[]) =>
    finishedAt(days.map((day) => `now() - interval '${day} days'`));
  // All other entries are old.
  await school.transaction(({ db }) =>
    sql`UPDATE point_entries SET at = now() - interval '40 days'`.execute(db),
  );
  await daysAgo([0, 0, 1, 2]);
  expect([await streak(), await week()]).toEqual([3, [0, 0, 0, 0, 1, 1, 1]]);
  await daysAgo([1, 2, 4, 7]);
  expect([await streak(), await week()]).toEqual([2, [0, 0, 1, 0, 1, 1, 0]]);
  await daysAgo([2, 3, 4, 5]);
  expect(await streak()).toBe(0);
});
