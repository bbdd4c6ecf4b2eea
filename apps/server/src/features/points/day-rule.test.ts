import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { every, pointCalls, schoolWithCourse } from '../../../test/points.ts';

const world = await openWorld();

let school: TestSchool;
let course: Awaited<ReturnType<typeof courseWith>>;
let lesson: number;
let marina: Person;
beforeEach(async () => {
  ({ school, course, lesson, marina } = await schoolWithCourse(world));
});

const { comment, create, daily, gained, ledger, like, reset, pass, score, wrongScores } =
  pointCalls(() => ({
    school,
    lesson,
    marina,
  }));

describe('the rule of the day', () => {
  const rule = () => daily({ like_class: every(2, 15) });

  test('adds its bonus once in 24 hours, and names what made it', async () => {
    await create();
    await rule();
    for (const id of course.lessons) await like(id);
    expect(await gained()).toBe(4 + 15);
    const entries = await ledger();
    const bonus = entries.find(({ action, points }) => action === 'bonus' && points === 15)!;
    const likes = entries.filter(({ action }) => action === 'like_class').map(({ id }) => id);
    expect(new Set(bonus.bonus_of)).toEqual(new Set(likes.slice(2)));
    expect(entries.filter(({ reason }) => reason === 'bonus_given')).toMatchObject([{ points: 0 }]);
  });

  test('counts actions within exactly 24 hours', async () => {
    await create();
    await rule();
    await like(course.lessons[0]);
    await pass('24 hours');
    await like(course.lessons[1]);
    expect(await gained()).toBe(2);
    await pass('23 hours 59 minutes');
    await like(course.lessons[2]);
    expect(await gained()).toBe(3 + 15);
  });

  test.each([
    ['23 hours 59 minutes', 4 + 15],
    ['24 hours', 4 + 15 + 15],
  ])('after %s it has given %i points', async (interval, points) => {
    await create();
    await rule();
    await like(course.lessons[0]);
    await like(course.lessons[1]);
    await pass(interval);
    await like(course.lessons[2]);
    await like(course.lessons[3]);
    expect(await gained()).toBe(points);
  });

  test('of ten actions at once gives one bonus', async () => {
    await create();
    await rule();
    await Promise.all(course.lessons.flatMap((id) => [like(id), like(id), like(id)]));
    expect(await gained()).toBe(4 + 15);
    expect(await wrongScores()).toEqual([]);
  });

  test('of one action leaves the bonus of another', async () => {
    await create();
    await daily({ like_class: every(1, 15), comment_class: every(1, 7) });
    await like();
    await comment('A luz ficou linda.');
    expect(await gained()).toBe(1 + 15 + 5 + 7);
  });

  test('counts no text that its author removed, which takes along the bonus that it made', async () => {
    await create();
    await daily({}, { post: every(2, 30) });
    const { channels } = await communityWith(school);
    const post = () => publish(marina, channels[0]!);
    const remove = ({ id }: { id: number }) => marina.send('DELETE', `/api/v1/posts/${id}`);
    await remove(await post());
    await post();
    expect(await gained()).toBe(10);
    const second = await post();
    expect(await gained()).toBe(20 + 30);
    await remove(await post());
    expect(await gained()).toBe(20 + 30);
    await remove(second);
    expect(await gained()).toBe(10);
    expect(await wrongScores()).toEqual([]);
  });

  test('takes no points from a season for a text of the one before', async () => {
    await create();
    const { body } = await comment('A luz ficou linda.');
    await reset();
    await marina.send('DELETE', `/api/v1/lesson-comments/${body.data.id}`);
    expect(await gained()).toBe(0);
    expect(await wrongScores()).toEqual([]);
  });

  test('gives no second bonus inside its 24 hours after a reset', async () => {
    await create();
    await rule();
    await like(course.lessons[0]);
    await like(course.lessons[1]);
    await reset();
    await like(course.lessons[2]);
    await like(course.lessons[3]);
    expect(await gained()).toBe(2);
  });

  test('counts the actions of its 24 hours, also those before a reset', async () => {
    await create();
    await rule();
    await like(course.lessons[0]);
    await reset();
    await like(course.lessons[1]);
    expect(await gained()).toBe(1 + 15);
    // The bonus names both of them, and the season before keeps its own.
    const [bonus] = (await ledger()).filter(({ action }) => action === 'bonus');
    expect(bonus!.bonus_of).toHaveLength(2);
    const [, former] = (await marina.get('/api/v1/ranking/seasons')).body;
    expect(await score(marina, `?season=${former.id}`)).toMatchObject({ score: 1 });
    expect(await wrongScores()).toEqual([]);
  });
});
