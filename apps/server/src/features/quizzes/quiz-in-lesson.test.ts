import type { Progress } from '@vitrine/contract/catalog';
import { messages } from '@vitrine/contract/catalog-limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { quizWith, rightAnswers, takeQuiz } from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let lesson: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  student = await school.join(['student'], [product]);
  course = await courseWith(school, { products: [product], lessons: [2] });
  lesson = course.lessons[1]!;
  for (const id of course.lessons) await change({ video_url: null }, id);
});

const change = (body: object, id = lesson) =>
  school.owner.send('PATCH', `/api/v1/lessons/${id}`, body);
const read = async (who = student, id = lesson) =>
  (await who.get(`/api/v1/lessons/${id}`)).body.data;
const finish = (id = lesson, who = student) =>
  who.send('PUT', `/api/v1/lessons/${id}/progress`, { finished: true });
const mine = async (who = student) => (await who.get('/api/v1/quizzes')).body;

/** A quiz that finishes the second lesson. */
async function requiredQuiz(more: object = {}) {
  const quiz = await quizWith(school, more);
  expect((await change({ quiz_id: quiz.id, quiz_required: 1 })).status).toBe(200);
  return quiz;
}

describe('a lesson with a quiz', () => {
  test('names it and marks it in the outline, for readers who may see it', async () => {
    const quiz = await requiredQuiz();
    const shown = { id: quiz.id, name: 'Luz e sombra', required: 1, open: true };
    expect((await read()).quiz).toEqual(shown);
    const { modules } = (await student.get(`/api/v1/courses/${course.id}`)).body.data;
    expect(modules[0].lessons.map(({ kind }: { kind: string }) => kind)).toEqual(['text', 'quiz']);
    await change({ quiz_id: null });
    expect((await read()).quiz).toBeNull();
  });

  test('is created with its quiz, at its position among the lessons', async () => {
    const { id } = await quizWith(school);
    const { body } = await school.owner.post(`/api/v1/modules/${course.modules[0]!.id}/lessons`, {
      title: 'Avaliação do módulo',
      quiz_id: id,
      quiz_required: 1,
    });
    expect(body.data.quiz).toMatchObject({ id, required: 1 });
    const order = [body.data.id, ...course.lessons];
    await school.owner.send('PATCH', `/api/v1/modules/${course.modules[0]!.id}`, {
      lesson_ids: order,
    });
    const { modules } = (await student.get(`/api/v1/courses/${course.id}`)).body.data;
    expect(modules[0].lessons.map((one: { id: number }) => one.id)).toEqual(order);
    expect(modules[0].lessons[0].kind).toBe('quiz');
  });

  test('shows a draft quiz to staff only, and at once when it is published', async () => {
    const quiz = await requiredQuiz({ published: 0 });
    expect((await read()).quiz).toBeNull();
    expect((await read()).modules[0].lessons[1].kind).toBe('text');
    expect((await read(school.owner)).quiz).toMatchObject({ id: quiz.id, open: false });
    expect((await student.post(`/api/v1/quizzes/${quiz.id}/attempts`)).status).toBe(404);
    await school.owner.post(`/api/auth/quiz/update/${quiz.id}`, { name: 'Luz', published: 1 });
    expect((await read()).quiz).toMatchObject({ name: 'Luz', open: true });
    expect((await read()).modules[0].lessons[1].kind).toBe('quiz');
  });

  test.each(['a quiz that is none', 'a quiz of the neighbour'])('refuses %s', async (which) => {
    const id =
      which === 'a quiz that is none' ? 999_999 : (await quizWith(await world.school())).id;
    const { status, body } = await change({ quiz_id: id });
    expect([status, body.message]).toEqual([404, messages.unknownQuiz]);
  });

  test('says in the outline of staff whether students can take it', async () => {
    const { id } = await requiredQuiz({ published: 0 });
    const quizOpen = async (who: Person) => {
      const { modules } = (await who.get(`/api/v1/courses/${course.id}`)).body.data;
      return modules[0].lessons.map((one: { quiz_open: boolean | null }) => one.quiz_open);
    };
    expect(await quizOpen(school.owner)).toEqual([null, false]);
    await school.owner.post(`/api/auth/quiz/update/${id}`, { name: 'Luz', published: 1 });
    expect(await quizOpen(school.owner)).toEqual([null, true]);
    expect(await quizOpen(student)).toEqual([null, null]);
  });

  test('opens its quiz to readers of the lesson, and links back to it', async () => {
    const quiz = await requiredQuiz();
    const stranger = await school.join();
    expect((await mine())[0].lesson).toEqual({
      id: lesson,
      title: (await read()).title,
      course_id: course.id,
      module_id: course.modules[0]!.id,
    });
    expect(await mine(stranger)).toEqual([]);
    await change({ published: 0 });
    expect(await mine()).toEqual([]);
    expect((await student.post(`/api/v1/quizzes/${quiz.id}/attempts`)).status).toBe(404);
    await change({ published: 1, sample: 1 });
    expect((await mine(stranger))[0].lesson.id).toBe(lesson);
    await school.owner.send('PATCH', `/api/v1/courses/${course.id}`, { published: 0 });
    expect(await mine()).toEqual([]);
  });
});

describe('a quiz that counts', () => {
  test('finishes its lesson when it is passed, with points, module and course', async () => {
    const scored = await school.owner.post(
      '/api/auth/ranking/gamification/platform/create-parameters',
      {
        tenant_id: school.id,
        custom_name: 'XP',
        platform: {
          login: 5,
          comment_class: 5,
          watch_class: 2,
          like_class: 1,
          finish_class: 20,
          finish_module: 60,
          finish_course: 200,
        },
        community: { score_posts: 10, score_comments: 4, score_replies: 3, score_likes: 1 },
      },
    );
    expect(scored.status).toBe(201);
    const quiz = await requiredQuiz({ repeat: 1 });
    await finish(course.lessons[0]);
    const failed = await takeQuiz(student, quiz, false);
    expect(failed.body.data).toMatchObject({ passed: false, completed: [] });
    expect((await read()).finished).toBe(false);

    const { headers, body } = await takeQuiz(student, quiz);
    const passed = body.data;
    expect(passed).toMatchObject({ passed: true, points: 280 });
    expect(headers['x-points-awarded']).toBe('280');
    expect(new Set(passed.completed)).toEqual(new Set(['module', 'course']));
    expect(await read()).toMatchObject({ finished: true, course: { progress: 100 } });
    const shown = (await student.get(`/api/v1/courses/${course.id}`)).body.data;
    expect(shown).toMatchObject({ progress: 100, completed_at: expect.any(String) });

    const again = (await takeQuiz(student, quiz)).body.data;
    expect(again).toMatchObject({ passed: true, completed: [] });
    expect(again).not.toHaveProperty('points');
    expect((await student.get('/api/v1/me/score')).body.data.score).toBe(300);
  });

  test('finishes its lesson also while that moves to another module', async () => {
    const quiz = await requiredQuiz();
    const attempt = (await student.post(`/api/v1/quizzes/${quiz.id}/attempts`)).body.data.id;
    const { body } = await school.owner.post(`/api/v1/courses/${course.id}/modules`, {
      title: 'Módulo 2',
    });
    const passes = await school.transaction(async (tx) => {
      await tx.db
        .updateTable('lessons')
        .set({ module_id: body.data.id })
        .where('id', '=', lesson)
        .execute();
      const pass = student.post(`/api/v1/attempts/${attempt}/finish`, {
        answers: rightAnswers(quiz),
      });
      await expectWaiting(tx, 1);
      return [pass];
    });
    expect(statuses(await Promise.all(passes))).toEqual({ 200: 1 });
    expect(await read()).toMatchObject({ finished: true, module: { id: body.data.id } });
  });

  test('is the only way to finish its lesson, until it is passed', async () => {
    const quiz = await requiredQuiz({ repeat: 1 });
    // Neither a classmate who passes it, nor another quiz, nor its beginning finishes it.
    await takeQuiz(await school.join(['student'], [product]), quiz);
    await takeQuiz(student, await quizWith(school));
    expect((await student.post(`/api/v1/quizzes/${quiz.id}/attempts`)).status).toBe(201);
    const refused = await finish();
    expect([refused.status, refused.body.code]).toEqual([409, 'quiz_not_passed']);
    expect((await read()).finished).toBe(false);
    await takeQuiz(student, quiz, false);
    expect((await finish()).status).toBe(409);
    await takeQuiz(student, quiz);
    await student.send('PUT', `/api/v1/lessons/${lesson}/progress`, { finished: false });
    await takeQuiz(student, quiz, false);
    // It was passed once.
    expect((await finish()).status).toBe(200);
    expect((await finish(lesson, await school.join())).status).toBe(403);
  });

  test('keeps the position in the lesson', async () => {
    const quiz = await requiredQuiz();
    await student.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 90 });
    await takeQuiz(student, quiz);
    expect(await read()).toMatchObject({ seconds: 90, finished: true });
  });

  test.each([
    ['a draft', { published: 0 }],
    ['removed', null],
  ])('does not block the lesson where it is %s', async (_what, update) => {
    const quiz = await requiredQuiz();
    if (update)
      await school.owner.post(`/api/auth/quiz/update/${quiz.id}`, { name: 'x', ...update });
    else await school.owner.send('DELETE', `/api/auth/quiz/${quiz.id}`);
    expect((await finish()).status).toBe(200);
  });

  test('does not block the lesson without questions', async () => {
    const quiz = await requiredQuiz();
    await school.owner.send('PUT', `/api/v1/quizzes/${quiz.id}/questions`, { questions: [] });
    expect((await read()).quiz.open).toBe(false);
    expect((await finish()).status).toBe(200);
  });

  test('of a behavioural kind counts when it is handed in', async () => {
    const quiz = await requiredQuiz({ type: 'comportamental' });
    expect((await takeQuiz(student, quiz)).body.data.passed).toBeNull();
    expect((await read()).finished).toBe(true);
  });

  test('finishes no lesson where it does not count, or that its student may not open', async () => {
    const quiz = await requiredQuiz();
    const other = await courseWith(school, { products: [await school.product()], lessons: [1] });
    await change({ quiz_id: quiz.id, quiz_required: 1 }, other.lessons[0]);
    await change({ quiz_required: 0 });
    await takeQuiz(student, quiz);
    expect((await read()).finished).toBe(false);
    expect((await finish()).status).toBe(200);
    const rows = await world.platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('lesson_progress').select('lesson_id').execute(),
    );
    expect(rows).toEqual([{ lesson_id: lesson }]);
  });

  test('that ran out of time counts with the answers that were kept', async () => {
    const quiz = await requiredQuiz({ stopwatch: 1, time_limit: '00:01:00' });
    const attempt = (await student.post(`/api/v1/quizzes/${quiz.id}/attempts`)).body.data.id;
    await student.send('PUT', `/api/v1/attempts/${attempt}/answers`, rightAnswers(quiz)[0]);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('quiz_attempts')
        .set({ deadline: sql`now() - interval '1 minute'` })
        .where('id', '=', attempt)
        .execute(),
    );
    await mine();
    expect((await read()).finished).toBe(true);
  });

  test('ends the module once, when its last two quizzes are handed in at once', async () => {
    const quizzes = await Promise.all(course.lessons.map(() => quizWith(school)));
    for (const [at, { id }] of quizzes.entries())
      await change({ quiz_id: id, quiz_required: 1 }, course.lessons[at]);
    const attempts = await Promise.all(
      quizzes.map(({ id }) => student.post(`/api/v1/quizzes/${id}/attempts`)),
    );
    const answers = await Promise.all(
      quizzes.flatMap((quiz, at) =>
        Array.from({ length: 4 }, () =>
          student.post(`/api/v1/attempts/${attempts[at]!.body.data.id}/finish`, {
            answers: rightAnswers(quiz),
          }),
        ),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 2, 409: 6 });
    const completed = answers.flatMap(
      ({ body }) => ((body.data ?? {}) as Partial<Progress>).completed ?? [],
    );
    expect(completed.toSorted()).toEqual(['course', 'module']);
  });
});
