import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const listing = '/api/auth/admin/products/get';

const addProducts = (school: TestSchool, count: number) =>
  school.transaction(({ db }) =>
    db
      .insertInto('products')
      .values(Array.from({ length: count }, (_, at) => ({ title: `Plano Conceição ${at}` })))
      .execute(),
  );

const requestList = (school: TestSchool, encoding: string, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({
    method,
    url: listing,
    headers: { host: school.host, cookie: school.owner.cookie, 'accept-encoding': encoding },
  });

test('a long list is compressed for a client that accepts gzip', async () => {
  const school = await world.school();
  await addProducts(school, 200);
  const plain = await requestList(school, 'identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
  expect(plain.json()).toHaveLength(200);
  const packed = await requestList(school, 'gzip, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(packed.rawPayload.length),
    vary: 'accept-encoding',
  });
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
  const head = await requestList(school, 'gzip', 'HEAD');
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
});

test('a short answer is not compressed: that would cost more than it spares', async () => {
  const school = await world.school();
  await addProducts(school, 2);
  const answer = await requestList(school, 'gzip');
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.json()).toHaveLength(2);
});
