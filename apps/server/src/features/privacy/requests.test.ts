import { limits } from '@vitrine/contract/privacy';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { erase, privacyCalls } from '../../../test/privacy.ts';

// A database of its own: no other test's server may run the jobs.
const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const { joinMember, runErasure, cancel, cancelToken, signIn } = privacyCalls(world, () => school);

describe('requests', () => {
  const sendRequest = (person: Pick<Person, 'post'>, body: object = {}) =>
    person.post('/api/v1/me/data-requests', { kind: 'correction', details: 'Meu nome', ...body });
  const list = async (state = 'open', person = school.owner) =>
    (await person.get(`/api/v1/data-requests?state=${state}`)).body;

  test('have a deadline of 15 days, and are answered once', async () => {
    const rosa = await joinMember();
    const { status, body } = await sendRequest(rosa);
    expect(status).toBe(201);
    const days = (new Date(body.data.due_at).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(limits.requestDays);
    const open = await list();
    expect(open).toMatchObject({
      open: 1,
      data: [
        { member: { id: rosa.id, name: 'Rosa Lima', email: rosa.email }, details: 'Meu nome' },
      ],
    });
    const answer = (text = 'Corrigido.') =>
      school.owner.send('PUT', `/api/v1/data-requests/${body.data.id}/answer`, { answer: text });
    expect((await answer(' ')).status).toBe(422);
    const answers = await Promise.all([...'1234'].map(() => answer()));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 3 });
    expect(await list()).toMatchObject({ open: 0, data: [] });
    expect((await list('done')).data).toHaveLength(1);
    expect((await rosa.get('/api/v1/me/data')).body.data.requests).toMatchObject([
      { answer: 'Corrigido.', done_at: expect.any(String) },
    ]);
  });

  test('of one person are five at most, also at once', async () => {
    const rosa = await joinMember();
    const lia = await joinMember('Lia Nova');
    const answers = await Promise.all([...'12345678'].map(() => sendRequest(rosa)));
    expect(statuses(answers)).toEqual({ 201: 5, 409: 3 });
    const { status, body } = await sendRequest(lia);
    expect(status).toBe(201);
    // An answer closes one request, and makes room for another one.
    const ids = (await list()).data.map(({ id }: { id: number }) => id);
    const path = `/api/v1/data-requests/${ids[2]}/answer`;
    const answered = await school.owner.send('PUT', path, { answer: 'Corrigido.' });
    expect(answered.body.data).toMatchObject({ id: ids[2], answer: 'Corrigido.' });
    expect((await list()).data.map(({ id }: { id: number }) => id)).toEqual(ids.toSpliced(2, 1));
    expect(ids.at(-1)).toBe(body.data.id);
    expect(statuses([await sendRequest(rosa), await sendRequest(rosa)])).toEqual({
      201: 1,
      409: 1,
    });
  });

  test.each([
    ['no text', { details: ' ' }],
    ['1,001 characters', { details: 'a'.repeat(1001) }],
    ['another kind', { kind: 'x' }],
    ['a list', { details: [] }],
  ])('with %s are refused', async (_what, body) => {
    expect((await sendRequest(await joinMember(), body)).status).toBe(422);
  });

  test('that came by mail are noted by an admin; staff and neighbours see none', async () => {
    const rosa = await joinMember();
    const body = { member_id: rosa.id, kind: 'access', details: 'Por e-mail' };
    expect((await school.owner.post('/api/v1/data-requests', body)).status).toBe(201);
    const moderator = await joinMember('Mo De', ['moderator']);
    const neighbour = await world.school();
    expect((await moderator.get('/api/v1/data-requests')).status).toBe(403);
    expect((await neighbour.owner.post('/api/v1/data-requests', body)).status).toBe(404);
    expect((await list('open', neighbour.owner)).data).toEqual([]);
    const { id } = (await list()).data[0];
    const path = `/api/v1/data-requests/${id}/answer`;
    expect((await neighbour.owner.send('PUT', path, { answer: 'x' })).status).toBe(404);
    expect((await school.owner.get('/api/v1/data-requests?cursor=x')).status).toBe(400);
  });

  test('of somebody who waits for the erasure of the account are not noted', async () => {
    const rosa = await joinMember();
    await erase(rosa);
    const body = { member_id: rosa.id, kind: 'access', details: 'Por e-mail' };
    expect((await school.owner.post('/api/v1/data-requests', body)).status).toBe(404);
    expect((await list()).data).toMatchObject([{ kind: 'erasure' }]);
  });

  test('come in pages, the nearest deadline first', async () => {
    const rosa = await joinMember();
    await school.transaction(({ db }) =>
      sql`INSERT INTO data_requests (member_id, kind, details)
        SELECT ${rosa.id}, 'other', n::text FROM generate_series(1, 25) n`.execute(db),
    );
    const first = await list();
    expect(first.data).toHaveLength(20);
    expect(first.data[0].details).toBe('1');
    const { body } = await school.owner.get(`/api/v1/data-requests?cursor=${first.next_cursor}`);
    expect(body.data.map(({ details }: { details: string }) => details)).toEqual([
      '21',
      '22',
      '23',
      '24',
      '25',
    ]);
    expect(body.next_cursor).toBeNull();
  });

  test('that fill one page have no next one; answered ones come the latest first', async () => {
    const rosa = await joinMember();
    const add = (count: number, done: Date | null) =>
      school.transaction(({ db }) =>
        sql`INSERT INTO data_requests (member_id, kind, details, done_at)
          SELECT ${rosa.id}, 'other', n::text, ${done} FROM generate_series(1, ${count}) n`.execute(
          db,
        ),
      );
    await add(20, null);
    expect(await list()).toMatchObject({ data: { length: 20 }, next_cursor: null });
    await add(21, new Date());
    const first = await list('done');
    expect(first).toMatchObject({ data: { length: 20, 0: { details: '21' } } });
    const rest = await list(`done&cursor=${first.next_cursor}`);
    expect(rest).toMatchObject({ data: [{ details: '1' }], next_cursor: null });
  });

  test('a cancelled erasure keeps its date when a later one is cancelled', async () => {
    const rosa = await joinMember();
    const eraseAndCancel = async (person: Pick<Person, 'send'>) => {
      await erase(person);
      expect((await cancel(await cancelToken(rosa.email))).status).toBe(200);
      const back = await signIn(rosa.email);
      return { back, requests: (await back.get('/api/v1/me/data')).body.data.requests };
    };
    const first = await eraseAndCancel(rosa);
    const second = await eraseAndCancel(first.back);
    expect(second.requests).toHaveLength(2);
    expect(second.requests[1]).toEqual(first.requests[0]);
  });

  test('an erasure is in the list until it is done or cancelled', async () => {
    const rosa = await joinMember();
    await sendRequest(rosa, { details: 'Sou a Rosa' });
    const { body } = await sendRequest(rosa, { details: 'Rosa Lima' });
    await school.owner.send('PUT', `/api/v1/data-requests/${body.data.id}/answer`, {
      answer: 'Pronto, Rosa.',
    });
    await erase(rosa);
    expect((await list('done')).data).toMatchObject([{ member: null, details: '', answer: '' }]);
    const [open, request] = (await list()).data;
    expect(open).toMatchObject({ kind: 'correction', member: null, details: '' });
    expect(request).toMatchObject({ kind: 'erasure', member: null, erase_at: expect.any(String) });
    const answer = async ({ id }: { id: number }) =>
      (await school.owner.send('PUT', `/api/v1/data-requests/${id}/answer`, { answer: 'x' }))
        .status;
    // The job answers the erasure, and nothing else.
    expect([await answer(request), await answer(open)]).toEqual([409, 200]);
    await runErasure(rosa.id);
    expect((await list()).data).toEqual([]);
  });

  test('a cancelled erasure closes its own one, and no other', async () => {
    const rosa = await joinMember();
    await sendRequest(rosa, { details: 'Rosa Lima' });
    await erase(rosa);
    expect((await cancel(await cancelToken(rosa.email))).status).toBe(200);
    expect((await list()).data).toMatchObject([{ kind: 'correction', details: 'Rosa Lima' }]);
    expect((await list('done')).data).toMatchObject([{ kind: 'erasure' }]);
  });
});
