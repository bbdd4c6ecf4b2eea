import { allRoutes } from '@vitrine/contract';
import type { AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import { uploads } from '@vitrine/contract/uploads';
import { beforeEach, describe, expect, test } from 'vitest';
import { addressOf, attemptsOn, plainValue } from '../src/isolation/attempts.ts';
import { openWorld, type TestResponse, type Person } from './harness.ts';

/**
 * Tests every declared route: without a session, as a student, from the neighbour school, and with
 * hostile values. New routes are tested without a line here.
 */
const world = await openWorld();
const school = await world.school('Contraluz');
const neighbour = await world.school('Jenipapo');
const student = await school.join();
const instructor = await school.join(['instructor']);
// A route may end the session that calls it, so every test signs in anew.
let owner: Person;
beforeEach(async () => {
  owner = await school.join(['owner']);
});

const send = (
  person: Pick<Person, 'send'>,
  route: AnyRoute,
  path: string,
  body?: unknown,
  headers = {},
) =>
  person.send(route.method, path, body, { headers: { tenantid: String(school.id), ...headers } });

const isError = ({ body }: TestResponse) =>
  expect(body).toMatchObject({
    message: expect.stringMatching(/\S/),
    code: expect.stringMatching(/^[a-z_]+$/),
  });

const endless = new Set<AnyRoute>([eventStream.open]);

describe.each(allRoutes.map(({ name, route }) => [name, route] as const))('%s', (_name, route) => {
  const body = route.body ? {} : undefined;
  const address = addressOf(route, plainValue(route), school.id);

  if (route.access !== 'public')
    test('without a session is 401', async () => {
      const answer = await send(school.visitor, route, address, body);
      expect(answer.status).toBe(401);
      isError(answer);
    });

  if (route.access === 'admin')
    test('for an instructor is 403', async () => {
      expect((await send(instructor, route, address, body)).status).toBe(403);
    });

  if (route.access === 'admin' || route.access === 'staff')
    test('for a student is 403, before anything is looked at', async () => {
      const answer = await send(student, route, address, body);
      expect(answer.status).toBe(403);
      isError(answer);
    });

  // The same ways that `npm run doctor -- --isolation` tries on an installation.
  for (const [number, attempt] of attemptsOn(route, school, neighbour).entries())
    if (attempt.description !== 'session')
      test(`names another school by ${attempt.description} (${number}): ${attempt.expected}`, async () => {
        const { path, headers, expected } = attempt;
        const answer = await owner.send(route.method, path, attempt.body, { headers });
        expect(answer.status).toBe(expected);
      });

  // An event stream never ends, so `inject` would wait for ever.
  if (!endless.has(route))
    test('with hostile values in path and query never breaks', async () => {
      for (const value of [
        '0',
        '-1',
        'abc',
        '1.5',
        '99999999999999999999',
        '%00',
        "1'--",
        '%ED%A0%80',
        '9007199254740991',
      ])
        for (const question of [
          '',
          '?page=-1',
          '?page=99999999999',
          '?search=%00',
          '?page[]=1&search[x]=1',
        ]) {
          const answer = await send(
            owner,
            route,
            addressOf(route, value, school.id) + question,
            body,
          );
          expect(answer.status, `${value} ${question}`).toBeLessThan(500);
          if (answer.status >= 400 && answer.status !== 404) isError(answer);
        }
    });

  if (!route.body && route.method !== 'GET' && route !== uploads.send)
    test('with a body that is no object is 400', async () => {
      for (const text of ['[]', '"text"', '7', 'null']) {
        const answer = await send(owner, route, address, text, {
          'content-type': 'application/json',
        });
        expect(answer.status, text).toBe(400);
        isError(answer);
      }
    });

  if (route.method === 'GET' && (route.writes || !route.answer))
    test('does nothing for HEAD', async () => {
      const entries = async () => (await school.auditEntries()).length;
      const before = await entries();
      const head = await owner.send('HEAD', address, undefined, {
        headers: { tenantid: String(school.id) },
      });
      expect([head.status, head.text, await entries()]).toEqual([404, '', before]);
    });

  if (route.body)
    test('with a hostile body is refused', async () => {
      for (const hostile of hostileBodies(route)) {
        const answer = await send(owner, route, address, hostile, {
          'content-type': 'application/json',
        });
        expect(answer.status, String(hostile).slice(0, 60)).toBeGreaterThanOrEqual(400);
        expect(answer.status, String(hostile).slice(0, 60)).toBeLessThan(500);
        isError(answer);
      }
      const text = await send(owner, route, address, 'a=1', { 'content-type': 'text/plain' });
      expect(text.status).toBe(415);
      for (const [type, form] of brokenForms) {
        const answer = await send(owner, route, address, form, { 'content-type': type });
        expect(answer.status, form).toBeGreaterThanOrEqual(400);
        expect(answer.status, form).toBeLessThan(500);
        isError(answer);
      }
    });
});

/** Forms that end in the middle, or are not multipart. */
const form = 'multipart/form-data';
const brokenForms = [
  [form, 'title=Luz'],
  [`${form}; boundary=x`, 'title=Luz'],
  [`${form}; boundary=x`, '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nLu'],
  [
    `${form}; boundary=x`,
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nLu',
  ],
] as const;

/** Raw bodies. An empty object is left out: it is valid if every field is optional. */
function hostileBodies(route: AnyRoute) {
  const fields = Object.keys((route.body as { shape?: object }).shape ?? {}).filter(
    (name) => name !== 'tenant_id',
  );
  const filled = (value: string) =>
    `{${fields.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  return [
    '{"a":',
    'null',
    '[]',
    '"text"',
    '7',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    `${'{"a":'.repeat(25)}1${'}'.repeat(25)}`,
    filled('"\\u0000"'),
    filled('"\\ud800"'),
    filled('{"$ne":null}'),
  ];
}

test.each([
  ['PUT', '/api/auth/community/edit-community', 'id'],
  ['PUT', '/api/auth/community/edit-content-media', 'id'],
  ['POST', '/api/auth/community/add-plans', 'community_id'],
  ['POST', '/api/auth/community/remove-plans', 'community_id'],
  ['POST', '/api/auth/ranking/levels/update', 'id'],
  ['POST', '/api/auth/ranking/levels/permissions/create', 'level_id'],
  ['POST', '/api/auth/ranking/rewards/permissions/create', 'reward_id'],
  ['POST', '/api/auth/config/plataforma/carrossel/orderItens', 'carousel_id'],
] as const)(
  '%s %s: an unknown %s in the body is 404 before the rest is 422',
  async (method, path, field) => {
    const wrong = { title: '', name: '', comments: 'x', version: 'x' };
    expect((await owner.send(method, path, { ...wrong, [field]: 999_999 })).status).toBe(404);
    const noIds = ['x', '9e5', ' 999999 ', '0xf423f', [1], { valueOf: 1, toString: 1 }];
    for (const id of noIds)
      expect((await owner.send(method, path, { ...wrong, [field]: id })).status).toBe(422);
    expect((await student.send(method, path, { ...wrong, [field]: 999_999 })).status).toBe(403);
  },
);

test('an undeclared path is 404, in the same form', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/nothing'],
    ['PUT', '/api/v1/session'],
  ] as const) {
    const answer = await owner.send(method, path);
    expect(answer.status).toBe(404);
    isError(answer);
  }
});
