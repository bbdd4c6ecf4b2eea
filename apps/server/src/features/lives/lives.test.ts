import { EditableLive, limits, ListedLive, messages, ShownLive } from '@vitrine/contract/lives';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { isBuilt } from '../site/web-build.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});
afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;
/** Sessions last longer than the clock of these tests moves. */
const START = Math.ceil(Date.now() / 1000) * 1000 + 60_000;
const timeFromStart = (offset: number) => new Date(START + offset).toISOString();
/** The server's clock shows this moment. PostgreSQL's own clock does not move. */
const clockAt = (offset: number) => vi.useFakeTimers({ toFake: ['Date'], now: START + offset });

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const evening = {
  title: 'Retrato com luz de janela',
  url: 'https://youtu.be/dQw4w9WgXcQ',
  starts_at: timeFromStart(0),
  ends_at: timeFromStart(HOUR),
};
const add = (body: object = {}, person: Pick<Person, 'post'> = school.owner) =>
  person.post('/api/v1/lives', { ...evening, ...body });
const addedId = async (body: object = {}): Promise<number> => (await add(body)).body.data.id;
const change = (id: number, body: object, person: Pick<Person, 'send'> = school.owner) =>
  person.send('PATCH', `/api/v1/lives/${id}`, body);
const remove = (id: number, person: Pick<Person, 'send'> = school.owner) =>
  person.send('DELETE', `/api/v1/lives/${id}`);
const list = async (person = student): Promise<ListedLive[]> =>
  (await person.get('/api/v1/lives')).body;
const show = async (id: number, person = student): Promise<ShownLive> =>
  (await person.get(`/api/v1/lives/${id}`)).body.data;
const listEditable = async (): Promise<(EditableLive & { now: string })[]> =>
  (await school.owner.get('/api/v1/lives/editable')).body;
const editable = async (): Promise<EditableLive[]> =>
  (await listEditable()).map(({ now: _, ...live }) => live);
const hasLive = async (person = student) => (await person.get('/api/platform/has-live')).body;
const raised = { show_live_alert: true };
const noAlert = { show_live_alert: false };

describe('an admin', () => {
  test('sets a live, changes it and deletes it', async () => {
    const product = await school.product();
    const beside = { title: 'Outra', product_ids: [await school.product()] };
    const other = (await add(beside)).body.data;
    const created = await add({ product_ids: [product] });
    expect(created.status).toBe(201);
    const live = created.body.data;
    expect(z.strictObject(EditableLive.shape).safeParse(live).error).toBeUndefined();
    expect(live).toEqual({
      id: expect.any(Number),
      title: evening.title,
      url: player,
      starts_at: evening.starts_at,
      ends_at: evening.ends_at,
      open_to_all: 0,
      product_ids: [product],
      recording_url: null,
      reminders: 0,
    });
    expect(await editable()).toEqual([live, other]);
    const renamed = await change(live.id, {
      title: 'Luz',
      recording_url: 'https://vimeo.com/1234',
    });
    expect(renamed.body.data).toEqual({
      ...live,
      title: 'Luz',
      recording_url: 'https://player.vimeo.com/video/1234',
    });
    const opened = await change(live.id, { product_ids: [], ends_at: null, recording_url: '' });
    expect(opened.body.data).toMatchObject({
      title: 'Luz',
      ends_at: null,
      product_ids: [],
      open_to_all: 1,
      recording_url: null,
    });
    expect((await remove(live.id)).status).toBe(204);
    expect(await editable()).toEqual([other]);
    expect((await remove(live.id)).status).toBe(404);
    expect((await change(live.id, { title: '' })).status).toBe(404);
    const { rows } = await school.transaction(({ db }) =>
      sql<{ action: string }>`SELECT action FROM audit_entries WHERE action LIKE 'lives.%'
        ORDER BY id`.execute(db),
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'lives.create',
      'lives.create',
      'lives.update',
      'lives.update',
      'lives.remove',
    ]);
  });

  test.each([
    ['https://player.vimeo.com/video/1234', 'https://player.vimeo.com/video/1234'],
    [`<iframe src="${player}?si=a" allowfullscreen></iframe>`, player],
    ['https://cdn.example.com/aula/ao-vivo.m3u8', 'https://cdn.example.com/aula/ao-vivo.m3u8'],
  ])('may paste %s', async (pasted, stored) => {
    expect((await add({ url: pasted })).body.data?.url).toBe(stored);
  });

  test.each([
    ['no title', { title: ' ' }, 'title'],
    ['no address', { url: '' }, 'url'],
    ['a page that plays nothing', { url: 'https://example.com/sala' }, 'url'],
    ['a script as an address', { url: 'javascript:alert(1)' }, 'url'],
    ['a frame of anybody', { url: '<iframe src="https://evil.example/a"></iframe>' }, 'url'],
    ['words for a start', { starts_at: '2 de maio' }, 'starts_at'],
    ['a blank end', { ends_at: '' }, 'ends_at'],
    ['a day without a time', { starts_at: '2026-11-24' }, 'starts_at'],
    ['a time of no zone', { starts_at: '2026-11-24T19:00:00' }, 'starts_at'],
    ['the thirtieth of February', { starts_at: '2026-02-30T19:00:00Z' }, 'starts_at'],
    ['the year 0', { starts_at: '0000-01-01T19:00:00Z' }, 'starts_at'],
    ['the year 1999', { starts_at: '1999-12-31T19:00:00Z' }, 'starts_at'],
    ['an end at the start', { ends_at: timeFromStart(0) }, 'ends_at'],
    ['an end before the start', { ends_at: timeFromStart(-1) }, 'ends_at'],
    ['a recording that is a script', { recording_url: 'javascript:alert(1)' }, 'recording_url'],
  ])('is refused %s', async (_what, body, field) => {
    const refused = await add(body);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
    const id = await addedId();
    expect((await change(id, body)).status).toBe(422);
    expect(await editable()).toMatchObject([
      { id, title: evening.title, ends_at: evening.ends_at },
    ]);
  });

  test('gets an error for an end before a new start', async () => {
    const id = await addedId();
    const late = await change(id, { starts_at: timeFromStart(HOUR) });
    expect([late.status, late.body.errors]).toEqual([422, { ends_at: [messages.endFirst] }]);
    expect((await change(id, { starts_at: timeFromStart(HOUR - 1) })).status).toBe(200);
    expect(
      (await change(id, { starts_at: '2030-11-24T19:00:00-03:00', ends_at: null })).body.data,
    ).toMatchObject({
      starts_at: '2030-11-24T22:00:00.000Z',
    });
  });

  test('names only products of the school', async () => {
    const neighbour = await world.school();
    const neighbourProduct = await neighbour.product();
    expect((await add({ product_ids: [neighbourProduct] })).status).toBe(404);
    const id = await addedId();
    expect((await change(id, { title: 'X', product_ids: [neighbourProduct] })).status).toBe(404);
    expect(await editable()).toMatchObject([{ id, title: evening.title, open_to_all: 1 }]);
  });

  test('finds the latest lives first, whenever they were added', async () => {
    const startsAt = (hours: number) =>
      addedId({ starts_at: timeFromStart(hours * HOUR), ends_at: null });
    const [soon, past, late] = [await startsAt(1), await startsAt(-20), await startsAt(5)];
    expect((await editable()).map(({ id }) => id)).toEqual([late, soon, past]);
  });

  test('has five hundred lives at most, however many are added at once', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO lives (title, url, starts_at)
        SELECT 'Aula', ${player}, ${timeFromStart(0)}::timestamptz
        FROM generate_series(1, ${limits.perSchool - 3})`.execute(db),
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => add()));
    expect(statuses(answers)).toEqual({ 201: 3, 409: 5 });
    expect((await add()).body).toMatchObject({ code: 'lives_full', message: messages.full });
    expect(await editable()).toHaveLength(limits.perSchool);
    const neighbour = await world.school();
    expect((await add({}, neighbour.owner)).status).toBe(201);
  });

  test('keeps products and access consistent in concurrent changes', async () => {
    const product = await school.product();
    const id = await addedId();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        change(id, { product_ids: turn % 2 ? [product] : [] }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 8 });
    const [live] = await editable();
    expect(Boolean(live!.open_to_all)).toBe(live!.product_ids.length === 0);
  });
});

describe('a live', () => {
  test('begins at its first moment and is over at its last', async () => {
    const id = await addedId({ recording_url: '/courses/7' });
    const closed = { url: null, recording_url: null };
    clockAt(-1);
    expect(await show(id)).toMatchObject({
      ...closed,
      now: timeFromStart(-1),
      locked: 0,
      products: [],
    });
    expect(z.strictObject(ShownLive.shape).safeParse(await show(id)).error).toBeUndefined();
    expect(await hasLive()).toEqual(noAlert);
    clockAt(0);
    expect(await show(id)).toMatchObject({ ...closed, url: player });
    expect(await hasLive()).toEqual(raised);
    clockAt(HOUR - 1);
    expect(await show(id)).toMatchObject({ ...closed, url: player });
    expect(await hasLive()).toEqual(raised);
    clockAt(HOUR);
    expect(await show(id)).toMatchObject({ ...closed, recording_url: '/courses/7' });
    expect(await hasLive()).toEqual(noAlert);
  });

  test('without an end is over after twelve hours', async () => {
    const long = limits.hoursWithoutEnd * HOUR;
    const id = await addedId({
      starts_at: timeFromStart(-long),
      ends_at: null,
      recording_url: 'https://vimeo.com/1234',
    });
    clockAt(-1);
    expect(await hasLive()).toEqual(raised);
    expect((await show(id)).url).toBe(player);
    clockAt(0);
    expect(await hasLive()).toEqual(noAlert);
    expect(await show(id)).toMatchObject({
      url: null,
      recording_url: 'https://player.vimeo.com/video/1234',
      ends_at: null,
    });
  });

  test('is in everybody’s list: first coming lives, then past ones', async () => {
    const product = await school.product();
    const ids = {
      past: await addedId({
        starts_at: timeFromStart(-9 * HOUR),
        ends_at: timeFromStart(-8 * HOUR),
      }),
      later: await addedId({
        starts_at: timeFromStart(5 * HOUR),
        ends_at: null,
        product_ids: [product],
      }),
      yesterday: await addedId({
        starts_at: timeFromStart(-7 * HOUR),
        ends_at: timeFromStart(-6 * HOUR),
      }),
      now: await addedId(),
    };
    const lives = await list();
    expect(lives.map(({ id }) => id)).toEqual([ids.now, ids.later, ids.yesterday, ids.past]);
    expect(lives.map(({ locked }) => locked)).toEqual([0, 1, 0, 0]);
    for (const live of lives)
      expect(z.strictObject(ListedLive.shape).safeParse(live).error).toBeUndefined();
    expect((await list(school.owner)).map(({ locked }) => locked)).toEqual([0, 0, 0, 0]);
  });

  test('is read alone by parts of a page that need no more', async () => {
    const later = await addedId({
      starts_at: timeFromStart(HOUR),
      ends_at: timeFromStart(2 * HOUR),
    });
    const soon = await addedId();
    const first = async (count: string) => (await student.get(`/api/v1/lives?first=${count}`)).body;
    expect(await first('1')).toMatchObject([{ id: soon }]);
    expect(await first('2')).toMatchObject([{ id: soon }, { id: later }]);
    expect(await list()).toHaveLength(2);
    expect((await student.get('/api/v1/lives?first=0')).status).toBe(400);
  });

  test('of a product hides its address from other students, and does not alert them', async () => {
    const product = await school.product('Plano Estúdio');
    const holder = await school.join(['student'], [product]);
    const moderator = await school.join(['moderator']);
    const id = await addedId({ product_ids: [product], recording_url: 'https://vimeo.com/1234' });
    clockAt(0);
    for (const person of [holder, moderator, school.owner]) {
      expect(await hasLive(person)).toEqual(raised);
      expect(await show(id, person)).toMatchObject({ locked: 0, url: player, products: [] });
    }
    const locked = { locked: 1, url: null, recording_url: null, products: ['Plano Estúdio'] };
    expect(await show(id)).toMatchObject(locked);
    expect(await hasLive()).toEqual(noAlert);
    const text = (await student.get('/api/v1/lives')).text;
    expect(text).not.toContain('youtube');
    clockAt(HOUR);
    expect(await show(id)).toMatchObject(locked);
    expect((await show(id, holder)).recording_url).toContain('vimeo');
    // An inactive product opens nothing.
    clockAt(0);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await hasLive(holder)).toEqual(noAlert);
    expect(await show(id, holder)).toMatchObject({ locked: 1, url: null, products: [] });
  });

  test('stays closed once its last product is deleted, and the dialog says so before', async () => {
    const product = await school.product();
    const id = await addedId({ product_ids: [product] });
    const uses = await school.owner.get(`/api/v1/products/${product}/uses`);
    expect(uses.body.data.things).toEqual([
      { kind: 'live', id, title: evening.title, others: 'none' },
    ]);
    expect((await school.owner.send('DELETE', `/api/v1/products/${product}`)).status).toBe(204);
    clockAt(0);
    expect(await hasLive()).toEqual(noAlert);
    expect(await show(id)).toMatchObject({ locked: 1, url: null });
    expect(await editable()).toMatchObject([{ id, open_to_all: 0, product_ids: [] }]);
  });

  test.skipIf(!isBuilt())('that is a stream lets the school’s pages fetch its pieces', async () => {
    const policy = async () => {
      const { headers } = await student.get('/homepage');
      return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))![1];
    };
    expect(await policy()).not.toContain('https:');
    const id = await addedId({ url: 'https://cdn.example.com/ao-vivo.m3u8' });
    expect(await policy()).toContain('https:');
    await change(id, { url: evening.url });
    expect(await policy()).not.toContain('https:');
    const other = await addedId({ url: 'https://cdn.example.com/ao-vivo.m3u8' });
    expect(await policy()).toContain('https:');
    await remove(other);
    expect(await policy()).not.toContain('https:');
  });

  test('can be changed only by admins of its school', async () => {
    const id = await addedId();
    const neighbour = await world.school();
    clockAt(0);
    for (const person of [student, await school.join(['moderator'])]) {
      expect((await add({}, person)).status).toBe(403);
      expect((await change(id, { title: 'X' }, person)).status).toBe(403);
      expect((await remove(id, person)).status).toBe(403);
      expect((await person.get('/api/v1/lives/editable')).status).toBe(403);
    }
    expect((await change(id, { title: 'X' }, neighbour.owner)).status).toBe(404);
    expect((await remove(id, neighbour.owner)).status).toBe(404);
    expect((await neighbour.owner.get(`/api/v1/lives/${id}`)).status).toBe(404);
    expect(await list(neighbour.owner)).toEqual([]);
    expect(await hasLive(neighbour.owner)).toEqual(noAlert);
    for (const path of ['/api/v1/lives', `/api/v1/lives/${id}`, '/api/platform/has-live'])
      expect((await school.visitor.get(path)).status).toBe(401);
    expect(await editable()).toMatchObject([{ id, title: evening.title }]);
  });
});
