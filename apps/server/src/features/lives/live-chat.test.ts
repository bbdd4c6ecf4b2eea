import { limits, LiveMessage, messages, type LiveMessagePage } from '@vitrine/contract/live-chat';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openStreams, type Listener } from '../../../test/event-streams.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const streams = await openStreams(world);
const listen = (person: Person, host = school.host) => streams.listen(person, host);

let school: TestSchool;
let student: Person;
let moderator: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
  moderator = await school.join(['moderator']);
});
afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Math.ceil(Date.now() / 1000) * 1000 + MINUTE;
const timeFromStart = (offset: number) => new Date(START + offset).toISOString();
/** The server's clock shows this moment. PostgreSQL's own clock does not move. */
const clockAt = (offset: number) => vi.useFakeTimers({ toFake: ['Date'], now: START + offset });

const liveWith = async (overrides: object = {}, owner = school.owner): Promise<number> => {
  const url = 'https://youtu.be/dQw4w9WgXcQ';
  const body = {
    title: 'Luz',
    url,
    starts_at: timeFromStart(0),
    ends_at: timeFromStart(HOUR),
    ...overrides,
  };
  return (await owner.post('/api/v1/lives', body)).body.data.id;
};
const send = (live: number, text: unknown = 'Oi', person: Pick<Person, 'post'> = student) =>
  person.post(`/api/v1/lives/${live}/messages`, { text });
const sent = async (live: number, text?: string, person?: Person): Promise<LiveMessage> =>
  (await send(live, text, person)).body.data;
const read = (live: number, person: Pick<Person, 'get'> = student, query = '') =>
  person.get(`/api/v1/lives/${live}/messages${query}`);
const page = async (live: number, person?: Person, query?: string): Promise<LiveMessagePage> =>
  (await read(live, person, query)).body;
const remove = (live: number, id: number, person: Pick<Person, 'send'> = moderator) =>
  person.send('DELETE', `/api/v1/lives/${live}/messages/${id}`);
const silence = (live: number, id: number, person: Pick<Person, 'send'> = moderator) =>
  person.send('PUT', `/api/v1/lives/${live}/silences/${id}`);
const unsilence = (live: number, id: number, person: Pick<Person, 'send'> = moderator) =>
  person.send('DELETE', `/api/v1/lives/${live}/silences/${id}`);
describe('a message', () => {
  test('is read by everybody who may enter, the newest at the end, with the writer’s role', async () => {
    const [other, live] = [await liveWith(), await liveWith()];
    await sent(other, 'De outra live', moderator);
    const first = await send(live, '  Cresce.\n\tVou   riscar.  ', moderator);
    expect(first.status).toBe(201);
    expect(z.strictObject(LiveMessage.shape).safeParse(first.body.data).error).toBeUndefined();
    expect(first.body.data).toEqual({
      id: expect.any(Number),
      text: 'Cresce. Vou riscar.',
      removed: false,
      created_at: expect.any(String),
      author: {
        id: moderator.id,
        name: 'Marina Teles',
        photo_url: null,
        staff: true,
        role: 'moderator',
      },
    });
    const second = await sent(live, 'Oi');
    expect(second.author).toMatchObject({ id: student.id, staff: false, role: null });
    expect(await page(live)).toEqual({
      data: [first.body.data, second],
      previous_cursor: null,
      silenced: false,
    });
  });

  test('of the past is read page by page', async () => {
    const live = await liveWith();
    await school.transaction(({ db }) =>
      sql`INSERT INTO live_messages (live_id, member_id, text)
        SELECT ${live}, ${student.id}, 'm' || n FROM generate_series(1, ${limits.page * 2}) AS n`.execute(
        db,
      ),
    );
    const newest = await page(live);
    expect(newest.data.map(({ text }) => text)).toEqual(
      Array.from({ length: limits.page }, (_, n) => `m${limits.page + 1 + n}`),
    );
    const older = await page(live, student, `?before=${newest.previous_cursor}`);
    expect(older.data.map(({ text }) => text)).toEqual(
      Array.from({ length: limits.page }, (_, n) => `m${1 + n}`),
    );
    expect(older.previous_cursor).toBeNull();
    expect((await read(live, student, '?before=x')).status).toBe(400);
  });

  test.each([
    ['nothing', '', messages.blank],
    ['blanks', ' \n ', messages.blank],
    ['zero-width characters', '\u200b\u2060', messages.blank],
    ['301 characters', 'é'.repeat(301), messages.tooLong],
    ['a number', 7, messages.blank],
  ])('of %s is refused', async (_what, text, message) => {
    const live = await liveWith();
    const refused = await send(live, text);
    expect([refused.status, refused.body.errors]).toEqual([422, { text: [message] }]);
    expect((await send(live, 'é'.repeat(300))).status).toBe(201);
  });

  test('comes twelve times a minute from one person, however many are sent at once', async () => {
    const live = await liveWith();
    const answers = await Promise.all(
      Array.from({ length: limits.perMinute + 3 }, () => send(live)),
    );
    expect(statuses(answers)).toEqual({ 201: limits.perMinute, 429: 3 });
    const refused = await send(live);
    expect(refused.body).toMatchObject({ code: 'too_many_tries', message: messages.tooFast });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(live, 'Oi', moderator)).status).toBe(201);
    expect((await page(live)).data).toHaveLength(limits.perMinute + 1);
    // The minute is over.
    await school.transaction(({ db }) =>
      db
        .updateTable('member_rates')
        .set({ window_ends: new Date(0) })
        .execute(),
    );
    const later = await Promise.all(Array.from({ length: limits.perMinute + 3 }, () => send(live)));
    expect(statuses(later)).toEqual({ 201: limits.perMinute, 429: 3 });
  });

  test('is sent from an hour before the start to half an hour after the end, and stays', async () => {
    const live = await liveWith();
    const opens = -limits.opensMinutes * MINUTE;
    const closes = HOUR + limits.closesMinutes * MINUTE;
    const closed = { status: 409, code: 'chat_closed', message: messages.closed };
    const answer = async () => {
      const { status, body } = await send(live);
      return status === 201 ? status : { status, code: body.code, message: body.message };
    };
    clockAt(opens - 1);
    expect(await answer()).toEqual(closed);
    clockAt(opens);
    expect(await answer()).toBe(201);
    clockAt(closes - 1);
    expect(await answer()).toBe(201);
    clockAt(closes);
    expect(await answer()).toEqual(closed);
    expect((await page(live)).data).toHaveLength(2);
    // 409 for a closed conversation comes before 422.
    expect((await send(live, '')).status).toBe(409);
  });

  test('is for members with access only', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const live = await liveWith({ product_ids: [product] });
    expect((await send(live, 'Oi', holder)).status).toBe(201);
    expect((await send(live, 'Oi', moderator)).status).toBe(201);
    for (const answer of [await send(live), await read(live)])
      expect([answer.status, answer.body.code]).toEqual([403, 'live_locked']);
    expect((await send(live, '')).status).toBe(403);
    await school.owner.send('PATCH', `/api/v1/members/${holder.id}`, { product_ids: [] });
    const own = (await page(live, moderator)).data[0]!;
    expect((await read(live, holder)).status).toBe(403);
    expect((await send(live, 'Oi', holder)).status).toBe(403);
    expect((await remove(live, own.id, holder)).status).toBe(403);
    for (const { get, post } of [school.visitor])
      expect([
        (await get(`/api/v1/lives/${live}/messages`)).status,
        (await post(`/api/v1/lives/${live}/messages`, { text: 'Oi' })).status,
      ]).toEqual([401, 401]);
    const neighbour = await world.school();
    expect((await read(live, neighbour.owner)).status).toBe(404);
    expect((await send(live, 'Oi', neighbour.owner)).status).toBe(404);
    expect((await remove(live, own.id, neighbour.owner)).status).toBe(404);
    expect((await page(live, moderator)).data).toHaveLength(2);
  });
});

describe('a moderator', () => {
  test('removes a message once, however many try at once; nobody reads it or its writer', async () => {
    const live = await liveWith();
    const bad = await sent(live, 'Vendo preset igual');
    const kept = await sent(live, 'Que luz');
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(live, bad.id)));
    expect(statuses(answers)).toEqual({ 204: 1, 404: 7 });
    for (const person of [student, moderator, school.owner]) {
      const { text } = await read(live, person);
      expect(text).not.toContain('preset');
      const emptied = { ...bad, text: '', removed: true, author: null };
      expect(JSON.parse(text).data).toEqual([emptied, kept]);
    }
    const { rows } = await school.transaction(({ db }) =>
      sql<{ action: string; member_id: number; params: object }>`
        SELECT action, member_id, params FROM audit_entries WHERE action LIKE 'live-chat.%'`.execute(
        db,
      ),
    );
    expect(rows).toEqual([
      {
        action: 'live-chat.remove',
        member_id: moderator.id,
        params: { id: live, messageId: bad.id },
      },
    ]);
    const storedRows = await school.transaction(({ db }) =>
      db.selectFrom('live_messages').select('text').orderBy('id').execute(),
    );
    expect(storedRows).toEqual([{ text: '' }, { text: 'Que luz' }]);
  });

  test('and the writer alone remove a message; the writer’s own leaves no audit row', async () => {
    const live = await liveWith();
    const other = await liveWith();
    const message = await sent(live);
    const stranger = await school.join();
    const refused = await remove(live, message.id, stranger);
    expect([refused.status, refused.body.message]).toEqual([403, messages.notYours]);
    expect((await remove(other, message.id)).status).toBe(404);
    expect((await page(live)).data).toEqual([message]);
    expect((await remove(live, message.id, student)).status).toBe(204);
    expect(await school.auditEntries('live-chat')).toEqual([]);
  });

  test('silences a member in this live, and lets them speak again', async () => {
    const [live, other] = [await liveWith(), await liveWith()];
    expect(statuses(await Promise.all(Array.from({ length: 8 }, () => silence(live, student.id)))))
      // A repeated silence changes nothing.
      .toEqual({ 204: 8 });
    const refused = await send(live);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'silenced',
      messages.silenced,
    ]);
    expect((await page(live)).silenced).toBe(true);
    expect((await page(other)).silenced).toBe(false);
    expect((await send(other)).status).toBe(201);
    const loud = await school.join();
    for (const at of [live, other]) await silence(at, loud.id);
    const listed = await moderator.get(`/api/v1/lives/${live}/silences`);
    const silenced = { name: 'Marina Teles', photo_url: null };
    expect(listed.body).toEqual([
      { ...silenced, member_id: loud.id },
      { ...silenced, member_id: student.id },
    ]);
    expect((await unsilence(live, student.id)).status).toBe(204);
    expect((await unsilence(live, student.id)).status).toBe(404);
    expect((await send(live)).status).toBe(201);
    expect((await unsilence(live, loud.id)).status).toBe(204);
    expect((await unsilence(other, loud.id)).status).toBe(204);
    const actions = await school.auditEntries('live-chat');
    expect(new Set(actions.map(({ action }) => action))).toEqual(
      new Set(['live-chat.silence', 'live-chat.unsilence']),
    );
  });

  test('a silenced member who waits for erasure is not listed', async () => {
    const live = await liveWith();
    const leaving = await school.join();
    for (const { id } of [student, leaving]) await silence(live, id);
    expect((await school.owner.post(`/api/v1/members/${leaving.id}/erasure`)).status).toBe(202);
    const { body } = await moderator.get(`/api/v1/lives/${live}/silences`);
    expect(body).toMatchObject([{ member_id: student.id }]);
  });

  test('who was silenced as a student may speak', async () => {
    const live = await liveWith();
    await silence(live, student.id);
    await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { roles: ['moderator'] });
    expect((await page(live)).silenced).toBe(false);
    expect((await send(live)).status).toBe(201);
  });

  test('cannot silence staff or unknown members; a student can silence nobody', async () => {
    const live = await liveWith();
    expect((await silence(live, school.owner.id)).body.code).toBe('staff_silence');
    expect((await silence(live, 999_999)).status).toBe(404);
    expect((await silence(999_999, student.id)).status).toBe(404);
    // Before the role of the member is looked at.
    expect((await silence(999_999, school.owner.id)).status).toBe(404);
    const neighbour = await world.school();
    const stranger = await neighbour.join();
    expect((await silence(live, stranger.id)).status).toBe(404);
    expect((await silence(live, student.id, neighbour.owner)).status).toBe(404);
    const victim = await school.join();
    expect((await silence(live, victim.id, student)).status).toBe(403);
    expect((await unsilence(live, victim.id, student)).status).toBe(403);
    expect((await student.get(`/api/v1/lives/${live}/silences`)).status).toBe(403);
    expect((await send(live, 'Oi', victim)).status).toBe(201);
  });
});

describe('the room', () => {
  const receivedMessages = (listener: Listener, count: number) =>
    listener.until(
      'live_messages',
      (all) => all.flatMap(({ messages: some }) => some).length >= count,
    );

  test('hears each message and its removal, with its words', async () => {
    const live = await liveWith();
    const listener = await listen(student);
    const message = await sent(live, 'Oi', moderator);
    expect(await listener.next('live_messages')).toEqual({ live_id: live, messages: [message] });
    await remove(live, message.id);
    const [, second] = await receivedMessages(listener, 2);
    expect(second).toEqual({
      live_id: live,
      messages: [{ ...message, text: '', removed: true, author: null }],
    });
  });

  test('hears a burst in few events', async () => {
    const live = await liveWith();
    const listener = await listen(moderator);
    await school.transaction(({ db }) =>
      sql`INSERT INTO live_messages (live_id, member_id, text)
        SELECT ${live}, ${student.id}, 'm' || n FROM generate_series(1, 10) AS n`.execute(db),
    );
    const all = await receivedMessages(listener, 10);
    expect(all.map((one) => one.messages.length)).toEqual([1, 9]);
    expect(all.flatMap((one) => one.messages).map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, n) => `m${n + 1}`),
    );
  });

  test('hears a flood in events of forty, and reads the oldest of it in the list', async () => {
    const [live, quiet] = [await liveWith(), await liveWith()];
    const listener = await listen(moderator);
    const flood = (into: number, count: number) =>
      school.transaction(({ db }) =>
        sql`INSERT INTO live_messages (live_id, member_id, text)
          SELECT ${into}, ${student.id}, 'm' || n FROM generate_series(1, ${count}) AS n`.execute(
          db,
        ),
      );
    const heard = (from: number) =>
      listener.until('live_messages', (all) => all.some(({ live_id }) => live_id === from));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await flood(live, 1 + 405);
    await heard(live);
    // Events of a school come in order: the one of the other live follows the whole flood.
    await flood(quiet, 1);
    await heard(quiet);
    const flooded = (all: { live_id: number; messages: LiveMessage[] }[]) =>
      all.filter(({ live_id }) => live_id === live).map(({ messages: some }) => some);
    for (let events = 2; events <= 11; events += 1) {
      vi.advanceTimersByTime(1_000);
      await listener.until('live_messages', (all) => flooded(all).length === events);
    }
    const received = flooded(await listener.until('live_messages', () => true));
    expect(received.map((some) => some.length)).toEqual([
      1,
      ...Array.from({ length: 10 }, () => 40),
    ]);
    const texts = received.flat().map(({ text }) => text);
    expect([texts[0], texts[1], texts.at(-1)]).toEqual(['m1', 'm7', 'm406']);
  });

  test('reaches nobody without access at the time of sending', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const outsider = await school.join(['student'], [product]);
    const live = await liveWith({ product_ids: [product] });
    const open = await liveWith();
    const neighbour = await world.school();
    const listeners = {
      holder: await listen(holder),
      moderator: await listen(moderator),
      student: await listen(student),
      lost: await listen(outsider),
    };
    const stranger = await streams.listen(neighbour.owner, neighbour.host);
    await school.owner.send('PATCH', `/api/v1/members/${outsider.id}`, { product_ids: [] });
    await sent(live, 'Segredo', holder);
    await listeners.holder.next('live_messages');
    await sent(open, 'Para todos', holder);
    const got = async (listener: Listener) => {
      const all = await listener.until('live_messages', (some) =>
        some.some(({ live_id }) => live_id === open),
      );
      return all.some(({ live_id }) => live_id === live);
    };
    expect({
      holder: await got(listeners.holder),
      moderator: await got(listeners.moderator),
      student: await got(listeners.student),
      lost: await got(listeners.lost),
    }).toEqual({ holder: true, moderator: true, student: false, lost: false });
    expect(stranger.seen).toEqual([]);
  });
});
