import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { statuses, type Person } from '../../../test/harness.ts';
import { cartridgeOf, openImportWorld, readImport, sendCourse } from '../../../test/imports.ts';
import { quizWith, takeQuiz } from '../../../test/quizzes.ts';

// Attempts to farm points. Each action is worth another power of ten, so that the score tells how
// often each action scored.
const world = await openImportWorld();
const base = '/api/auth/ranking/gamification';

const platform = {
  login: 0,
  watch_class: 1,
  like_class: 10,
  comment_class: 100,
  finish_class: 1_000,
  finish_module: 10_000,
  finish_course: 100_000,
};

/** A school whose points are set, with a course of two modules, a channel and one student. */
async function schoolThatScores(bonus = 0) {
  const school = await world.school();
  const product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [2, 2] });
  const { id: community, channels } = await communityWith(school, { channels: ['Avisos'] });
  const channel = channels[0]!;
  const student = await school.join(['student'], [product]);
  await school.owner.post(`${base}/platform/create-parameters`, {
    tenant_id: school.id,
    custom_name: 'XP',
    platform,
    community: {
      score_posts: 1_000_000,
      score_comments: 100_000,
      score_replies: 10_000,
      score_likes: 1_000,
    },
  });
  if (bonus)
    await school.owner.post(`${base}/platform/create-per-day-parameters`, {
      tenant_id: school.id,
      platform_settings: {
        like_class: { enable: 1, needed_interaction: 2, plus_user_score: bonus },
      },
    });
  const inSchool = <Row>(query: string) =>
    world.platform.database.transaction(school.id, async ({ db }) => {
      const { rows } = await sql.raw<Row>(query).execute(db);
      return rows;
    });
  /** The score, once every score of the school is the sum of its ledger. */
  const score = async (who = student) => {
    expect(
      await inSchool(`
        SELECT coalesce(s.member_id, e.member_id) AS member_id, s.score, e.sum FROM point_scores s
        FULL JOIN (SELECT season_id, member_id, sum(points) FROM point_entries
          GROUP BY season_id, member_id HAVING sum(points) <> 0) e
          ON e.season_id = s.season_id AND e.member_id = s.member_id
        WHERE coalesce(s.score, 0) <> coalesce(e.sum, 0)`),
    ).toEqual([]);
    return (await who.get('/api/v1/me/score')).body.data.score as number;
  };
  /** Moves all ledger entries into the past. */
  const pass = (interval: string) =>
    inSchool(`UPDATE point_entries SET at = at - interval '${interval}'`);
  return { ...school, course, community, channel, student, inSchool, score, pass };
}

const times = (count: number, act: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));
const like = (who: Person, lesson: number) => who.send('PUT', `/api/v1/lessons/${lesson}/like`);
const unlike = (who: Person, lesson: number) =>
  who.send('DELETE', `/api/v1/lessons/${lesson}/like`);
const progress = (who: Person, lesson: number, body: object) =>
  who.send('PUT', `/api/v1/lessons/${lesson}/progress`, body);

test('every action scores once, sent twice or a hundred times at once', async () => {
  const { course, channel, owner, student, score } = await schoolThatScores();
  const post = await publish(owner, channel);
  const [lesson] = course.lessons as [number];
  const acts = [
    () => like(student, lesson),
    () => progress(student, lesson, { seconds: 9 }),
    () => progress(student, lesson, { finished: true }),
    () => student.send('PUT', `/api/v1/posts/${post.id}/like`),
  ];
  for (const act of acts) {
    await act();
    await act();
  }
  const once = 10 + 1 + 1_000 + 1_000;
  expect(await score()).toBe(once);
  // Concurrent requests for another lesson.
  const [, , other] = course.lessons as [number, number, number];
  await times(100, (n) =>
    n % 2 ? like(student, other) : progress(student, other, { seconds: n, finished: true }),
  );
  expect(await score()).toBe(once + 10 + 1 + 1_000);
});

test('a lesson’s progress played again, back and forth, ends its module and course once', async () => {
  const { course, student, score } = await schoolThatScores();
  const whole = 4 * (1 + 1_000) + 2 * 10_000 + 100_000;
  for (const round of [1, 2]) {
    for (const lesson of course.lessons) {
      await progress(student, lesson, { seconds: 30, finished: true });
      await progress(student, lesson, { seconds: 0, finished: false, went_back: true });
      await progress(student, lesson, { seconds: 5 * round, finished: true });
    }
    expect(await score()).toBe(whole);
  }
  await times(20, (n) => progress(student, course.lessons[n % 4]!, { finished: n % 3 > 0 }));
  expect(await score()).toBe(whole);
});

test('repeated likes and unlikes of one thing score once', async () => {
  const { course, channel, owner, student, score } = await schoolThatScores();
  const post = await publish(owner, channel);
  const said = await comment(owner, post.id);
  const things = [
    `/api/v1/lessons/${course.lessons[0]}/like`,
    `/api/v1/posts/${post.id}/like`,
    `/api/v1/comments/${said.id}/like`,
  ];
  for (let round = 0; round < 3; round += 1)
    for (const path of things) {
      await student.send('PUT', path);
      await student.send('DELETE', path);
    }
  await times(30, (n) => student.send(n % 2 ? 'PUT' : 'DELETE', things[n % 3]!));
  expect(await score()).toBe(10 + 1_000 + 1_000);
});

test('a removed text gives its points back, and a new one scores', async () => {
  const { course, channel, student, score } = await schoolThatScores();
  const path = `/api/v1/lessons/${course.lessons[0]}/comments`;
  for (let round = 0; round < 5; round += 1) {
    const { body } = await student.post(path, { content: 'Ótima aula.' });
    await times(3, () => student.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`));
    const post = await publish(student, channel);
    const head = await comment(student, post.id);
    const reply = await comment(student, post.id, 'Eu mesma', { parent_id: head.id });
    for (const one of [reply, head]) await student.send('DELETE', `/api/v1/comments/${one.id}`);
    await times(2, () => student.send('DELETE', `/api/v1/posts/${post.id}`));
  }
  expect(await score()).toBe(0);
  await student.post(path, { content: 'Ótima aula.' });
  expect(await score()).toBe(100);
});

test('a post that its author removes takes their comments along, but not those of others', async () => {
  const { channel, owner, join, score, student } = await schoolThatScores();
  const friend = await join(['student']);
  for (let round = 0; round < 3; round += 1) {
    const post = await publish(student, channel);
    const head = await comment(student, post.id);
    await comment(student, post.id, 'Eu mesma', { parent_id: head.id });
    const gone = await comment(student, post.id, 'Já saiu');
    await student.send('DELETE', `/api/v1/comments/${gone.id}`);
    await comment(friend, post.id, 'Eu vi');
    // Those that come meanwhile stand under a post that is there, or nowhere.
    await Promise.all([
      ...Array.from({ length: 4 }, () => comment(student, post.id, 'Mais uma')),
      ...Array.from({ length: 6 }, () => student.send('DELETE', `/api/v1/posts/${post.id}`)),
    ]);
    expect(await score()).toBe(0);
  }
  expect(await score(friend)).toBe(3 * 100_000);
  // Staff who remove it take nothing, and bringing it back gives nothing.
  const post = await publish(student, channel);
  await comment(student, post.id);
  for (let round = 0; round < 2; round += 1) {
    await owner.send('PUT', `/api/v1/posts/${post.id}/removal`, { reason: null });
    await owner.send('PUT', `/api/v1/posts/${post.id}/restore`);
  }
  expect(await score()).toBe(1_100_000);
  await student.send('DELETE', `/api/v1/posts/${post.id}`);
  expect(await score()).toBe(0);
});

test('a like on a removed text gives its points back, in any order of requests', async () => {
  const { channel, owner, student, score } = await schoolThatScores();
  const standing = await publish(owner, channel);
  for (let round = 0; round < 3; round += 1) {
    const post = await publish(student, channel);
    const head = await comment(student, post.id);
    const reply = await comment(student, post.id, 'Eu mesma', { parent_id: head.id });
    const said = await comment(student, standing.id);
    const own = [`posts/${post.id}`, ...[head, reply, said].map(({ id }) => `comments/${id}`)];
    for (const thing of own) await student.send('PUT', `/api/v1/${thing}/like`);
    // A like that was taken back had its points.
    await student.send('DELETE', `/api/v1/comments/${head.id}/like`);
    await student.send('DELETE', `/api/v1/comments/${said.id}`);
    await student.send('DELETE', `/api/v1/posts/${post.id}`);
    expect(await score()).toBe(0);
  }
  // Likes that come while the words go are of words that stand, or of none.
  for (let round = 0; round < 4; round += 1) {
    const said = await comment(student, standing.id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n === 4
          ? student.send('DELETE', `/api/v1/comments/${said.id}`)
          : student.send('PUT', `/api/v1/comments/${said.id}/like`),
      ),
    );
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
  expect(await score()).toBe(0);
  // A like on another member's post keeps its points, because the liker cannot remove that post.
  await student.send('PUT', `/api/v1/posts/${standing.id}/like`);
  await owner.send('DELETE', `/api/v1/posts/${standing.id}`);
  expect(await score()).toBe(1_000);
});

test('a refused action scores nothing', async () => {
  const { id, course, community, channel, owner, student, score } = await schoolThatScores();
  const post = await publish(owner, channel);
  const said = await comment(owner, post.id);
  await owner.send('PUT', `/api/auth/v2/community/active/${id}/${community}/0`);
  const acts = await Promise.all([
    student.post(`/api/v1/channels/${channel}/posts`, { content: '<p>Oi</p>' }),
    student.post(`/api/v1/posts/${post.id}/comments`, { content: 'Oi' }),
    student.send('PUT', `/api/v1/posts/${post.id}/like`),
    student.send('PUT', `/api/v1/comments/${said.id}/like`),
  ]);
  for (const { status } of acts) expect([403, 404]).toContain(status);
  const lesson = course.lessons[0]!;
  await owner.send('PATCH', `/api/v1/lessons/${lesson}`, { published: 0 });
  expect((await like(student, lesson)).status).toBe(404);
  for (const body of [{ seconds: 9 }, { seconds: 9, finished: true }])
    expect((await progress(student, lesson, body)).status).toBe(404);
  expect(await score()).toBe(0);
});

test('a comment that is edited scores once', async () => {
  const { course, student, score } = await schoolThatScores();
  const { body } = await student.post(`/api/v1/lessons/${course.lessons[0]}/comments`, {
    content: 'Boa.',
  });
  for (const content of ['Muito boa.', 'Boa.'])
    await student.send('PATCH', `/api/v1/lesson-comments/${body.data.id}`, { content });
  expect(await score()).toBe(100);
});

test('the next bonus comes 24 hours after the last one, not at midnight', async () => {
  const { course, student, score, pass } = await schoolThatScores(7);
  const [a, b, c, d] = course.lessons as [number, number, number, number];
  for (const lesson of [a, b]) await like(student, lesson);
  expect(await score()).toBe(2 * 10 + 7);
  // The next day of the calendar, an hour later, and a second before the window's end.
  await pass('23 hours 59 minutes 50 seconds');
  await times(10, () => like(student, c));
  await times(10, () => like(student, d));
  expect(await score()).toBe(4 * 10 + 7);
  // The actions that made the first bonus are used up, and so are their objects.
  await pass('24 hours');
  for (const lesson of [a, b, c, d]) {
    await unlike(student, lesson);
    await like(student, lesson);
  }
  expect(await score()).toBe(4 * 10 + 7);
});

test('a sign-in scores once a day, whatever the hour', async () => {
  const school = await schoolThatScores();
  await school.owner.send('PUT', `${base}/platform/update-parameters`, {
    tenant_id: school.id,
    custom_name: 'XP',
    platform: { ...platform, login: 5 },
    community: {},
  });
  const login = { email: 'rosa@example.com', password: 'vitrine-2026-ok' };
  const { body } = await school.owner.post('/api/v1/members', { name: 'Rosa', ...login });
  const signIn = () => school.visitor.post('/api/v1/session', login);
  const scoreOf = async () =>
    (await school.owner.get(`/api/v1/members/${body.data.id}/score`)).body.data.score;
  await times(4, signIn);
  expect(await scoreOf()).toBe(5);
  // Moves the entries to yesterday, just before midnight.
  await school.inSchool(
    `UPDATE point_entries SET object_id = object_id - 1, at = date_trunc('day', now() AT TIME ZONE 'UTC')
       AT TIME ZONE 'UTC' - interval '1 second' WHERE action = 'login'`,
  );
  await times(4, signIn);
  expect(await scoreOf()).toBe(10);
});

test('losing and regaining a product scores nothing again', async () => {
  const school = await schoolThatScores();
  const { course, id, inSchool, owner, student, score } = school;
  // Another product than the course's: the lessons stay open.
  const scoring = await school.product('Plano que pontua');
  await owner.post(`${base}-plans/create`, { tenant_id: id, array_plans_id: [scoring] });
  const held = `member_id = ${student.id} AND product_id = ${scoring}`;
  const leave = () => inSchool(`DELETE FROM member_products WHERE ${held}`);
  const join = () =>
    inSchool(
      `INSERT INTO member_products (member_id, product_id) VALUES (${student.id}, ${scoring})`,
    );
  const [a, b] = course.lessons as [number, number];
  await join();
  await like(student, a);
  for (let round = 0; round < 3; round += 1) {
    await leave();
    expect((await like(student, b)).status).toBe(200);
    await unlike(student, b);
    await join();
    await unlike(student, a);
    await like(student, a);
  }
  expect(await score()).toBe(10);
});

test('actions before a reset score nothing after it', async () => {
  const { course, owner, student, score } = await schoolThatScores(7);
  for (const lesson of course.lessons)
    await progress(student, lesson, { seconds: 9, finished: true });
  for (const lesson of course.lessons) await like(student, lesson);
  await Promise.all([
    owner.send('POST', '/api/auth/community/reset-ranking'),
    ...course.lessons.map((lesson) => progress(student, lesson, { finished: true })),
  ]);
  for (const lesson of course.lessons) {
    await unlike(student, lesson);
    await like(student, lesson);
    await progress(student, lesson, { seconds: 99, finished: true });
  }
  expect(await score()).toBe(0);
});

test('ten sessions of one member score as one', async () => {
  const { course, channel, inSchool, owner, score, student, visitor } = await schoolThatScores();
  const post = await publish(owner, channel);
  const said = await comment(owner, post.id);
  const password = 'vitrine-2026-ok';
  const { body } = await owner.post('/api/v1/members', {
    name: 'Rosa',
    email: 'rosa@example.com',
    password,
  });
  await inSchool(
    `INSERT INTO member_products (member_id, product_id)
     SELECT ${body.data.id}, product_id FROM member_products WHERE member_id = ${student.id}`,
  );
  const cookies: string[] = [];
  for (let device = 0; device < 10; device += 1) {
    const { headers } = await visitor.post('/api/v1/session', {
      email: 'rosa@example.com',
      password,
    });
    cookies.push(String(headers['set-cookie']).split(';')[0]!);
  }
  expect(new Set(cookies).size).toBe(10);
  const acts: [method: string, path: string, body?: object][] = [
    ['PUT', `/api/v1/posts/${post.id}/like`],
    ['PUT', `/api/v1/comments/${said.id}/like`],
    ...course.lessons.flatMap((lesson): typeof acts => [
      ['PUT', `/api/v1/lessons/${lesson}/like`],
      ['PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 9, finished: true }],
    ]),
  ];
  const refused: unknown[] = [];
  for (const [method, path, sent] of acts)
    await Promise.all(
      cookies.map(async (cookie) => {
        const { status, text } = await visitor.send(method, path, sent, { headers: { cookie } });
        if (status >= 300) refused.push([path, text]);
      }),
    );
  expect(refused).toEqual([]);
  const rosa = {
    ...student,
    get: (path: string) =>
      visitor.send('GET', path, undefined, { headers: { cookie: cookies[0]! } }),
  };
  expect(await score(rosa)).toBe(2 * 1_000 + 4 * (10 + 1 + 1_000) + 2 * 10_000 + 100_000);
});

test('a quiz that is passed again and again finishes its lesson once', async () => {
  const school = await schoolThatScores();
  const { course, owner, student, score } = school;
  const quiz = await quizWith(school, { repeat: 1 });
  const [lesson] = course.lessons as [number];
  const change = { video_url: null, quiz_id: quiz.id, quiz_required: 1 };
  expect((await owner.send('PATCH', `/api/v1/lessons/${lesson}`, change)).status).toBe(200);
  await progress(student, lesson, { finished: true });
  await takeQuiz(student, quiz, false);
  expect(await score()).toBe(0);
  for (let round = 0; round < 3; round += 1) {
    await takeQuiz(student, quiz);
    await progress(student, lesson, { finished: false });
  }
  await times(10, () => takeQuiz(student, quiz));
  expect(await score()).toBe(1_000);
});

test('an imported course scores like any other, and its import scores nothing', async () => {
  const school = await schoolThatScores();
  const { owner, inSchool, student, score } = school;
  const held = await inSchool<{ product_id: number }>(
    `SELECT product_id FROM member_products WHERE member_id = ${student.id}`,
  );
  const sent = await sendCourse(cartridgeOf({ Luz: '<p>Um</p>', Cor: '<p>Dois</p>' }), owner, {
    products: held.map(({ product_id }) => product_id),
  });
  await world.platform.jobs.runAll();
  const { course_id } = await readImport(owner, sent.body.data.id);
  expect(await inSchool('SELECT FROM point_entries')).toEqual([]);
  const { modules } = (await owner.get(`/api/v1/courses/${course_id}`)).body.data as {
    modules: { lessons: { id: number }[] }[];
  };
  const lessons = modules.flatMap((module) => module.lessons.map(({ id }) => id));
  await owner.send('PATCH', `/api/v1/courses/${course_id}`, { published: 1 });
  expect(lessons).toHaveLength(2);
  for (let round = 0; round < 2; round += 1) {
    for (const lesson of lessons) {
      const answers = await times(5, () => progress(student, lesson, { finished: true }));
      expect(answers).toEqual(Array(5).fill(expect.objectContaining({ status: 200 })));
    }
    for (const lesson of lessons) await progress(student, lesson, { finished: false });
  }
  expect(await score()).toBe(2 * 1_000 + 10_000 + 100_000);
});

test('lessons score nothing without an active product', async () => {
  const { course, channel, inSchool, join, owner, score, student } = await schoolThatScores();
  const post = await publish(owner, channel);
  const nobody = await join();
  await inSchool(`UPDATE products SET status = 'inactive'
    WHERE id IN (SELECT product_id FROM member_products WHERE member_id = ${student.id})`);
  const [lesson] = course.lessons as [number];
  for (const who of [nobody, student]) {
    const refused = await Promise.all([
      like(who, lesson),
      progress(who, lesson, { seconds: 9 }),
      progress(who, lesson, { seconds: 9, finished: true }),
      who.post(`/api/v1/lessons/${lesson}/comments`, { content: 'Oi.' }),
    ]);
    expect(statuses(refused)).toEqual({ 403: 4 });
    expect(await score(who)).toBe(0);
  }
  // A community that asks for no product is open to both.
  for (const who of [nobody, student]) {
    await times(5, () => who.send('PUT', `/api/v1/posts/${post.id}/like`));
    expect(await score(who)).toBe(1_000);
  }
});

test('content of another school scores in no school', async () => {
  const [school, neighbour] = [await schoolThatScores(), await schoolThatScores()];
  const post = await publish(neighbour.owner, neighbour.channel);
  const [lesson] = neighbour.course.lessons as [number];
  const { student } = school;
  const paths = [`/api/v1/lessons/${lesson}/like`, `/api/v1/posts/${post.id}/like`];
  for (const path of paths) expect((await student.send('PUT', path)).status).toBe(404);
  expect((await progress(student, lesson, { seconds: 9, finished: true })).status).toBe(404);
  // Nor does a session of one school at the other.
  for (const path of paths)
    expect(
      (await neighbour.visitor.send('PUT', path, {}, { headers: { cookie: student.cookie } }))
        .status,
    ).toBe(401);
  expect(await school.inSchool('SELECT FROM point_entries')).toEqual([]);
  expect(
    await neighbour.inSchool(`SELECT FROM point_entries WHERE member_id <> ${neighbour.owner.id}`),
  ).toEqual([]);
});
