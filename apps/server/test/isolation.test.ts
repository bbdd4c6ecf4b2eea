import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { proveIsolation } from '../src/isolation/prove.ts';
import { readConfig } from '../src/platform/config.ts';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';
import { runSql } from './sql.ts';

/** Tests `npm run doctor -- --isolation` with one foreign id in each place, as two of five roles. */
vi.setConfig({ testTimeout: 300_000 });

const url = await ownDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-isolation-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const world = await openWorld({ DATA_DIR: dataDir }, url);
const school = await world.school('Aurora');
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const prove = (options: Partial<Parameters<typeof proveIsolation>[0]>) =>
  proveIsolation({ config, url, ...options });

const ask = (text: string) => runSql(url, text);

const left = `SELECT (SELECT count(*)::int FROM tenants) AS schools,
  (SELECT count(*)::int FROM members) AS members, (SELECT count(*)::int FROM posts) AS posts,
  (SELECT count(*)::int FROM pg_database WHERE datname LIKE 'vitrine_doctor_%') AS databases,
  (SELECT count(*)::int FROM pg_roles WHERE rolname LIKE 'vitrine_vitrine_doctor_%') AS roles`;

test('no call, page, file, stream or table reaches another school, and the check leaves nothing', async () => {
  const { cases, leaks, skipped } = await prove({ ids: 1, as: ['owner', 'student'] });
  expect(leaks).toEqual([]);
  expect(skipped).toEqual([]);
  expect(cases).toBeGreaterThan(2_500);
  expect(await ask(left)).toEqual([{ schools: 1, members: 1, posts: 0, databases: 0, roles: 0 }]);
  expect((await school.owner.get('/api/v1/session')).status).toBe(200);
  expect(
    (await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])).length,
  ).toBeLessThan(2);
});

test('a table without row-level security is reported', async () => {
  await ask('ALTER TABLE products NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY');
  await ask('ALTER TABLE tenants DISABLE ROW LEVEL SECURITY');
  const { leaks } = await prove({
    ids: 1,
    as: ['owner'],
    calls: (name) => name.startsWith('products.'),
    copies: false,
  });
  await ask('ALTER TABLE products ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
  await ask('ALTER TABLE tenants ENABLE ROW LEVEL SECURITY');
  expect(leaks.some((leak) => /products\.\w+.*the other school/.test(leak))).toBe(true);
  expect(leaks.some((leak) => leak.startsWith('SELECT FROM products'))).toBe(true);
  expect(leaks.some((leak) => leak.startsWith('UPDATE tenants SET name'))).toBe(true);
});
