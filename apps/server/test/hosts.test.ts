import { messages } from '@vitrine/contract/messages';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openWorld, statuses } from './harness.ts';

const world = await openWorld({ TRUST_PROXY: '1' });

test('a request with two Host headers is refused', async () => {
  const school = await world.school();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const ask = async (...hosts: string[]) => {
    const socket = connect(port, '127.0.0.1');
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
    socket.write(`GET /api/v1/site HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
    const answer = await text(socket);
    return [/^HTTP\/1.1 (\d+)/.exec(answer)![1], /"code":"(\w+)"/.exec(answer)?.[1]];
  };
  expect(await ask(school.host)).toEqual(['200', undefined]);
  expect(await ask(school.host, 'stranger.example')).toEqual(['400', 'bad_request']);
  expect(await ask(school.host, school.host)).toEqual(['400', 'bad_request']);
});

test('bytes that are no request get the error format of all calls', async () => {
  const { host } = await world.school();
  if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const ask = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    return [/^HTTP\/1.1 (\d+)/.exec(head!)![1], JSON.parse(body!)] as const;
  };
  const start = `POST /api/v1/session HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
  const message = messages.badBody;
  for (const [status, bytes] of [
    ['400', `${start}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['400', `${start}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['400', `${start}Content-Length : 2\r\n\r\n{}`],
    ['400', 'FOO / HTTP/1.1\r\n\r\n'],
    ['431', `${start}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])
    expect(await ask(bytes!)).toEqual([status, { message, code: 'bad_request' }]);

  const noHost = await ask('GET /api/v1/site HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(noHost).toEqual(['400', { message: messages.badParameter, code: 'bad_request' }]);
  expect((await ask('GET /readyz HTTP/1.0\r\n\r\n'))[0]).toBe('200');
});

test('a person at a host without a school is shown no way home, for there is none', async () => {
  const { host } = await world.school();
  const open = async (at: string) => {
    const headers = { host: at, 'sec-fetch-mode': 'navigate' };
    const { statusCode, body } = await world.app.inject({ url: '/files/1/luz.png', headers });
    return [statusCode, body.includes('<a href="/">')];
  };
  expect(await open(host)).toEqual([404, true]);
  expect(await open('nowhere.localhost')).toEqual([404, false]);
});

test('an id of a school in the query is compared as in path, header and body', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  for (const name of ['tenant', 'tenantId', 'tenant_id']) {
    const pathWith = (id: unknown) => `/api/v1/members?${name}=${String(id)}`;
    expect((await school.owner.get(pathWith(school.id))).status).toBe(200);
    expect((await school.owner.get(pathWith(neighbour.id))).status).toBe(403);
    expect((await school.owner.get(pathWith('x'))).status).toBe(403);
  }
});

test('an invalid school id is not a 500', async () => {
  const school = await world.school();
  for (const tenant_id of [{ toString: 'x' }, [school.id], true]) {
    const { status } = await school.visitor.post('/api/v1/session', {
      email: 'a@example.com',
      password: 'segredo-bom',
      tenant_id,
    });
    expect(status).toBe(403);
  }
});

test('over https the session cookie is for this host and https only', async () => {
  const school = await world.school();
  const person = { name: 'Rosa', email: 'rosa@example.com', password: 'segredo-bom' };
  expect((await school.owner.post('/api/v1/members', person)).status).toBe(201);
  const https = { host: school.host, 'x-forwarded-proto': 'https' };
  const url = '/api/v1/session';
  const payload = { email: person.email, password: person.password };
  const signedIn = await world.app.inject({ method: 'POST', url, headers: https, payload });
  expect(signedIn.statusCode).toBe(200);
  const cookie = String(signedIn.headers['set-cookie']);
  expect(cookie).toMatch(/^__Host-vitrine=[\w-]{43};/);
  for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
    expect(cookie.split('; ')).toContain(part);
  expect(cookie).not.toContain('Domain');

  const token = cookie.split(/[=;]/)[1]!;
  const ask = async (headers: object) =>
    (await world.app.inject({ url, headers: { ...headers } })).statusCode;
  expect(await ask({ ...https, cookie: `__Host-vitrine=${token}` })).toBe(200);
  expect(await ask({ ...https, cookie: `vitrine=${token}` })).toBe(401);
});

test('a scheme that a proxy passes on from a stranger reaches no link of a mail', async () => {
  const school = await world.school();
  const { email } = await school.join();
  const forgot = async (scheme: string) => {
    const headers = { host: school.host, 'x-forwarded-proto': scheme };
    const url = '/api/v1/password/forgot';
    return (await world.app.inject({ method: 'POST', url, headers, payload: { email } }))
      .statusCode;
  };
  for (const scheme of ['https://evil.example/', 'javascript', 'https, x', 'https,'])
    expect(await forgot(scheme)).toBe(400);
  for (const scheme of ['http', 'https', 'http, https']) expect(await forgot(scheme)).toBe(202);
  await world.platform.jobs.runAll();
  const mails = await school.transaction(({ db }) =>
    db.selectFrom('mails').select('plain').where('recipient', '=', email).orderBy('id').execute(),
  );
  const origins = mails.map(({ plain }) => /(\S+)\/entrar\/senha\?token=/.exec(plain)?.[1]);
  expect(origins).toHaveLength(3);
  expect(new Set(origins)).toEqual(new Set([`http://${school.host}`, `https://${school.host}`]));
});

test('TRUST_PROXY=1 trusts the nearest proxy, and none behind it', async () => {
  const school = await world.school();
  const guess = (index: number) =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/session/magic-link/consume',
      headers: { host: school.host, 'x-forwarded-for': `203.0.113.${index}, 198.51.100.7` },
      payload: { token: 'unknown' },
    });
  const answers = [];
  for (let index = 0; index < 52; index += 1)
    answers.push({ status: (await guess(index)).statusCode });
  expect(statuses(answers as never)).toEqual({ 401: 50, 429: 2 });
});
