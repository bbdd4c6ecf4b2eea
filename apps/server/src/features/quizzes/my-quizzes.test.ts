import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { quizCalls, rightAnswers } from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { create, quizOf, start, finish, pass } = quizCalls(() => ({ school, student }));

describe('the list of a student', () => {
  const mine = async (who = student) => (await who.get('/api/v1/quizzes')).body;

  test('shows attempts, the open one and the best result', async () => {
    const { id, questions } = await quizOf({ repeat: 1, stopwatch: 1, time_limit: '00:05:00' });
    const classmate = await school.join();
    await finish((await start(id, classmate)).body.data.id, [], classmate);
    await start(id, classmate);
    expect(await mine()).toMatchObject([
      {
        id,
        attempts: 0,
        attempts_left: null,
        open_attempt: null,
        result: null,
        questions_count: 2,
      },
    ]);
    const best = (await start(id)).body.data.id;
    expect((await mine())[0].open_attempt.id).toBe(best);
    await finish(best, rightAnswers({ questions }));
    await finish((await start(id)).body.data.id, []);
    expect((await mine())[0]).toMatchObject({
      attempts: 2,
      open_attempt: null,
      result: {
        attempt_id: best,
        score: 100,
        passed: true,
        finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      },
    });
  });

  test('hands in what expired', async () => {
    const { id } = await quizOf({ stopwatch: 1, time_limit: '00:01:00' });
    const attempt = (await start(id)).body.data.id;
    await pass(attempt, 63);
    expect((await mine())[0]).toMatchObject({
      open_attempt: null,
      attempts_left: 0,
      result: { score: 0, passed: false },
    });
  });

  test('holds what the student may take: published, by product, by course', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { id: draft } = await quizOf({ published: 0 });
    // Published, and nothing is asked yet.
    expect((await create()).status).toBe(201);
    const { id: open } = await quizOf();
    const { id: byProduct } = await quizOf({ product_ids: [product] });
    const { id: byCourse } = await quizOf();
    await inLesson(byCourse, product);
    const ids = async (who: Person) =>
      (await mine(who)).map((quiz: { id: number }) => quiz.id).toReversed();
    expect(await ids(student)).toEqual([open]);
    expect(await ids(holder)).toEqual([open, byProduct, byCourse]);
    expect((await start(draft)).status).toBe(404);
    for (const id of [byProduct, byCourse]) {
      expect((await start(id)).status).toBe(404);
      expect((await start(id, holder)).status).toBe(201);
    }
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await ids(holder)).toEqual([open]);
  });

  test('a quiz of a product or of a lesson can be taken only by students with access', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { id: byProduct } = await quizOf({ product_ids: [product] });
    const { id: byLesson } = await quizOf();
    await inLesson(byLesson, product);
    for (const id of [byProduct, byLesson]) {
      const frozen = () =>
        world.platform.database.transaction(school.id, ({ db }) =>
          db.selectFrom('quiz_revisions').select('version').where('quiz_id', '=', id).execute(),
        );
      // Neither a refused start nor a look freezes the questions.
      expect((await start(id)).status).toBe(404);
      expect(await frozen()).toEqual([]);
      const begun = await Promise.all(Array.from({ length: 8 }, () => start(id, holder)));
      expect(new Set(begun.map(({ body }) => body.data.id)).size).toBe(1);
      const attempt = begun[0]!.body.data.id as number;
      expect((await start(id, holder)).body.data.id).toBe(attempt);
      // Frozen or not, the others are refused.
      expect((await start(id)).status).toBe(404);
      await holder.post(`/api/v1/attempts/${attempt}/finish`, {});
      const used = await start(id, holder);
      expect([used.status, used.body.code]).toEqual([409, 'no_attempt_left']);
    }
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    for (const id of [byProduct, byLesson]) expect((await start(id, holder)).status).toBe(404);
  });

  test('a quiz without questions is unknown to students who may not take it', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { body } = await create({ product_ids: [product] });
    const id = body[2].data.id as number;
    expect((await start(id)).status).toBe(404);
    expect((await start(id, holder)).body.code).toBe('no_questions');
  });

  async function inLesson(quizId: number, productId: number) {
    const course = await school.owner.post('/api/v1/courses', {
      title: 'Curso',
      product_ids: [productId],
    });
    const module = await school.owner.post(`/api/v1/courses/${course.body.data.id}/modules`, {
      title: 'Módulo',
    });
    const lesson = await school.owner.post(`/api/v1/modules/${module.body.data.id}/lessons`, {
      title: 'Aula',
    });
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('lessons')
        .set({ quiz_id: quizId })
        .where('id', '=', lesson.body.data.id)
        .execute(),
    );
  }
});
