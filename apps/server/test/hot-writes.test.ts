import { viewAsStudent } from '@vitrine/contract/view-as-student';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from './harness.ts';
import { quizWith, rightAnswers } from './quizzes.ts';

// Writes whose one statement also resolves the session (decision 84). Whatever refuses the request
// must refuse it before the statement writes.

const world = await openWorld();

let school: TestSchool;
let student: Person;
let quiz: Awaited<ReturnType<typeof quizWith>>;
let quizId: number;
type Question = (typeof quiz)['questions'][number];
type Option = Question['options'][number];
let question: Question;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
  quiz = await quizWith(school);
  quizId = quiz.id;
  question = quiz.questions[0]!;
  // The first start freezes the questions.
  await (await school.join()).post(`/api/v1/quizzes/${quizId}/attempts`);
});

const startPath = () => `/api/v1/quizzes/${quizId}/attempts`;
/** From now on this server knows the session. */
const isSeen = (who: Person) => who.get('/api/v1/quizzes');
const attemptsOf = (who: Person) =>
  school.transaction(({ db }) =>
    db
      .selectFrom('quiz_attempts')
      .select(['id', 'finished_at'])
      .where('member_id', '=', who.id)
      .execute(),
  );

describe('a start writes nothing', () => {
  test.each([
    ['that another site sends', { 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ['that another origin sends', { origin: 'https://evil.example.com' }, 'cross_site'],
    ['that names another school', { tenantid: '999999' }, 'other_school'],
  ])('%s', async (_what, headers, code) => {
    await isSeen(student);
    const refused = await student.send('POST', startPath(), undefined, { headers });
    expect([refused.status, refused.body.code]).toEqual([403, code]);
    expect(await attemptsOf(student)).toEqual([]);
    expect((await student.post(startPath())).status).toBe(201);
  });

  test('of staff who preview a student', async () => {
    await isSeen(school.owner);
    const headers = { [viewAsStudent]: '' };
    const refused = await school.owner.send('POST', startPath(), undefined, { headers });
    expect([refused.status, refused.body.code]).toEqual([403, 'viewing_as_student']);
    expect(await attemptsOf(school.owner)).toEqual([]);
  });

  test('of a session that has ended, nor of one of another school', async () => {
    await isSeen(student);
    await student.send('DELETE', '/api/v1/session');
    expect((await student.post(startPath())).status).toBe(401);
    expect(await attemptsOf(student)).toEqual([]);
    const neighbour = await (await world.school()).join();
    await isSeen(neighbour);
    const headers = { host: school.host };
    expect((await neighbour.send('POST', startPath(), undefined, { headers })).status).toBe(401);
    expect(await attemptsOf(neighbour)).toEqual([]);
  });
});

describe('a hand-in', () => {
  test('that names another school in its body hands in nothing', async () => {
    const { id } = (await student.post(startPath())).body.data;
    const path = `/api/v1/attempts/${id}/finish`;
    const refused = await student.post(path, { tenant_id: 999_999 });
    expect([refused.status, refused.body.code]).toEqual([403, 'other_school']);
    expect((await attemptsOf(student))[0]!.finished_at).toBeNull();
    expect((await student.post(path, {})).status).toBe(200);
  });

  test.each([
    ['invalid', { answers: 'x' }],
    ['no object', []],
  ])('of an ended session is 401 before its body is %s', async (_what, body) => {
    const { id } = (await student.post(startPath())).body.data;
    await student.send('DELETE', '/api/v1/session');
    const path = `/api/v1/attempts/${id}/finish`;
    expect((await student.send('POST', path, body)).status).toBe(401);
  });

  test('of an invented session is 401 before its body is read', async () => {
    const { id } = (await student.post(startPath())).body.data;
    const headers = { cookie: 'vitrine=invented', 'content-type': 'application/json' };
    const path = `/api/v1/attempts/${id}/finish`;
    const broken = { headers, payload: '{' };
    expect((await student.send('POST', path, undefined, broken)).status).toBe(401);
  });

  test('that passes earns the reward of its quiz', async () => {
    const reward = await school.owner.post('/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: 'Olhar de macro',
      criteria: 'quiz',
      quiz: quizId,
    });
    expect(reward.status).toBe(201);
    const { id } = (await student.post(startPath())).body.data;
    await student.post(`/api/v1/attempts/${id}/finish`, { answers: rightAnswers(quiz) });
    expect((await student.get('/api/v1/me/rewards')).body).toMatchObject([{ id: reward.body.id }]);
  });

  test('of another member’s attempt is 404 and hands in nothing', async () => {
    const { id } = (await student.post(startPath())).body.data;
    const other = await school.join();
    await isSeen(other);
    expect((await other.post(`/api/v1/attempts/${id}/finish`, {})).status).toBe(404);
    expect((await attemptsOf(student))[0]!.finished_at).toBeNull();
    expect((await student.post(`/api/v1/attempts/${id}/finish`, {})).status).toBe(200);
  });

  test('of staff does not count in the results', async () => {
    const instructor = await school.join(['instructor']);
    for (const person of [instructor, student]) {
      const { id } = (await person.post(startPath())).body.data;
      expect((await person.post(`/api/v1/attempts/${id}/finish`, {})).status).toBe(200);
    }
    const { body } = await school.owner.get(`/api/v1/quizzes/${quizId}/results`);
    expect(body.data).toMatchObject({ attempts: 1, members: 1 });
  });

  test('counts the answers that another server saved', async () => {
    const { id } = (await student.post(startPath())).body.data;
    const [right, wrong] = question.options as [Option, Option];
    const answer = { question_id: question.id, option_ids: [wrong.id] };
    expect((await student.send('PUT', `/api/v1/attempts/${id}/answers`, answer)).status).toBe(200);
    await school.transaction(({ db }) =>
      db
        .updateTable('quiz_answers')
        .set({ option_ids: [right.id] })
        .where('attempt_id', '=', id)
        .execute(),
    );
    const done = await student.post(`/api/v1/attempts/${id}/finish`, {});
    expect(done.body.data).toMatchObject({ score: 100, right: 1 });
  });

  test('scores the questions of its attempt, also if a restored school reuses its id', async () => {
    const { id } = (await student.post(startPath())).body.data;
    const [right, wrong] = question.options as [Option, Option];
    // The other version turns right and wrong.
    const turned = [
      {
        ...question,
        options: [
          { ...right, correct: false },
          { ...wrong, correct: true },
        ],
      },
    ];
    await school.transaction(async ({ db }) => {
      await db
        .insertInto('quiz_revisions')
        .values({
          quiz_id: quizId,
          version: 99,
          type: 'comun',
          goal: 70,
          profiles: '[]',
          questions: JSON.stringify(turned),
        })
        .execute();
      await db
        .updateTable('quiz_attempts')
        .set({ version: 99, started_at: new Date() })
        .where('id', '=', id)
        .execute();
    });
    const answers = [{ question_id: question.id, option_ids: [wrong.id] }];
    const done = await student.post(`/api/v1/attempts/${id}/finish`, { answers });
    expect(done.body.data).toMatchObject({ score: 100, right: 1 });
  });
});
