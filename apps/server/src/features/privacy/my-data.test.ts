import { MyData } from '@vitrine/contract/privacy';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type TestSchool } from '../../../test/harness.ts';
import { openOwnWorld } from '../../../test/own-world.ts';
import { rowsRead } from '../../../test/plans.ts';
import { erase, privacyCalls } from '../../../test/privacy.ts';
import { recordViews } from './my-data.store.ts';

const { world, dba } = await openOwnWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const { joinMember, download, quizFor } = privacyCalls(world, () => school);

describe('the page of the member’s data', () => {
  test('lists the stored data, and has the shape of the contract', async () => {
    const rosa = await joinMember();
    const { status, body } = await rosa.get('/api/v1/me/data');
    expect(status).toBe(200);
    expect(z.strictObject(MyData.shape).safeParse(body.data).error).toBeUndefined();
    expect(body.data).toMatchObject({ consents: [], views: [], requests: [], password: 1 });
    expect(body.data.groups[0]).toEqual({ group: 'account', records: 1 });
    expect((await school.visitor.get('/api/v1/me/data')).status).toBe(401);
  });

  test('dates the consents: the ranking, and the terms when they are accepted', async () => {
    const rosa = await joinMember();
    await rosa.send('PATCH', '/api/v1/me', { in_ranking: 0 });
    await rosa.send('PATCH', '/api/v1/me', { in_ranking: 0, bio: 'Luz' });
    expect((await rosa.post('/api/v1/me/consents/terms')).status).toBe(201);
    const { consents } = (await rosa.get('/api/v1/me/data')).body.data;
    expect(consents).toEqual([
      { kind: 'ranking', granted: 0, at: expect.stringMatching(/Z$/) },
      { kind: 'terms', granted: 1, at: expect.stringMatching(/Z$/) },
    ]);
    const { rows } = await dba.query('SELECT * FROM member_consents WHERE member_id = $1', [
      rosa.id,
    ]);
    expect(rows).toHaveLength(2);
  });

  test('looks through the exports of the audit alone', async () => {
    const rosa = await joinMember();
    for (let count = 0; count < 20; count += 1)
      await school.owner.post('/api/v1/products', { title: 'Plano' });
    const read = await school.transaction((tx) =>
      rowsRead(world.databaseUrl, tx, 'audit_entries', recordViews, { memberId: rosa.id }),
    );
    expect(read).toBe(0);
  });

  test('shows the latest decision of each consent', async () => {
    const rosa = await joinMember();
    for (const in_ranking of [0, 1, 0, 1]) await rosa.send('PATCH', '/api/v1/me', { in_ranking });
    expect((await rosa.get('/api/v1/me/data')).body.data.consents).toMatchObject([
      { kind: 'ranking', granted: 1 },
    ]);
  });

  test('shows nothing of another member', async () => {
    const [rosa, lia] = [await joinMember(), await joinMember('Lia Nova')];
    await lia.post('/api/v1/me/consents/terms');
    await rosa.send('PATCH', '/api/v1/me', { in_ranking: 0 });
    for (const person of [rosa, lia]) {
      await person.post('/api/v1/me/data-requests', { kind: 'other', details: person.email });
      await person.post('/api/v1/reminders', { title: 'Luz', weekdays: [1], time: '20:00' });
    }
    await school.owner.get(`/api/v1/members/${lia.id}/score`);
    const { data } = (await rosa.get('/api/v1/me/data')).body;
    expect(data).toMatchObject({
      consents: [{ kind: 'ranking', granted: 0 }],
      views: [],
      requests: [{ details: rosa.email }],
    });
    expect((await lia.get('/api/v1/me/data')).body.data).toMatchObject({
      consents: [{ kind: 'terms' }],
      views: [{ what: 'points' }],
      requests: [{ details: lia.email }],
    });
  });

  test('lists which staff opened the record, once a day, without the member', async () => {
    const rosa = await joinMember();
    const attempt = await quizFor(rosa);
    await rosa.get(`/api/v1/attempts/${attempt}`);
    for (const _ of '12') {
      await school.owner.get(`/api/v1/attempts/${attempt}`);
      await school.owner.get(`/api/v1/members/${rosa.id}/score`);
    }
    await school.owner.get(`/api/v1/members/${rosa.id}/email`);
    await school.owner.get('/api/v1/members/export');
    await download(school.owner, `/api/v1/members/${rosa.id}/export`);
    const { views } = (await rosa.get('/api/v1/me/data')).body.data;
    expect(views.map(({ what }: { what: string }) => what).toSorted()).toEqual([
      'attempt',
      'email',
      'export',
      'list',
      'points',
    ]);
    expect(new Set(views.map(({ viewer }: { viewer: string }) => viewer))).toEqual(
      new Set(['Olívia Dona']),
    );
    // Who waits for the erasure of the account is not named any more.
    const admin = await joinMember('Ada Nova', ['admin']);
    await admin.get(`/api/v1/members/${rosa.id}/score`);
    const latest = async () => (await rosa.get('/api/v1/me/data')).body.data.views[0];
    expect(await latest()).toMatchObject({ viewer: 'Ada Nova', what: 'points' });
    await erase(admin);
    expect(await latest()).toMatchObject({ viewer: null, what: 'points' });
    // A list that left before one came named nobody.
    const later = await joinMember('Lia Nova');
    expect((await later.get('/api/v1/me/data')).body.data.views).toEqual([]);
    // Owners who change or open their own record are not listed as viewers.
    await school.owner.get(`/api/v1/members/${school.owner.id}/score`);
    expect((await school.owner.get('/api/v1/me/data')).body.data.views).toEqual([]);
  });
});
