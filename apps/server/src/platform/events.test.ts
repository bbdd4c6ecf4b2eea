import { HOUR_MS } from '@vitrine/contract/durations';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openWorld } from '../../test/harness.ts';
import { openEvents } from './events.ts';

const world = await openWorld();
const { database, log } = world.platform;
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
const events = await openEvents(database, log, { server: 5, school: 3, member: 2 });
const app = Fastify();
app.get('/:tenant/:member', (request, reply) => {
  const { tenant, member } = request.params as Record<string, string>;
  const tenantId = Number(tenant);
  events.open({ tenantId, memberId: Number(member), session: `${tenant}-${member}` }, reply);
});
app.setErrorHandler((error, _request, reply) => reply.code(503).send(String(error)));
await app.listen({ port: 0, host: '127.0.0.1' });

const requests: ClientRequest[] = [];
afterEach(async () => {
  requests.splice(0).forEach((request) => request.destroy());
  await vi.waitUntil(() => events.count() === 0, 20_000);
});

const open = (tenant: number, member: number) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    const request = httpRequest({ port, path: `/${tenant}/${member}` }, (response) => {
      response.resume();
      resolve(response);
    });
    requests.push(request.on('error', reject).end());
  });
const statusOf = async (tenant: number, member: number) => (await open(tenant, member)).statusCode;

test('a stream passes a proxy event by event, and is stored nowhere', async () => {
  const { headers } = await open(1, 1);
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
});

test('a stream without events ends its silence by one that the page can see', async () => {
  const stream = await open(1, 1);
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  vi.advanceTimersByTime(25_000);
  // A comment, or an event without a line of data, reaches no page.
  await expect.poll(() => text).toContain('event: heartbeat\ndata:\n\n');
});

test('browsers whose streams end together do not return together', async () => {
  const waits = [];
  for (const [tenant, member] of [
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ] as const) {
    void open(tenant, member);
    const first = await new Promise((resolve) =>
      requests.at(-1)!.once('response', (response) => response.once('data', resolve)),
    );
    waits.push(Number(/^retry: (\d+)\n\n/.exec(String(first))?.[1]));
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
  expect(new Set(waits).size).toBeGreaterThan(1);
});

test('a school may open only its share of streams, however few members open them', async () => {
  expect([await statusOf(1, 1), await statusOf(1, 1), await statusOf(1, 2)]).toEqual([
    200, 200, 200,
  ]);
  expect(await statusOf(1, 2)).toBe(503);
  expect(await statusOf(2, 1)).toBe(200);
});

test('a stream that ends frees a stream of its school', async () => {
  for (const member of [1, 2, 3]) await open(1, member);
  requests[0]!.destroy();
  await expect.poll(() => statusOf(1, 4)).toBe(200);
});

test('all schools together may open only so many streams', async () => {
  for (const tenant of [1, 1, 1, 2, 2]) await open(tenant, requests.length);
  expect(await statusOf(3, 1)).toBe(503);
});

test('a member’s newest stream ends their oldest one, even in a full school', async () => {
  const oldest = await open(1, 1);
  await open(1, 1);
  await open(1, 2);
  const ended = new Promise((resolve) => oldest.on('end', resolve));
  expect(await statusOf(1, 1)).toBe(200);
  await ended;
  expect(events.count()).toBe(3);
});

test('a stream whose session ended while it was being opened is refused', async () => {
  const other = await open(1, 1);
  const ended = new Promise((resolve) => other.on('end', resolve));
  await sql`SELECT pg_notify('sessions_ended', '1-1')`.execute(database.platform);
  await ended; // the notification has come
  expect(await statusOf(1, 1)).toBe(503); // as the handler of this file answers every error
  expect(await statusOf(1, 2)).toBe(200);
});

test('a stream ends after a day, so that a session that ended by its time has none', async () => {
  const start = Date.now();
  const old = await open(2, 1);
  const ended = new Promise((resolve) => old.on('end', resolve));
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start + 12 * HOUR_MS);
  onTestFinished(() => clock.mockRestore());
  await open(2, 2);
  clock.mockReturnValue(start + 25 * HOUR_MS);
  vi.advanceTimersByTime(25_000);
  await ended;
  expect(events.count()).toBe(1);
});
