import { limits } from '@vitrine/contract/members';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const members = '/api/v1/members';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

let count = 0;
const person = (fields: object = {}) => ({
  name: 'Ana',
  email: `quota-${(count += 1)}@example.com`,
  ...fields,
});
const add = (by: Person, fields: object = {}) => by.post(members, person(fields));
const HOUR_MS = 3_600_000;

/** Sets the number of invitations that a counter holds. A test cannot send thousands. */
const sent = (key: string, number: number, endsInMs: number, target = school) =>
  target.transaction(({ db }) =>
    db
      .insertInto('failed_tries')
      .values({ key, count: number, window_ends: new Date(Date.now() + endsInMs) })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'key']).doUpdateSet({ count: number }),
      )
      .execute(),
  );
const sentByOwner = (number: number, endsInMs = HOUR_MS) =>
  sent(`invitations:${school.owner.id}`, number, endsInMs);
const sentBySchool = (number: number, endsInMs = 24 * HOUR_MS) =>
  sent('invitations', number, endsInMs);

/** Ends the limits of an hour. Those of a day go on. */
const endHour = () =>
  school.transaction(({ db }) =>
    db
      .deleteFrom('failed_tries')
      .where('window_ends', '<', new Date(Date.now() + 2 * HOUR_MS))
      .execute(),
  );

const countOf = (key: string) =>
  school.transaction(async ({ db }) => {
    const row = await db
      .selectFrom('failed_tries')
      .select('count')
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.count ?? 0;
  });
const peopleNamed = (name: string) =>
  school.transaction(({ db }) =>
    db.selectFrom('members').select('id').where('name', '=', name).execute(),
  );

describe('one admin', () => {
  test('sends 1,000 invitations an hour, and is told when the next one may go', async () => {
    await sentByOwner(limits.invitationsPerHour - 1, 20 * 60_000);
    expect((await add(school.owner)).status).toBe(201);

    const refused = await add(school.owner, { name: 'Bia' });
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      code: 'too_many_tries',
      message:
        'Você já enviou 1.000 convites em uma hora. Tente de novo em 20 min ou importe uma planilha.',
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(19 * 60);
    expect(seconds).toBeLessThanOrEqual(20 * 60);
    expect(await peopleNamed('Bia')).toEqual([]);
  });

  test('is told in English and in Spanish', async () => {
    await sentByOwner(limits.invitationsPerHour);
    const asked = async (language: string) => {
      const cookie = `${school.owner.cookie}; language=${language}`;
      return (await school.owner.send('POST', members, person(), { headers: { cookie } })).body
        .message;
    };
    expect(await asked('en')).toMatch(/^You have already sent 1,000 invitations in an hour\./);
    expect(await asked('es')).toMatch(/^Ya enviaste 1\.000 invitaciones en una hora\./);
  });

  test('may send again in the next hour', async () => {
    await sentByOwner(limits.invitationsPerHour, -1_000);
    expect((await add(school.owner)).status).toBe(201);
    expect(await countOf(`invitations:${school.owner.id}`)).toBe(1);
  });

  test('does not limit another admin', async () => {
    await sentByOwner(limits.invitationsPerHour);
    expect((await add(await school.join(['admin']))).status).toBe(201);
  });

  test('stays within the limit when eight are sent at once', async () => {
    await sentByOwner(limits.invitationsPerHour - 3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(school.owner)));
    expect(statuses(answers)).toEqual({ 201: 3, 429: 5 });
    expect(await peopleNamed('Ana')).toHaveLength(3);
  });

  test('sends an invitation again within the same limit', async () => {
    const { body } = await add(school.owner);
    await sentByOwner(limits.invitationsPerHour - 1);
    const again = () => school.owner.post(`${members}/${body.data.id}/invitation`);
    expect([await again(), await again()].map(({ status }) => status)).toEqual([202, 429]);
  });

  test('invites one person again three times an hour, and others beside', async () => {
    const [ana, bia] = [await add(school.owner), await add(school.owner)];
    const again = async ({ body }: typeof ana) =>
      (await school.owner.post(`${members}/${body.data.id}/invitation`)).status;
    const four = [await again(ana), await again(ana), await again(ana), await again(ana)];
    expect(four).toEqual([202, 202, 202, 429]);
    expect(await again(bia)).toBe(202);
  });
});

describe('a mailbox', () => {
  test('gets three more invitations an hour, and ten a day', async () => {
    const { body } = await add(school.owner);
    const other = await add(school.owner);
    const again = (id = body.data.id as number) => school.owner.post(`${members}/${id}/invitation`);
    const answers = [];
    for (let hour = 0; hour < 4; hour += 1) {
      for (let more = 0; more < 4; more += 1) answers.push((await again()).status);
      await endHour();
    }
    const hourly = [202, 202, 202, 429];
    expect(answers).toEqual([hourly, hourly, hourly, 429, 429, 429, 429].flat());
    expect((await again(other.body.data.id)).status).toBe(202);
  });

  test('gets ten invitations a day, also of a person who is removed and added again', async () => {
    const email = 'alvo@example.com';
    const addAndRemove = async (address = email) => {
      const { status, body } = await add(school.owner, { email: address });
      if (status === 201) await school.owner.send('DELETE', `${members}/${body.data.id}`);
      return status;
    };
    for (let count = 0; count < 9; count += 1) expect(await addAndRemove()).toBe(201);
    expect([await addAndRemove('ALVO@example.com'), await addAndRemove()]).toEqual([201, 429]);
    expect(await peopleNamed('Ana')).toEqual([]);
    expect((await add((await world.school()).owner, { email })).status).toBe(201);
    expect((await add(school.owner)).status).toBe(201);
  });
});

describe('a school', () => {
  test('sends 5,000 invitations a day, whoever sends them', async () => {
    const admin = await school.join(['admin']);
    await sentBySchool(limits.invitationsPerDay - 1, 5 * HOUR_MS);
    expect((await add(school.owner)).status).toBe(201);
    const refused = await add(admin);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'A escola já enviou 5.000 convites em um dia. Tente de novo em 5 h ou importe uma planilha.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(4 * 3600);
  });

  test('does not limit another school', async () => {
    await sentBySchool(limits.invitationsPerDay);
    expect((await add((await world.school()).owner)).status).toBe(201);
  });
});

test('people who get a password are added without an invitation, and without a limit', async () => {
  await sentByOwner(limits.invitationsPerHour);
  expect((await add(school.owner, { password: 'segredo-bom' })).status).toBe(201);
});

test('an invitation that fails, or is sent twice by a bad line, counts once', async () => {
  const body = person();
  const headers = { 'idempotency-key': 'the-same-tap' };
  const tap = () => school.owner.send('POST', members, body, { headers });
  expect(statuses([await tap(), await tap()])).toEqual({ 201: 2 });
  expect((await add(school.owner, { email: body.email })).status).toBe(409);
  expect((await add(school.owner, { product_ids: [987_654] })).status).toBe(404);
  expect(await countOf('invitations')).toBe(1);
  expect(await countOf(`invitations:${school.owner.id}`)).toBe(1);
});

test('who may not invite is refused for that, and counts nothing', async () => {
  await sentBySchool(limits.invitationsPerDay);
  const moderator = await school.join(['moderator']);
  expect((await add(moderator)).status).toBe(403);
  expect(await countOf(`invitations:${moderator.id}`)).toBe(0);
});
