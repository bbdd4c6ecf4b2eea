import { limits, messages, type EditableLive, type ShownLive } from '@vitrine/contract/lives';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { openOwnWorld } from '../../../test/own-world.ts';
import { MEMBERS_PER_TURN } from './live-reminders.store.ts';

const { world, dba } = await openOwnWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const MINUTE = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const liveWith = async (overrides: object = {}): Promise<number> => {
  const url = 'https://youtu.be/dQw4w9WgXcQ';
  const body = { title: 'Luz', url, starts_at: later(120), ...overrides };
  return (await school.owner.post('/api/v1/lives', body)).body.data.id;
};
const remind = (live: number, person: Pick<Person, 'send'> = student) =>
  person.send('PUT', `/api/v1/lives/${live}/reminder`);
const forget = (live: number, person: Pick<Person, 'send'> = student) =>
  person.send('DELETE', `/api/v1/lives/${live}/reminder`);
const move = async (live: number, body: object) => {
  expect((await school.owner.send('PATCH', `/api/v1/lives/${live}`, body)).status).toBe(200);
  await world.platform.jobs.runAll();
};
const show = async (live: number, person = student): Promise<ShownLive> =>
  (await person.get(`/api/v1/lives/${live}`)).body.data;
const editable = async (): Promise<EditableLive[]> =>
  (await school.owner.get('/api/v1/lives/editable')).body;
const mails = ({ email } = student) =>
  school.transaction(({ db }) =>
    db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute(),
  );
const bell = async (person = student) => (await person.get('/api/auth/notification')).body.data;

describe('a member who asked for a reminder', () => {
  test('gets it in the bell and by mail, once, also when the start moves again', async () => {
    const live = await liveWith();
    expect(await show(live)).toMatchObject({ reminded: 0 });
    expect(statuses(await Promise.all(Array.from({ length: 8 }, () => remind(live))))).toEqual({
      204: 8,
    });
    expect(await show(live)).toMatchObject({ reminded: 1 });
    expect(await editable()).toMatchObject([{ id: live, reminders: 1 }]);
    await world.platform.jobs.runAll();
    expect([await mails(), await bell()]).toEqual([[], []]);
    const starts_at = later(10);
    await move(live, { starts_at });
    const [mail] = await mails();
    expect(mail!.subject).toBe('Ao vivo daqui a pouco: Luz');
    expect(mail!.plain).toContain('Luz começa em 10 minutos.');
    expect(mail!.plain).toContain(`/live?watch=${live}`);
    expect(await bell()).toMatchObject([
      { type: 'live', event: 'live', title: 'Luz', until: starts_at, url: `/live?watch=${live}` },
    ]);
    await move(live, { starts_at: later(300) });
    await move(live, { starts_at: later(5) });
    expect(await mails()).toHaveLength(1);
    expect(await bell()).toHaveLength(1);
  });

  test('gets another one before a start that was put off, and not two in a quarter of an hour', async () => {
    const live = await liveWith();
    await remind(live);
    await move(live, { starts_at: later(10) });
    const toldMinutesAgo = (minutes: number) =>
      school.transaction(({ db }) =>
        sql`UPDATE live_reminders SET told_at = now() - make_interval(mins => ${minutes}::int)
          WHERE live_id = ${live}`.execute(db),
      );
    await toldMinutesAgo(2 * limits.reminderMinutes - 1);
    await move(live, { starts_at: later(0.1) });
    expect(await mails()).toHaveLength(1);
    await toldMinutesAgo(24 * 60);
    await move(live, { starts_at: later(300) });
    expect(await mails()).toHaveLength(1);
    expect(await show(live)).toMatchObject({ reminded: 1 });
    await move(live, { starts_at: later(10) });
    await move(live, { starts_at: later(12) });
    expect(await mails()).toHaveLength(2);
    expect(await bell()).toHaveLength(1);
  });

  test('gets it where the clock of the server is behind the database', async () => {
    const live = await liveWith();
    await remind(live);
    const starts_at = later(limits.reminderMinutes);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - MINUTE });
    onTestFinished(() => void vi.useRealTimers());
    await move(live, { starts_at });
    expect(await mails()).toHaveLength(1);
  });

  test('sees nothing of it in the bell without the products of the live', async () => {
    const product = await school.product();
    student = await school.join(['student'], [product]);
    const live = await liveWith({ product_ids: [product] });
    await remind(live);
    await move(live, { starts_at: later(10) });
    expect(await bell()).toHaveLength(1);
    const total = async () => (await student.get('/api/auth/notification/total')).body.total;
    expect(await total()).toBe(1);
    const lost = await school.owner.send('PATCH', `/api/v1/products/${product}`, {
      status: 'inactive',
    });
    expect(lost.status).toBe(200);
    expect([await bell(), await total()]).toEqual([[], 0]);
  });

  test('while the start moves is told before the new start', async () => {
    const live = await liveWith({ starts_at: later(20) });
    const starts_at = later(300);
    const reminders = await school.transaction(async (tx) => {
      await tx.db.updateTable('lives').set({ starts_at }).where('id', '=', live).execute();
      const reminder = remind(live);
      await expectWaiting(tx, 1);
      return [reminder];
    });
    expect(statuses(await Promise.all(reminders))).toEqual({ 204: 1 });
    const { rows } = await dba.query<{ run_at: Date }>(
      'SELECT run_at FROM graphile_worker._private_jobs WHERE key = $1',
      [`${school.id}:live-reminders:${live}`],
    );
    const told = new Date(starts_at).getTime() - limits.reminderMinutes * MINUTE;
    expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([told]);
  });

  test('gets one of each live that they asked for', async () => {
    const [live, other] = [await liveWith(), await liveWith()];
    const classmate = await school.join();
    await remind(live);
    for (const person of [student, classmate]) await remind(other, person);
    const counts = async () => [(await mails()).length, (await mails(classmate)).length];
    await move(live, { starts_at: later(10) });
    expect(await counts()).toEqual([1, 0]);
    await move(other, { starts_at: later(10) });
    expect(await counts()).toEqual([2, 1]);
  });

  test('reads how long it is until the start, or that the live is on', async () => {
    const titles = ['Janela', 'Retrato', 'Sombra'];
    const [soon, begun, longBegun] = await Promise.all(titles.map((title) => liveWith({ title })));
    for (const live of [soon!, begun!, longBegun!]) await remind(live);
    await move(soon!, { starts_at: later(1) });
    await move(begun!, { starts_at: later(-0.1), ends_at: later(60) });
    await move(longBegun!, { starts_at: later(-30), ends_at: later(60) });
    const told = (await mails()).map(({ subject, plain }) => [
      subject,
      plain.split('\n').find((line) => titles.some((title) => line.startsWith(`${title} `))),
    ]);
    expect(told).toEqual([
      ['Ao vivo daqui a pouco: Janela', 'Janela começa em 1 minuto.'],
      ['Ao vivo agora: Retrato', 'Retrato já começou.'],
      ['Ao vivo agora: Sombra', 'Sombra já começou.'],
    ]);
  });

  test('gets it once, also among more members than one transaction tells', async () => {
    const [live, other] = [await liveWith(), await liveWith()];
    const members = MEMBERS_PER_TURN + 1;
    await school.transaction(({ db }) =>
      sql`WITH added AS (
          INSERT INTO members (name, email)
          SELECT 'Aluno ' || n, 'a' || n || '@example.com' FROM generate_series(1, ${members}::int) n
          RETURNING id)
        INSERT INTO live_reminders (live_id, member_id, base_url)
        SELECT live, id, 'http://localhost' FROM added, unnest(ARRAY[${live}, ${other}]::bigint[]) AS live`.execute(
        db,
      ),
    );
    await move(live, { starts_at: later(10) });
    const { rows } = await school.transaction(({ db }) =>
      sql<{ mails: number; people: number }>`SELECT count(*)::int AS mails,
        count(DISTINCT recipient)::int AS people FROM mails`.execute(db),
    );
    expect(rows).toEqual([{ mails: members, people: members }]);
  });

  test('and cancels it gets none of that live', async () => {
    const [live, other] = [await liveWith(), await liveWith()];
    const classmate = await school.join();
    for (const person of [student, classmate]) await remind(live, person);
    await remind(other);
    expect((await forget(live)).status).toBe(204);
    expect((await forget(live)).status).toBe(204);
    expect(await show(live)).toMatchObject({ reminded: 0 });
    expect((await editable()).find(({ id }) => id === live)).toMatchObject({ reminders: 1 });
    expect(await show(other)).toMatchObject({ reminded: 1 });
    await move(live, { starts_at: later(10) });
    expect([(await mails()).length, (await mails(classmate)).length]).toEqual([0, 1]);
  });

  test('is not told where they may not enter then, nor of a live that is over', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const outsider = await school.join(['student'], [product]);
    const live = await liveWith({ product_ids: [product] });
    for (const person of [holder, outsider]) expect((await remind(live, person)).status).toBe(204);
    await school.owner.send('PATCH', `/api/v1/members/${outsider.id}`, { product_ids: [] });
    await move(live, { starts_at: later(10) });
    expect([(await mails(holder)).length, (await mails(outsider)).length]).toEqual([1, 0]);
    expect([(await bell(holder)).length, (await bell(outsider)).length]).toEqual([1, 0]);
    const over = await liveWith();
    await remind(over);
    await move(over, { starts_at: later(-60), ends_at: later(-30) });
    expect(await mails()).toEqual([]);
  });

  test('and waits for erasure gets none, until the erasure is cancelled', async () => {
    const live = await liveWith();
    const classmate = await school.join();
    for (const person of [student, classmate]) await remind(live, person);
    const eraseAt = (erase_at: Date | null) =>
      school.transaction(({ db }) =>
        db.updateTable('members').set({ erase_at }).where('id', '=', student.id).execute(),
      );
    const counts = async () => [(await mails()).length, (await mails(classmate)).length];
    await eraseAt(new Date(Date.now() + 60 * MINUTE));
    await move(live, { starts_at: later(10) });
    expect(await counts()).toEqual([0, 1]);
    await eraseAt(null);
    await move(live, { starts_at: later(5) });
    expect(await counts()).toEqual([1, 1]);
  });

  test('too late, without access or at another school gets the reason', async () => {
    const late = await liveWith({ starts_at: later(15) });
    const answer = await remind(late);
    expect([answer.status, answer.body.message]).toEqual([409, messages.tooLateToRemind]);
    expect((await remind(await liveWith({ starts_at: later(16) }))).status).toBe(204);
    const product = await school.product();
    const closed = await liveWith({ product_ids: [product] });
    expect((await remind(closed)).body).toMatchObject({ code: 'live_locked' });
    expect((await remind(closed, school.visitor)).status).toBe(401);
    const neighbour = await world.school();
    expect((await remind(closed, neighbour.owner)).status).toBe(404);
    expect((await forget(closed, neighbour.owner)).status).toBe(404);
    expect((await remind(999_999)).status).toBe(404);
  });
});

test('the list marks a recording after the end', async () => {
  const past = { starts_at: later(-120), ends_at: later(-60) };
  const url = 'https://vimeo.com/1234';
  const ids = {
    coming: await liveWith({ recording_url: url }),
    recorded: await liveWith({ ...past, recording_url: url }),
    lost: await liveWith(past),
  };
  const { body } = await student.get('/api/v1/lives');
  const recorded = new Map(
    (body as { id: number; recorded: number }[]).map((live) => [live.id, live.recorded]),
  );
  expect([ids.coming, ids.recorded, ids.lost].map((id) => recorded.get(id))).toEqual([0, 1, 0]);
});
