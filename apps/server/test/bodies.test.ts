import { allRoutes } from '@vitrine/contract';
import {
  MAX_BODY_BYTES,
  MAX_PUBLIC_BODY_BYTES,
  paramNames,
  type AnyRoute,
} from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import { messages as rewardMessages } from '@vitrine/contract/rewards';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { courseWith } from './catalog.ts';
import { openWorld, type Person, type TestSchool } from './harness.ts';

/** Tests the limits of a body: its size, its speed, and the number of its values. */
const world = await openWorld({ BODY_TIMEOUT_MS: '800' });
let school: TestSchool;
beforeAll(async () => {
  school = await world.school();
});

const withBody = allRoutes.filter(({ route }) => route.body);
const isPublic = ({ access }: AnyRoute) => access === 'public' || access === 'showcase';
const addressOf = (route: AnyRoute) =>
  paramNames(route.path).reduce(
    (path, name) => path.replace(`{${name}}`, name.startsWith('tenant') ? String(school.id) : '1'),
    route.path,
  );
const send = (person: Pick<Person, 'send'>, route: AnyRoute, body: string) =>
  person.send(route.method, addressOf(route), body, {
    headers: { 'content-type': 'application/json', tenantid: String(school.id) },
  });
const bodyOf = (bytes: number) => `{"a":"${'a'.repeat(bytes - 8)}"}`;

test('a call without a session takes 64 kB, every other 1 MB, and lessons declare more', () => {
  const more = withBody.filter(({ route }) => route.bodyLimit > MAX_BODY_BYTES);
  expect(more.map(({ name }) => name)).toEqual(['catalog.createLesson', 'catalog.updateLesson']);
  for (const { route } of withBody.filter(({ route: one }) => isPublic(one)))
    expect(route.bodyLimit).toBeLessThanOrEqual(MAX_PUBLIC_BODY_BYTES);
});

test('an error has each message once, and a missing field is reported as missing', async () => {
  const errorsOf = async (path: string, body: object) =>
    (await school.owner.post(path, body)).body.errors;
  const person = { name: 'Ana', email: 'ana@example.com', roles: 'student' };
  expect(await errorsOf('/api/v1/members', person)).toEqual({ roles: [messages.invalid] });
  const upload = { filename: 'a.png', use: 'post_image' };
  expect(await errorsOf('/api/v1/uploads', upload)).toEqual({ size: [messages.required] });
  expect(await errorsOf('/api/v1/uploads', { ...upload, size: 'x' })).toEqual({
    size: [messages.invalid],
  });
});

test('a list is no body', async () => {
  for (const body of [[], [{ title: 'Plano' }]]) {
    const answer = await school.owner.post('/api/v1/products', body);
    expect([answer.status, answer.body.message]).toEqual([400, messages.badBody]);
  }
});

test('an error names a list of plain values, and not its elements', async () => {
  const links = ['javascript:x()', ''];
  const { body } = await school.owner.post('/api/auth/ranking/rewards/create', {
    name: 'Macro',
    criteria: 'score',
    needed_score: 10,
    links,
    plansSelected: ['x', {}],
  });
  expect(body.errors).toEqual({
    plansSelected: [messages.invalid],
    links: [rewardMessages.wrongLink],
  });
});

describe.each(withBody.map(({ name, route }) => [name, route] as const))('%s', (_name, route) => {
  test('takes what its limit allows, and one byte more is 413', async () => {
    const owner = await school.join(['owner']);
    const over = await send(owner, route, bodyOf(route.bodyLimit + 1));
    expect([over.status, over.body.message]).toEqual([413, messages.bodyTooLarge]);
    const within = await send(owner, route, bodyOf(route.bodyLimit));
    expect(within.status).not.toBe(413);
    expect(within.status).toBeLessThan(500);
  });

  test('takes no larger form either', async () => {
    const owner = await school.join(['owner']);
    const part = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'a'.repeat(route.bodyLimit + 1)}\r\n`;
    const over = await owner.send(route.method, addressOf(route), `${part}--x--\r\n`, {
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        tenantid: String(school.id),
      },
    });
    expect(over.status).toBe(413);
  });

  test('takes no file that it does not name', async () => {
    const owner = await school.join(['owner']);
    for (const part of ['other', 'constructor[]', '__proto__[]', 'toString[0]']) {
      const file = `--x\r\nContent-Disposition: form-data; name="${part}"; filename="a"\r\n\r\na\r\n`;
      const { status } = await owner.send(route.method, addressOf(route), `${file}--x--\r\n`, {
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          tenantid: String(school.id),
        },
      });
      expect(status, part).toBe(415);
    }
  });

  test('takes a part of JSON as text', async () => {
    const owner = await school.join(['owner']);
    const [field = 'a'] = Object.keys((route.body as { shape?: object }).shape ?? {});
    for (const name of [field, `${field}[]`]) {
      const part = `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n{"toString":1}\r\n`;
      const { status } = await owner.send(route.method, addressOf(route), `${part}--x--\r\n`, {
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          tenantid: String(school.id),
        },
      });
      expect(status, name).toBeLessThan(500);
    }
  });

  test('takes a part of JSON within the limit of its body', async () => {
    const owner = await school.join(['owner']);
    const status = async (text: string) => {
      const part = `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`;
      const headers = {
        'content-type': 'multipart/form-data; boundary=x',
        tenantid: String(school.id),
      };
      const body = `${part}--x--\r\n`;
      return (await owner.send(route.method, addressOf(route), body, { headers })).status;
    };
    const depth = Math.floor(route.bodyLimit / 2);
    const deep = await status('['.repeat(depth) + ']'.repeat(depth));
    expect(deep).toBeLessThan(500);
    expect(deep).not.toBe(413);
    expect(await status('['.repeat(route.bodyLimit + 1))).toBe(413);
  });

  test('takes no more values than the largest quiz', async () => {
    const owner = await school.join(['owner']);
    const many = await send(owner, route, `{"a":[${'0,'.repeat(30_000)}0]}`);
    expect([many.status, many.body.message]).toEqual([400, messages.badBody]);
  });

  test('survives an invalid school id', async () => {
    const owner = await school.join(['owner']);
    for (const tenant of ['{"toString":"x"}', '[[1]]', '{"valueOf":1}', 'true']) {
      const { status } = await send(owner, route, `{"tenant_id":${tenant}}`);
      expect(status, tenant).toBe(403);
    }
  });
});

test('an answer names the first hundred wrong fields', async () => {
  const order = async (count: number) => {
    const list = Array.from({ length: count }, () => ({ id: 1 }));
    const { status, body } = await school.owner.send(
      'POST',
      '/api/auth/community/reorder',
      { order: list },
      { headers: { tenantid: String(school.id) } },
    );
    return [status, Object.keys(body.errors).length, body.errors['order.0.order']];
  };
  expect(await order(100)).toEqual([422, 100, [messages.required]]);
  expect(await order(10_000)).toEqual([422, 100, [messages.required]]);
});

test('a lesson may hold a megabyte of quotes', async () => {
  const [module] = (await courseWith(school, { lessons: [0] })).modules;
  const content = '"\n'.repeat(524_288);
  const { status } = await school.owner.post(`/api/v1/modules/${module!.id}/lessons`, {
    title: 'Luz',
    content,
  });
  expect(status).toBe(201);
});

describe('a slow body', () => {
  let port: number;
  beforeAll(async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = world.app.server.address() as AddressInfo);
  });

  function open(bytes: number) {
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/password/forgot HTTP/1.1\r\nHost: ${school.host}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    return { socket, reply: () => reply };
  }
  // A write may fail because the server cut the connection. The test waits for that.
  const closed = (socket: Socket) => new Promise((done) => socket.once('close', done));

  test('is cut when no byte arrives', async () => {
    const { socket, reply } = open(100);
    await closed(socket);
    expect(reply()).toBe('');
  });

  test('is cut when bytes arrive too slowly', async () => {
    const { socket, reply } = open(60_000);
    const drip = setInterval(() => socket.write(' '), 20);
    await closed(socket);
    clearInterval(drip);
    expect(reply()).toBe('');
  });

  test('is accepted while it makes progress', async () => {
    const body = '{"email":"x@example.com"}'.padEnd(40_000);
    const { socket, reply } = open(body.length);
    let at = 0;
    const steps = setInterval(() => {
      socket.write(body.slice(at, at + 800));
      at += 800;
      if (at >= body.length) clearInterval(steps);
    }, 40);
    await expect.poll(reply, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 202/);
    socket.destroy();
  });
});

describe('a form that is not read to its end', () => {
  const head = '--x\r\nContent-Disposition: form-data; name=';
  const image = (bytes: number) => `${head}"img"; filename="a.png"\r\n\r\n${'a'.repeat(bytes)}\r\n`;
  const whole = `${head}"name"\r\n\r\nLuz\r\n`;

  test.each([
    ['a file above its limit', 413, `${image(1_500_000)}--x--\r\n`],
    [
      'a file that nobody asked for',
      415,
      `${head}"other"; filename="a"\r\n\r\na\r\n${image(900_000)}--x--\r\n`,
    ],
    ['bytes after its end', 201, `${whole}--x--\r\n${'a'.repeat(900_000)}`],
  ])('leaves the connection free for the next request: %s', async (_what, expected, form) => {
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const owner = await school.join(['owner']);
    const headers = `Host: ${school.host}\r\nCookie: ${owner.cookie}\r\n`;
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
    socket.write(
      `POST /api/auth/ranking/levels/create HTTP/1.1\r\n${headers}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
    );
    const statuses = () =>
      [...reply.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status));
    await expect.poll(statuses).toEqual([expected]);
    socket.write(`GET /api/v1/session HTTP/1.1\r\n${headers}\r\n`);
    await expect.poll(statuses).toEqual([expected, 200]);
    socket.destroy();
  });
});

test('a form has ten files at most', async () => {
  const send = (files: number) => {
    const form = new FormData();
    form.set('name', 'Luz');
    for (let index = 0; index < files; index += 1) form.append('img', new Blob(['']), '');
    return school.owner.send('POST', '/api/auth/ranking/levels/create', form);
  };
  expect([(await send(10)).status, (await send(11)).status]).toEqual([201, 400]);
});

test('a client that reads nothing of its answer is cut off', async () => {
  if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => {});
  // More than the buffers of both sides hold.
  for (let index = 0; index < 200; index += 1)
    socket.write(`GET /api/openapi.json HTTP/1.1\r\nHost: ${school.host}\r\n\r\n`);
  // A client that reads nothing notices the end only when it writes.
  const lines = setInterval(() => socket.write('\r\n'), 50);
  await new Promise((done) => socket.once('close', done));
  clearInterval(lines);
});
