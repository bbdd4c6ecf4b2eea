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

const { quizOf, start, keep, finish } = quizCalls(() => ({ school, student }));

describe('an attempt', () => {
  test('goes with its quiz', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    await school.owner.send('DELETE', `/api/auth/quiz/${id}`);
    expect((await finish(attempt, rightAnswers({ questions }))).status).toBe(404);
    expect((await keep(attempt, 1, [1])).status).toBe(404);
    expect((await student.get(`/api/v1/attempts/${attempt}`)).status).toBe(404);
    expect((await start(id)).status).toBe(404);
  });

  test('is read by its member and the staff only', async () => {
    const { id } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    const other = await school.join();
    const instructor = await school.join(['instructor']);
    const neighbour = await world.school();
    expect((await other.get(`/api/v1/attempts/${attempt}`)).status).toBe(404);
    expect((await finish(attempt, [], other)).status).toBe(404);
    expect((await keep(attempt, 1, [1], other)).status).toBe(404);
    expect(
      (await other.send('PUT', `/api/v1/attempts/${attempt}/answers`, { question_id: 'x' })).status,
    ).toBe(404);
    expect((await neighbour.owner.get(`/api/v1/attempts/${attempt}`)).status).toBe(404);
    expect((await instructor.get(`/api/v1/attempts/${attempt}`)).status).toBe(200);
    expect((await finish(attempt, [], instructor)).status).toBe(404);
    expect((await school.visitor.get(`/api/v1/attempts/${attempt}`)).status).toBe(401);
    expect((await student.post(`/api/v1/attempts/${attempt}/close`)).status).toBe(403);
    expect((await school.owner.post(`/api/v1/attempts/${attempt}/close`)).status).toBe(200);
    expect((await school.owner.post(`/api/v1/attempts/${attempt}/close`)).status).toBe(409);
  });

  test.each([
    ['never', 1, [0, 0]],
    ['finished', 1, [2, 2]],
    ['last', 0, [2]],
    ['last', 1, [0, 0]],
  ] as const)(
    'shows the review as the owner chose: %s (repeat %d)',
    async (review, repeat, shown) => {
      const { id } = await quizOf({ review, repeat });
      for (const count of shown) {
        const attempt = (await start(id)).body.data.id;
        expect((await finish(attempt)).body.data.review).toHaveLength(count);
        expect((await student.get(`/api/v1/attempts/${attempt}`)).body.data.review).toHaveLength(
          count,
        );
      }
    },
  );

  test('keeps when right answers are shown, where a change does not name it', async () => {
    const { id } = await quizOf({ review: 'never' });
    const changed = await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'x',
      type: 'comun',
      goal: 70,
      published: 1,
      repeat: 0,
      stopwatch: 0,
      time_limit: null,
      tenant_id: school.id,
    });
    expect(changed.body[2].data.review).toBe('never');
    const attempt = (await start(id)).body.data.id as number;
    expect((await finish(attempt)).body.data.review).toEqual([]);
  });

  test('shows the review to a student without an attempt left, whatever a classmate was granted', async () => {
    const { id } = await quizOf({ review: 'last' });
    const classmate = await school.join();
    await school.owner.post(`/api/v1/quizzes/${id}/members/${student.id}/attempts`);
    const attempt = (await start(id, classmate)).body.data.id;
    await finish(attempt, [], classmate);
    const read = await classmate.get(`/api/v1/attempts/${attempt}`);
    expect(read.body.data.review).toHaveLength(2);
  });

  test('shows the review of all attempts after the last one, and of none while one is open', async () => {
    const { id } = await quizOf({ review: 'last', repeat: 1 });
    const reviewOf = async (attempt: number) =>
      (await student.get(`/api/v1/attempts/${attempt}`)).body.data.review.length;
    // Open attempts of a classmate, and of another quiz, hide nothing.
    await start(id, await school.join());
    await start((await quizOf()).id);
    const first = (await start(id)).body.data.id;
    await finish(first);
    const second = (await start(id)).body.data.id;
    await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'x',
      published: 1,
      repeat: 0,
      review: 'last',
    });
    expect(await reviewOf(first)).toBe(0);
    expect((await finish(second)).body.data.review).toHaveLength(2);
    expect(await Promise.all([reviewOf(first), reviewOf(second)])).toEqual([2, 2]);
    for (const _ of [1, 2])
      await school.owner.post(`/api/v1/quizzes/${id}/members/${student.id}/attempts`);
    expect(await reviewOf(second)).toBe(0);
  });
});
