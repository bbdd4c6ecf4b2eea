import { messages, Reminder } from '@vitrine/contract/reminders';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { enqueue } from '../../platform/jobs.ts';

const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const morning = { title: 'Luz natural', weekdays: [1, 3], time: '08:30' };
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const add = (body: object = {}, person: Pick<Person, 'post'> = student) =>
  person.post('/api/v1/reminders', { ...morning, ...body });
const change = (id: number, body: object, person: Pick<Person, 'send'> = student) =>
  person.send('PATCH', `/api/v1/reminders/${id}`, body);
const remove = (id: number, person: Pick<Person, 'send'> = student) =>
  person.send('DELETE', `/api/v1/reminders/${id}`);
const list = async (person = student): Promise<Reminder[]> =>
  (await person.get('/api/v1/reminders')).body;
const mails = (recipient = student.email) =>
  school.transaction(({ db }) =>
    db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute(),
  );

/** Makes the reminder due a minute ago. */
const due = (id: number, minutes = 1) =>
  school.transaction(async ({ db }) => {
    const dueAt = new Date(Date.now() - minutes * 60_000);
    await db.updateTable('reminders').set({ next_at: dueAt }).where('id', '=', id).execute();
    return dueAt;
  });
async function ring(id: number, dueAt: Date, times = 1) {
  await school.transaction(async (tx) => {
    for (let time = 0; time < times; time += 1)
      await enqueue(tx, 'mail-reminder', { id, due: dueAt.toISOString() });
  });
  await world.platform.jobs.runAll();
}

describe('reminders', () => {
  test('are made, changed and removed by their member', async () => {
    const created = await add({ weekdays: [3, 1, 3, 1] });
    expect(created.status).toBe(201);
    const reminder = created.body.data;
    expect(z.strictObject(Reminder.shape).safeParse(reminder).error).toBeUndefined();
    expect(reminder).toEqual({
      id: expect.any(Number),
      ...morning,
      time_zone: 'America/Sao_Paulo',
      course_id: null,
      enabled: 1,
      next_at: expect.stringMatching(/T11:30:00\.\d*Z$/),
    });
    expect([1, 3]).toContain(new Date(reminder.next_at).getUTCDay());
    expect(Date.parse(reminder.next_at)).toBeGreaterThan(Date.now());
    expect(await list()).toEqual([reminder]);
    const other = (await add({ title: 'Outro' })).body.data;
    const changed = await change(reminder.id, { time: '06:05', enabled: 0 });
    expect(changed.body.data).toEqual({ ...reminder, time: '06:05', enabled: 0, next_at: null });
    expect((await change(reminder.id, { enabled: true })).body.data.next_at).toMatch(/T09:05/);
    expect((await list()).find(({ id }) => id === other.id)).toEqual(other);
    expect((await remove(reminder.id)).status).toBe(204);
    expect(await list()).toEqual([other]);
    expect((await remove(reminder.id)).status).toBe(404);
  });

  test('ring at the time of the member’s own zone', async () => {
    const { data } = (await add({ weekdays: everyDay, time_zone: 'America/Manaus' })).body;
    expect(data.next_at).toMatch(/T12:30:00/);
    expect(Date.parse(data.next_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  test('ring in a week where the time of their only day has passed', async () => {
    const weekday = 'extract(dow FROM now() AT TIME ZONE reminders.time_zone)::integer';
    const { id } = (await add({ time: '00:00' })).body.data;
    const { rows } = await school.transaction(({ db }) =>
      sql<{ today: number }>`SELECT ${sql.raw(weekday)} AS today FROM reminders`.execute(db),
    );
    const { next_at } = (await change(id, { weekdays: [rows[0]!.today] })).body.data;
    expect((Date.parse(next_at) - Date.now()) / 86_400_000).toBeGreaterThan(6);
  });

  test.each([
    ['no day', { weekdays: [] }, 'weekdays'],
    ['day 7', { weekdays: [7] }, 'weekdays'],
    ['day -1', { weekdays: [-1] }, 'weekdays'],
    ['half a day', { weekdays: [1.5] }, 'weekdays'],
    ['24:00', { time: '24:00' }, 'time'],
    ['12:60', { time: '12:60' }, 'time'],
    ['8:30', { time: '8:30' }, 'time'],
    ['no title', { title: ' ' }, 'title'],
    ['a title of 121', { title: 'a'.repeat(121) }, 'title'],
    ['a zone that is none', { time_zone: 'America/Nowhere' }, 'time_zone'],
    ['a zone that PostgreSQL does not know', { time_zone: 'BET' }, 'time_zone'],
  ])('refuse %s', async (_what, body, field) => {
    const { id } = (await add()).body.data;
    for (const refused of [await add(body), await change(id, body)])
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
    expect((await list())[0]).toMatchObject(morning);
  });

  test('accept a title of 120 and the first and last minute of a day', async () => {
    expect((await add({ title: '📷'.repeat(120), time: '23:59' })).status).toBe(201);
    expect((await add({ weekdays: everyDay, time: '00:00' })).status).toBe(201);
    expect((await list()).map(({ time }) => time)).toEqual(['00:00', '23:59']);
  });

  test('are twenty at most, in concurrent requests too', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => add()));
    expect(statuses(answers)).toEqual({ 201: 20, 409: 4 });
    expect((await add()).body).toMatchObject({ code: 'reminders_full', message: messages.full });
    expect(await list()).toHaveLength(20);
    expect((await add({}, await school.join())).status).toBe(201);
  });

  test('keep what another device changes at the same moment', async () => {
    const { id } = (await add()).body.data;
    const changes = await school.transaction(async (tx) => {
      await sql`SELECT FROM reminders FOR UPDATE`.execute(tx.db);
      const off = change(id, { enabled: 0 });
      await expectWaiting(tx, 1);
      const renamed = change(id, { title: 'Luz da tarde' });
      await expectWaiting(tx, 2);
      return [off, renamed];
    });
    expect(statuses(await Promise.all(changes))).toEqual({ 200: 2 });
    expect(await list()).toMatchObject([{ title: 'Luz da tarde', enabled: 0, next_at: null }]);
  });

  test('of another member and of the neighbour school are 404', async () => {
    const { id } = (await add()).body.data;
    const neighbour = await world.school();
    for (const person of [await school.join(), school.owner, neighbour.owner]) {
      expect((await change(id, { title: 'X' }, person)).status).toBe(404);
      expect((await change(id, { time: 'X' }, person)).status).toBe(404);
      expect((await remove(id, person)).status).toBe(404);
      expect(await list(person)).toEqual([]);
    }
    // Also for who has another one.
    expect((await change(id + 1_000_000, { time: 'X' })).status).toBe(404);
    expect((await school.visitor.get('/api/v1/reminders')).status).toBe(401);
    expect((await add({}, school.visitor)).status).toBe(401);
    expect(await list()).toMatchObject([{ id, title: 'Luz natural' }]);
  });

  test('may name a course that the member can open', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product] });
    const { id: kept } = (await add()).body.data;
    const theirs = await courseWith(await world.school());
    for (const course_id of [course.id, theirs.id, 999_999]) {
      expect((await add({ course_id })).status).toBe(404);
      expect((await change(kept, { course_id })).status).toBe(404);
    }
    expect(await list()).toMatchObject([{ id: kept, course_id: null }]);
    const holder = await school.join(['student'], [product]);
    const created = await add({ course_id: course.id }, holder);
    expect(created.body.data.course_id).toBe(course.id);
    const { id } = created.body.data;
    for (const [path, closed, open] of [
      [`/api/v1/products/${product}`, { status: 'inactive' }, { status: 'active' }],
      [`/api/v1/courses/${course.id}`, { published: 0 }, { published: 1 }],
    ] as const) {
      await school.owner.send('PATCH', path, closed);
      expect((await add({ course_id: course.id }, holder)).status).toBe(404);
      await school.owner.send('PATCH', path, open);
    }
    // The form of a reminder sends its course again, which may be closed by now.
    await school.transaction(({ db }) =>
      db.deleteFrom('member_products').where('member_id', '=', holder.id).execute(),
    );
    const renamed = await change(id, { title: 'Luz da tarde', course_id: course.id }, holder);
    expect(renamed.body.data).toMatchObject({ title: 'Luz da tarde', course_id: course.id });
    expect((await change(id, { course_id: null }, holder)).body.data.course_id).toBeNull();
    expect((await change(id, { course_id: course.id }, holder)).status).toBe(404);
  });
});

describe('the mail', () => {
  test('is sent when it is due, with links to the course and to the reminders', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product] });
    const holder = await school.join(['student'], [product]);
    const { id } = (await add({ course_id: course.id }, holder)).body.data;
    await world.platform.jobs.runAll();
    expect(await mails(holder.email)).toEqual([]);
    await ring(id, await due(id));
    const [mail, ...more] = await mails(holder.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Hora de estudar: Luz natural');
    expect(mail!.plain).toContain('O curso Fotografia espera por você.');
    expect(mail!.plain).toMatch(new RegExp(`http://${school.host}/courses/${course.id}\\n`));
    expect(mail!.plain).toContain(`http://${school.host}/lembretes`);
    const [reminder] = await list(holder);
    expect(Date.parse(String(reminder!.next_at))).toBeGreaterThan(Date.now());
  });

  test('is sent once, whatever number of jobs run for it', async () => {
    const { id } = (await add()).body.data;
    const dueAt = await due(id);
    await ring(id, dueAt, 6);
    await ring(id, dueAt);
    expect(await mails()).toHaveLength(1);
    // A mailed moment is never mailed again, even after the reminder was set to it once more.
    await school.transaction(({ db }) =>
      db.updateTable('reminders').set({ next_at: dueAt }).where('id', '=', id).execute(),
    );
    await ring(id, dueAt);
    expect(await mails()).toHaveLength(1);
    await ring(id, await due(id, 2));
    expect(await mails()).toHaveLength(2);
  });

  test('is not sent more than an hour late, as after an outage, and rings the next time', async () => {
    const { id } = (await add({ weekdays: everyDay })).body.data;
    await ring(id, await due(id, 61));
    expect(await mails()).toEqual([]);
    const [{ next_at } = { next_at: null }] = await list();
    expect(Date.parse(String(next_at))).toBeGreaterThan(Date.now());
    await ring(id, await due(id, 59));
    expect(await mails()).toHaveLength(1);
  });

  test('is not sent early, after a change, or if it is off or removed', async () => {
    const { id, next_at } = (await add()).body.data;
    await ring(id, new Date(next_at));
    const dueAt = await due(id);
    await change(id, { time: '09:00' });
    await ring(id, dueAt);
    const again = await due(id);
    await change(id, { enabled: 0 });
    await ring(id, again);
    await change(id, { enabled: 1 });
    const last = await due(id);
    await remove(id);
    await ring(id, last);
    expect(await mails()).toEqual([]);
  });

  test('is not sent by a reminder that is turned off in that moment, which stays off', async () => {
    const { id } = (await add()).body.data;
    const dueAt = await due(id);
    const rings = await school.transaction(async (tx) => {
      await sql`UPDATE reminders SET enabled = false, next_at = NULL`.execute(tx.db);
      const running = ring(id, dueAt);
      await expectWaiting(tx, 1);
      return [running];
    });
    await Promise.all(rings);
    expect(await mails()).toEqual([]);
    expect(await list()).toMatchObject([{ enabled: 0, next_at: null }]);
  });

  test('speaks the member’s language, and does not name a course that is closed now', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product] });
    const holder = await school.join(['student'], [product]);
    const { id } = (await add({ course_id: course.id }, holder)).body.data;
    await holder.send('PATCH', '/api/v1/me', { language: 'en' });
    await school.transaction(({ db }) =>
      db.deleteFrom('member_products').where('member_id', '=', holder.id).execute(),
    );
    await ring(id, await due(id));
    const [mail] = await mails(holder.email);
    expect(mail!.subject).toBe('Time to study: Luz natural');
    expect(mail!.plain).not.toContain('Fotografia');
    expect(mail!.plain).toContain(`http://${school.host}/homepage`);
  });
});
