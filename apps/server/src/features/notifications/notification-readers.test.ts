import type { NotificationEvent } from '@vitrine/contract/notifications';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import {
  events,
  like,
  list,
  mark,
  mention,
  postOf,
  preferencesAt,
  tellOften,
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

// Who gets a row, and who still sees it after losing access.

describe('a member without access to the content', () => {
  test('gets no notification of a community, before and after', async () => {
    const product = await school.product();
    const { channels } = await communityWith(school, {
      products: [product],
      channels: ['Todos', { title: 'Sala', products: [await school.product('Outro')] }],
    });
    const holder = await school.join(['student'], [product]);
    const other = await school.join(['student'], [product]);
    const open = await publish(holder, channels[0]!, mention(other));
    await publish(school.owner, channels[1]!);
    const head = await comment(holder, open.id);
    await comment(other, open.id, mention(holder), { parent_id: head.id });
    await like(other, open.id);
    await other.send('PUT', `/api/v1/comments/${head.id}/like`);
    await jobs();
    const expected: NotificationEvent[] = ['comment_like', 'post_like', 'reply'];
    expect(await events(holder)).toEqual(expected);
    expect(await events(other)).toEqual(['post_mention']);
    expect(await events(marina)).toEqual([]);
    expect(await total(holder)).toBe(3);
    const products = (ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids: ids });
    await products([]);
    expect([await events(holder), await total(holder)]).toEqual([[], 0]);
    // Events are not written while the switch is off.
    await like(school.owner, open.id);
    await comment(school.owner, open.id, mention(holder));
    await products([product]);
    expect(await events(holder)).toEqual(expected);
    // No row was stored for later.
    await school.owner.send('PATCH', `/api/v1/members/${marina.id}`, { product_ids: [product] });
    expect(await events(marina)).toEqual([]);
  });

  test('gets no notification of a channel or a community after losing access', async () => {
    const [club, room] = [await school.product('Clube'), await school.product('Sala')];
    const community = await communityWith(school, {
      products: [club],
      channels: ['Todos', { title: 'Sala', products: [room] }],
    });
    const holder = await school.join(['student'], [club, room]);
    const inRoom = await publish(holder, community.channels[1]!);
    const inClub = await publish(holder, community.channels[0]!);
    await like(school.owner, inRoom.id);
    await like(school.owner, inClub.id);
    await school.owner.send('PUT', `/api/v1/communities/${community.id}/silences/${holder.id}`, {
      until: null,
      reason: '',
    });
    expect(await events(holder)).toEqual(['silenced', 'post_like', 'post_like']);
    const products = (product_ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids });
    await products([club]);
    expect([await events(holder), await total(holder)]).toEqual([['silenced', 'post_like'], 2]);
    await products([room]);
    expect([await events(holder), await total(holder)]).toEqual([[], 0]);
  });

  test('finds a notification behind thousands of rows of a lost channel', async () => {
    const room = await school.product('Sala');
    const { id: community, channels } = await communityWith(school, {
      channels: ['Todos', { title: 'Sala', products: [room] }],
    });
    const holder = await school.join(['student'], [room]);
    const lost = await publish(school.owner, channels[1]!);
    const open = await publish(holder, channels[0]!);
    await tellOften(school, holder, { community, post: lost.id, often: 1_200 });
    await like(school.owner, open.id);
    await school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids: [] });
    expect([await events(holder), await total(holder)]).toEqual([['post_like'], 1]);
  });

  test('gets no notification of a lesson', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const lesson = course.lessons[0]!;
    const student = await school.join(['student'], [product]);
    const addComment = (person: Person, fields: object = {}) =>
      person.post(`/api/v1/lessons/${lesson}/comments`, { content: 'E a névoa?', ...fields });
    const { id } = (await addComment(student)).body.data;
    await addComment(school.owner, { parent_id: id });
    expect(await events(student)).toEqual(['doubt_answered']);
    const products = (ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${student.id}`, { product_ids: ids });
    await products([]);
    expect([await events(student), await total(student)]).toEqual([[], 0]);
    await addComment(school.owner, { parent_id: id });
    await products([product]);
    expect(await events(student)).toEqual(['doubt_answered']);
  });
});

describe('doubts', () => {
  test('of a student notify the staff, and the answer notifies the student', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const lesson = course.lessons[0]!;
    const instructor = await school.join(['instructor']);
    const student = await school.join(['student'], [product]);
    const mate = await school.join(['student'], [product]);
    const addComment = async (person: Person, content: string, fields: object = {}) =>
      (await person.post(`/api/v1/lessons/${lesson}/comments`, { content, ...fields })).body.data;
    const doubt = await addComment(student, 'Pode estourar o céu?');
    for (const person of [school.owner, instructor])
      expect(await list(person)).toMatchObject([
        {
          type: 'doubt',
          event: 'doubt_asked',
          quote: 'Pode estourar o céu?',
          class_doubt: { lesson: { id: lesson }, response_owner: { name: 'Marina Teles' } },
        },
      ]);
    expect(await events(student)).toEqual([]);
    expect(await events(mate)).toEqual([]);
    const answer = await addComment(instructor, 'Pode.', { parent_id: doubt.id });
    const [latest] = await list(student);
    expect(latest).toMatchObject({ type: 'doubt', event: 'doubt_answered', quote: 'Pode.' });
    expect(latest!.url).toMatch(
      new RegExp(`^/curso/${course.id}/[^/]+/${lesson}\\?comentario=${answer.id}$`),
    );
    // Staff are not notified of staff. A student's answer notifies the staff and the thread's
    // author.
    expect(await events(school.owner)).toEqual(['doubt_asked']);
    await addComment(mate, 'Eu deixo.', { parent_id: doubt.id });
    expect(await events(student)).toEqual(['doubt_answered', 'doubt_answered']);
    expect(await events(school.owner)).toEqual(['doubt_asked', 'doubt_asked']);
    // An answer to a staff member's thread notifies that member once.
    const head = await addComment(instructor, 'Dúvidas?');
    await addComment(student, 'Uma.', { parent_id: head.id });
    expect((await events(instructor)).slice(0, 1)).toEqual(['doubt_answered']);
    expect(await total(instructor)).toBe(3);
    // Their own like does not count.
    for (const who of [student, mate, instructor])
      await who.send('PUT', `/api/v1/lesson-comments/${doubt.id}/like`);
    expect((await list(student))[0]).toMatchObject({ event: 'doubt_like', others: 1 });
  });

  test('that their author removes are no longer listed, also where answers keep their place', async () => {
    const product = await school.product();
    const { lessons } = await courseWith(school, { products: [product], lessons: [1] });
    const student = await school.join(['student'], [product]);
    const addComment = async (person: Person, content: string, fields: object = {}) =>
      (await person.post(`/api/v1/lessons/${lessons[0]}/comments`, { content, ...fields })).body
        .data;
    const doubt = await addComment(student, 'Pode estourar o céu?');
    await addComment(student, 'Ou o chão?', { parent_id: doubt.id });
    expect(await total(school.owner)).toBe(2);
    await student.send('DELETE', `/api/v1/lesson-comments/${doubt.id}`);
    expect((await list(school.owner)).map(({ quote }) => quote)).toEqual(['Ou o chão?']);
    expect(await total(school.owner)).toBe(1);
  });
});

test('another school gets no notification and changes nothing', async () => {
  const { post } = await postOf(school, marina);
  await comment(joao, post.id);
  const neighbour = await world.school();
  const [one] = await list(marina);
  expect(await list(neighbour.owner)).toEqual([]);
  expect((await mark(neighbour.owner, { ids: [one!.id] })).status).toBe(404);
  expect(await total(marina)).toBe(1);
  expect((await neighbour.owner.get(preferencesAt(school))).status).toBe(403);
});
