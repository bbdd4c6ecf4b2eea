import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';

const token = 'segredo-da-metrica-0192';
const world = await openWorld({ METRICS_TOKEN: token }, await ownDatabase());

const metrics = async (authorization = `Bearer ${token}`) =>
  world.app.inject({ url: '/metrics', headers: { host: '10.0.0.7', authorization } });
/** Returns the lines of one metric. */
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name));

test('without the token, metrics answer 404', async () => {
  for (const wrong of ['', 'Bearer ', `Bearer ${token}x`, token, `Basic ${token}`])
    expect((await metrics(wrong)).statusCode).toBe(404);
});

test('a server without metrics answers 404, and no page that a scraper would take for them', async () => {
  const closed = await openWorld({}, await ownDatabase());
  const { host } = await closed.school();
  for (const accept of ['text/html', 'application/openmetrics-text,text/plain;version=0.0.4']) {
    const { statusCode, json } = await closed.app.inject({
      url: '/metrics',
      headers: { host, accept, authorization: 'Bearer ' },
    });
    expect([statusCode, json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
  }
});

test('requests are counted by call and class of status', async () => {
  const school = await world.school();
  await school.product();
  await school.owner.post('/api/v1/products', {});
  const { body, headers } = await metrics();
  expect(headers['content-type']).toContain('text/plain');
  const counts = linesOf(body, 'vitrine_http_request_duration_seconds_count');
  expect(counts).toContain(
    'vitrine_http_request_duration_seconds_count{call="products.create",status="2xx"} 1',
  );
  expect(counts).toContain(
    'vitrine_http_request_duration_seconds_count{call="products.create",status="4xx"} 1',
  );
});

test('metrics include pool, streams, jobs, memory, event loop and disk', async () => {
  const school = await world.school();
  await school.visitor.post('/api/v1/password/forgot', { email: school.owner.email });
  const { body } = await metrics();
  for (const name of [
    'vitrine_database_up 1',
    'vitrine_database_connections{state="open"} ',
    'vitrine_database_connections{state="waiting"} 0',
    'vitrine_event_streams 0',
    'vitrine_jobs{task="mail-link",state="due"} 1',
    'vitrine_disk_bytes{state="free"} ',
    'process_resident_memory_bytes ',
    'nodejs_eventloop_lag_p99_seconds ',
  ])
    expect(body).toContain(`\n${name}`);
});

test('the Grafana board uses only existing metrics', async () => {
  const board = await readFile(join(import.meta.dirname, '../../../docs/grafana.json'), 'utf8');
  const named = new Set(board.match(/\b(?:vitrine|nodejs|process)_\w+/g));
  expect(named.size).toBeGreaterThan(9);
  await (await world.school()).owner.get('/api/v1/session');
  const { body } = await metrics();
  expect([...named].filter((name) => linesOf(body, name).length === 0)).toEqual([]);
  // An overloaded server looks idle without it: refused requests are among no others.
  expect([...named]).toContain('vitrine_http_requests_refused_total');
});

test('labels are fixed: no path, host, school, person or secret of a request enters them', async () => {
  const school = await world.school('Escola Sigilosa');
  const planted = 'plantado-4711';
  await school.owner.get(`/${planted}?token=${planted}`);
  await school.owner.get(`/api/v1/${planted}`);
  await school.owner.get(`/files/${school.id}/${planted}.png`);
  await school.owner.send('GET', '/', undefined, { headers: { 'x-request-id': planted } });
  await metrics();
  const before = linesOf((await metrics()).body, 'vitrine_').length;
  for (let n = 0; n < 50; n += 1) {
    await school.visitor.get(`/${planted}-${n}`);
    await school.visitor.get(`/api/v1/${planted}/${n}`);
  }
  const { body } = await metrics();
  for (const secret of [planted, token, school.slug, school.owner.email, 'Sigilosa', '10.0.0.7'])
    expect(body).not.toContain(secret);
  // New paths may add a few series the first time, never one per path.
  expect(linesOf(body, 'vitrine_').length - before).toBeLessThan(60);
});
