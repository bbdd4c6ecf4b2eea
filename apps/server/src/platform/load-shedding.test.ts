import fastifyCookie from '@fastify/cookie';
import Fastify, { type InjectOptions } from 'fastify';
import { EventEmitter, once } from 'node:events';
import {
  Agent,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { shedLoad } from './load-shedding.ts';
import { nameAccounts, rememberSession } from './request-account.ts';
import { cutSlowBodies } from './slow-bodies.ts';

const MAX = 24;
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const app of open.splice(0)) await app.close();
});

/** A server whose work lasts until `finish()`. */
async function openServer() {
  const app = Fastify();
  open.push(app);
  cutSlowBodies(app, 300);
  const hold = { until: Promise.withResolvers<void>(), begun: new EventEmitter() };
  hold.begun.setMaxListeners(0);
  await app.register(fastifyCookie);
  nameAccounts(app, (request) => request.cookies['vitrine']);
  const { refusedCount } = shedLoad(app, {
    maxInProgress: MAX,
    isQueueFull: (host, _account, reserved) => host.startsWith(reserved ? 'queued' : 'queue'),
    tokenOf: ({ headers }) => headers.cookie?.replace('vitrine=', ''),
    refuse: (_raw, response) => void response.writeHead(503, { 'content-length': 4 }).end('busy'),
  });
  app.all('/work', async (request) => {
    hold.begun.emit(String(request.headers['x-id']));
    await hold.until.promise;
    return 'done';
  });
  // Its session is looked up for as long.
  app.route({
    method: ['GET', 'POST'],
    url: '/looked-up',
    onRequest: () => hold.until.promise,
    handler: () => 'done',
  });
  for (const url of ['/healthz', '/metrics', '/assets/app.js']) app.get(url, () => 'ok');
  app.get('/events', { config: { operation: 'events.open' } }, () => 'open');
  app.get('/sign-in', () => 'form');
  app.post('/sign-in', { config: { operation: 'sessions.signIn' } }, () => 'in');
  await app.ready();

  let count = 0;
  const answers: Promise<unknown>[] = [];
  /** The status, or 'in progress' once the work has begun. */
  const statusOf = ({ headers, ...request }: InjectOptions) => {
    const id = String((count += 1));
    const begun = once(hold.begun, id).then(() => 'in progress' as const);
    const answer = app.inject({ ...request, headers: { ...headers, 'x-id': id } });
    answers.push(answer);
    return Promise.race([begun, answer.then(({ statusCode }) => statusCode)]);
  };
  /** Sends requests at once, and returns the number of admitted ones. */
  const admitted = async (requests: number, { school = 'aurora', account = '' } = {}) => {
    const cookie = account && { cookie: `vitrine=${account}` };
    const statuses = Array.from({ length: requests }, (_, at) =>
      statusOf({
        url: '/work',
        headers: { host: `${school}.localhost`, ...cookie },
        remoteAddress: account ? '10.0.0.1' : `10.0.1.${at}`,
      }),
    );
    return (await Promise.all(statuses)).filter((status) => status === 'in progress').length;
  };
  const finish = async () => {
    hold.until.resolve();
    await Promise.all(answers);
    hold.until = Promise.withResolvers();
  };
  return { app, admitted, statusOf, finish, begun: hold.begun, refusedCount };
}

test('a flooding school gets half of the capacity, and its neighbours keep theirs', async () => {
  const { admitted } = await openServer();
  expect(await admitted(100)).toBe(MAX / 2);
  expect(await admitted(3, { school: 'jenipapo' })).toBe(3);
  expect(await admitted(1)).toBe(0);
});

/** Waits until the answers that need no timer are there. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
};

test('a school that floods waits for its refusals', async () => {
  const { app, admitted } = await openServer();
  rememberSession('ana', 1, { id: 1, isStaff: false });
  expect(await admitted(MAX, { account: 'ana' })).toBe(MAX / 3);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let answered = 0;
  const headers = { host: 'aurora.localhost', cookie: 'vitrine=ana' };
  const refusal = app.inject({ url: '/work', headers }).finally(() => (answered += 1));
  await settle();
  vi.advanceTimersByTime(499);
  await settle();
  expect(answered).toBe(0);
  vi.advanceTimersByTime(1);
  expect((await refusal).statusCode).toBe(503);
});

test('who does not flood is refused at once', async () => {
  const { app, admitted } = await openServer();
  for (let at = 0; at < 12; at += 1) await admitted(2, { school: `s${at}` });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const refusal = await app.inject({ url: '/work', headers: { host: 's1.localhost' } });
  expect(refusal.statusCode).toBe(503);
});

test('at most a thousand refusals wait', async () => {
  const { app, admitted } = await openServer();
  await admitted(MAX);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let answered = 0;
  const ask = () =>
    app
      .inject({ url: '/work', headers: { host: 'aurora.localhost' }, remoteAddress: '10.0.1.1' })
      .finally(() => (answered += 1));
  for (const flood of ['first', 'second']) {
    answered = 0;
    const refusals = Array.from({ length: 1_003 }, ask);
    while (answered < 3) await setImmediate();
    await settle();
    expect(answered, flood).toBe(3);
    vi.advanceTimersByTime(500);
    await Promise.all(refusals);
  }
});

test('a school has one share, however its host is spelled', async () => {
  const { statusOf } = await openServer();
  const hosts = [
    'aurora.localhost',
    'AURORA.localhost',
    'aurora.localhost:1',
    'Aurora.Localhost:65535',
  ];
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      statusOf({
        url: '/work',
        headers: { host: hosts[at % hosts.length]! },
        remoteAddress: `10.0.1.${at}`,
      }),
    ),
  );
  expect(statuses.filter((status) => status === 'in progress')).toHaveLength(MAX / 2);
});

test('answered requests free their capacity', async () => {
  const { admitted, finish } = await openServer();
  expect(await admitted(100)).toBe(MAX / 2);
  await finish();
  expect(await admitted(100)).toBe(MAX / 2);
});

test('a request whose first query would be refused is refused before its work begins', async () => {
  const { statusOf } = await openServer();
  const headers = { host: 'queued.localhost' };
  expect(await statusOf({ method: 'POST', url: '/work', headers })).toBe(503);
  expect(await statusOf({ url: '/work', headers })).toBe('in progress'); // a visitor's page
  expect(await statusOf({ url: '/healthz', headers })).toBe(200);
});

test('staff are served while the queue of the others is full', async () => {
  const { statusOf } = await openServer();
  rememberSession('ana', 1, { id: 1, isStaff: false });
  rememberSession('dona', 1, { id: 9, isStaff: true });
  const status = (account: string, host: string) =>
    statusOf({ url: '/work', headers: { host, cookie: `vitrine=${account}` } });
  expect(await status('ana', 'queue.localhost')).toBe(503);
  expect(await status('dona', 'queue.localhost')).toBe('in progress');
  expect(await status('dona', 'queued.localhost')).toBe(503);
});

test('a request with a body counts again once the body has arrived', async () => {
  const { statusOf } = await openServer();
  const send = (at: number) =>
    statusOf({
      method: 'POST',
      url: '/work',
      payload: { title: 'Luz' },
      headers: { host: `s${at}.localhost` },
    });
  for (let at = 0; at < MAX; at += 1) expect(await send(at)).toBe('in progress');
  expect(await send(MAX)).toBe(503);
});

test('many flooding schools share the capacity', async () => {
  const { admitted } = await openServer();
  const shares = [];
  for (let at = 0; at < 8; at += 1) shares.push(await admitted(20, { school: `s${at}` }));
  expect(shares.every((share) => share > 0)).toBe(false); // the last ones came to a full room
  expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(MAX);
  expect(shares[0]).toBe(MAX / 2);
});

test("an account gets a third of its school's capacity", async () => {
  const { admitted } = await openServer();
  rememberSession('ana', 1, { id: 1, isStaff: false });
  rememberSession('bia', 1, { id: 2, isStaff: false });
  expect(await admitted(50, { account: 'ana' })).toBe(MAX / 3);
  expect(await admitted(1, { account: 'bia' })).toBe(1);
});

test('staff, people who sign in and operators are served while the capacity is used up', async () => {
  const { admitted, statusOf } = await openServer();
  rememberSession('dona', 1, { id: 9, isStaff: true });
  for (let at = 0; at < 8; at += 1) {
    const [school, account] = [`s${at}`, `student ${at}`];
    rememberSession(account, 1, { id: 100 + at, isStaff: false });
    await admitted(20, { school });
    await admitted(20, { school, account });
  }
  const host = 's0.localhost';
  const student = { host, cookie: 'vitrine=student 0' };
  expect(await statusOf({ url: '/work', headers: { host } })).toBe(503);
  expect(await statusOf({ url: '/work', headers: student })).toBe(503);
  for (const url of [
    '/healthz',
    '/healthz?from=proxy',
    '/metrics',
    '/assets/app.js?v=1',
    '/events',
  ])
    expect(await statusOf({ url, headers: { host } }), url).toBe(200);
  expect(await statusOf({ url: '/sign-in', headers: { host } })).toBe(503);
  expect(await statusOf({ method: 'POST', url: '/sign-in', headers: { host } })).toBe(200);
  const headers = { host, cookie: 'vitrine=dona' };
  expect(await statusOf({ url: '/work', headers })).toBe('in progress');
});

test('requests with unknown cookies have a capacity of their own', async () => {
  const { admitted, statusOf } = await openServer();
  rememberSession('ana', 1, { id: 1, isStaff: false });
  const invent = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        statusOf({
          url: '/work',
          headers: { host: 'aurora.localhost', cookie: `vitrine=invented-${at}` },
          remoteAddress: `10.0.2.${at}`,
        }),
      ),
    );
  const statuses = await invent(40);
  expect(statuses.filter((status) => status === 'in progress')).toHaveLength(MAX / 2);
  expect(await invent(1)).toEqual([503]);
  expect(await admitted(1, { account: 'ana' })).toBe(1);
});

test.each([
  { method: 'GET' },
  { method: 'POST', payload: { title: 'Luz' } },
] satisfies InjectOptions[])(
  'a $method request counts while its session is looked up',
  async (sent) => {
    const { app, finish, statusOf } = await openServer();
    const lookUps = Array.from({ length: MAX }, (_, at) =>
      app.inject({ ...sent, url: '/looked-up', headers: { host: `s${at}.localhost` } }),
    );
    await setImmediate();
    expect(await statusOf({ ...sent, url: '/work', headers: { host: 's0.localhost' } })).toBe(503);
    await finish();
    await Promise.all(lookUps);
    expect(await statusOf({ ...sent, url: '/work', headers: { host: 's0.localhost' } })).toBe(
      'in progress',
    );
    await finish();
  },
);

test('an overloaded server refuses before Fastify, and still takes staff, sign-ins and neighbours', async () => {
  const { app, admitted, finish, begun, refusedCount } = await openServer();
  rememberSession('ana', 1, { id: 1, isStaff: false });
  rememberSession('dona', 1, { id: 9, isStaff: true });
  for (const account of ['bia', 'caio', 'dora', 'eva']) {
    rememberSession(account, 1, { id: account.charCodeAt(0), isStaff: false });
    await admitted(MAX, { account });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const { port } = app.server.address() as AddressInfo;
  const ask = async (path: string, headers: OutgoingHttpHeaders, method = 'GET') => {
    const sent = request({ port, host: '127.0.0.1', agent, path, method, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.statusCode;
  };
  const host = 'aurora.localhost';
  const ana = { host, cookie: 'vitrine=ana' };
  expect(await ask('/work', ana)).toBe(503);
  expect(await ask('/work?again', ana)).toBe(503); // on the same connection
  expect(refusedCount()).toBe(2);
  // A proxy in front of it names the school.
  expect(await ask('/work', { ...ana, host: 'proxy.internal', 'x-forwarded-host': host })).toBe(
    503,
  );
  expect(refusedCount()).toBe(3);
  expect(await ask('/healthz', ana)).toBe(200);
  expect(await ask('/sign-in', { host }, 'POST')).toBe(200);
  const entered = ['staff', 'neighbour', 'visitor'].map((id) => once(begun, id));
  const answers = [
    ask('/work', { host, cookie: 'vitrine=dona', 'x-id': 'staff' }),
    ask('/work', { ...ana, host: 'jenipapo.localhost', 'x-id': 'neighbour' }),
    ask('/work', { host, 'x-id': 'visitor' }),
  ];
  await Promise.all(entered);
  await finish();
  expect(await Promise.all(answers)).toEqual([200, 200, 200]);
  expect(refusedCount()).toBe(3);
  agent.destroy();
});

test('bodies that do not arrive, and clients that left, use no capacity', async () => {
  const { app, admitted, finish, begun } = await openServer();
  rememberSession('ana', 1, { id: 1, isStaff: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const dial = async (text: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const connections = promisify(app.server.getConnections.bind(app.server));
  const head = 'host: aurora.localhost\r\nx-id: socket\r\n';
  const json = 'content-type: application/json\r\ncontent-length: 100\r\n';
  const slow = await Promise.all(
    Array.from({ length: MAX * 2 }, () => dial(`POST /work HTTP/1.1\r\n${head}${json}\r\n{`)),
  );
  await expect.poll(() => connections()).toBe(slow.length);
  expect(await admitted(100, { account: 'ana' })).toBe(MAX / 3);
  await finish();

  let entered = 0;
  begun.on('socket', () => (entered += 1));
  const gone = await Promise.all(
    Array.from({ length: 5 }, () =>
      dial(`GET /work HTTP/1.1\r\n${head}cookie: vitrine=ana\r\n\r\n`),
    ),
  );
  await expect.poll(() => entered).toBe(gone.length);
  for (const socket of [...gone, ...slow]) socket.destroy();
  await expect.poll(() => connections()).toBe(0);
  expect(await admitted(100, { account: 'ana' })).toBe(MAX / 3);
  await finish();
});

test('the body of a refused request does not hold its connection', async () => {
  const { app } = await openServer();
  // A reset may overtake the answer on its way to the client.
  const answered = Promise.withResolvers<number>();
  app.server.prependListener('request', (_raw: IncomingMessage, response: ServerResponse) =>
    response.once('finish', () => answered.resolve(response.statusCode)),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write('POST /work HTTP/1.1\r\nHost: queued.localhost\r\nContent-Length: 9000\r\n\r\n');
  const drip = setInterval(() => socket.write(' '), 20);
  // `once` of events rejects at the reset.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  expect(await answered.promise).toBe(503);
});
