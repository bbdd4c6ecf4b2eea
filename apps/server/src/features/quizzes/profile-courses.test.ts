import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  student = await school.join(['student'], [product]);
});

/** A quiz whose first profile leads to these courses. */
async function quizLeadingTo(courseIds: number[]) {
  const { body } = await school.owner.post('/api/auth/quiz/create', {
    name: 'Que luz é a sua?',
    type: 'comportamental',
    published: 1,
    repeat: 1,
  });
  const id = body[2].data.id as number;
  const save = async (course_ids: number[]) => {
    const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [
        {
          kind: 'single',
          text: 'Quando você fotografa?',
          options: [
            { text: 'De dia', profile: 'sol', weight: 1 },
            { text: 'De noite', profile: 'lua', weight: 1 },
          ],
        },
      ],
      profiles: [
        { key: 'sol', title: 'Sol', course_ids },
        { key: 'lua', title: 'Lua' },
      ],
    });
    expect(saved.status).toBe(200);
    return saved.body.data;
  };
  return { id, save, ...(await save(courseIds)) };
}
type LeadingQuiz = Awaited<ReturnType<typeof quizLeadingTo>>;

const begin = async ({ id }: LeadingQuiz, who = student) =>
  (await who.post(`/api/v1/quizzes/${id}/attempts`)).body.data.id as number;

async function take(quiz: LeadingQuiz, pick: number, who = student) {
  const attempt = await begin(quiz, who);
  const [question] = quiz.questions;
  const answers = [{ question_id: question.id, option_ids: [question.options[pick].id] }];
  const { status } = await who.post(`/api/v1/attempts/${attempt}/finish`, { answers });
  expect(status).toBe(200);
  return attempt;
}

const courses = async (attempt: number, who = student) =>
  (await who.get(`/api/v1/attempts/${attempt}/courses`)).body.data;

describe('the courses that fit a profile', () => {
  test('are shown after the hand-in, in the order of the owner, with what the student may see', async () => {
    const light = await courseWith(school, {
      title: 'Luz natural',
      products: [product],
      lessons: [2, 1],
    });
    const peaks = await courseWith(school, { title: 'Picos', products: [product] });
    await school.owner.send('PATCH', `/api/v1/lessons/${light.lessons[0]}`, { published: 0 });
    const quiz = await quizLeadingTo([peaks.id, light.id]);
    const open = await begin(quiz);
    expect(await courses(open)).toEqual([]);
    const [question] = quiz.questions;
    const answers = [{ question_id: question.id, option_ids: [question.options[0].id] }];
    const { body } = await student.post(`/api/v1/attempts/${open}/finish`, { answers });
    expect(body.data.profile).not.toHaveProperty('course_ids');
    expect(await courses(open)).toEqual([
      { id: peaks.id, title: 'Picos', cover: null, modules: 1, seconds: 180 },
      { id: light.id, title: 'Luz natural', cover: null, modules: 2, seconds: 180 },
    ]);
    expect(await courses(await take(quiz, 1))).toEqual([]);
  });

  test('leave out drafts, what is hidden from the student, and what was removed', async () => {
    const other = await school.product();
    const draft = await courseWith(school, { products: [product] });
    const locked = await courseWith(school, { products: [other] });
    const quiz = await quizLeadingTo([draft.id, locked.id]);
    const attempt = await take(quiz, 0);
    const seen = async () => (await courses(attempt)).map(({ id }: { id: number }) => id);
    await showBlockedContent(world, school, true);
    expect(await seen()).toEqual([draft.id, locked.id]);
    await school.owner.send('PATCH', `/api/v1/courses/${draft.id}`, { published: 0 });
    expect(await seen()).toEqual([locked.id]);
    await showBlockedContent(world, school, false);
    expect(await seen()).toEqual([]);
    await showBlockedContent(world, school, true);
    await school.owner.send('DELETE', `/api/v1/courses/${locked.id}`);
    expect(await seen()).toEqual([]);
  });

  test('follow a later choice, and keep no course that does not exist', async () => {
    const neighbour = await world.school();
    const theirs = await courseWith(neighbour);
    const course = await courseWith(school, { products: [product] });
    const quiz = await quizLeadingTo([]);
    const attempt = await take(quiz, 0);
    expect(await courses(attempt)).toEqual([]);
    const saved = await quiz.save([theirs.id, course.id]);
    expect(saved.profiles[0].course_ids).toEqual([course.id]);
    expect(saved.profiles[1].course_ids).toEqual([]);
    expect(await courses(attempt)).toMatchObject([{ id: course.id }]);
  });

  test('are only for the student who took the quiz', async () => {
    const course = await courseWith(school, { products: [product] });
    const attempt = await take(await quizLeadingTo([course.id]), 0);
    const classmate = await school.join(['student'], [product]);
    const neighbour = await world.school();
    for (const who of [classmate, school.owner, neighbour.owner])
      expect((await who.get(`/api/v1/attempts/${attempt}/courses`)).status).toBe(404);
  });
});
