import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { operatorDatabase } from './own-database.ts';
import { freePort, served, startProcess } from './server-process.ts';
import { runSql } from './sql.ts';

/** An operator's database may begin each connection with settings of its own. */
vi.setConfig({ testTimeout: 120_000 });

const home = await mkdtemp(join(tmpdir(), 'vitrine-odd-'));
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

test('a school is made where the database writes dates and looks for tables in its own way', async () => {
  const { url, administratorUrl, role, name } = await operatorDatabase('CREATEROLE');
  await runSql(
    administratorUrl,
    `CREATE SCHEMA ${role} AUTHORIZATION ${role};
     ALTER DATABASE ${name} SET timezone TO 'Pacific/Kiritimati';
     ALTER DATABASE ${name} SET datestyle TO 'SQL, DMY';
     ALTER DATABASE ${name} SET intervalstyle TO 'iso_8601';
     ALTER DATABASE ${name} SET bytea_output TO 'escape';
     ALTER DATABASE ${name} SET search_path TO "$user", public;
     ALTER ROLE ${role} SET statement_timeout TO 1`,
  );
  const env = { DATA_DIR: await mkdtemp(join(home, 'data-')), DATABASE_URL: url, DEMO: '1' };
  const server = startProcess(env, await freePort());
  try {
    await served(server);
    const [found] = await runSql(
      administratorUrl,
      `SELECT count(*)::int AS elsewhere,
         (SELECT count(*)::int FROM public.quiz_attempts WHERE finished_at IS NOT NULL) AS finished
       FROM pg_class WHERE relnamespace = '${role}'::regnamespace`,
    );
    expect(found).toEqual({ elsewhere: 0, finished: 6 });
  } finally {
    server.kill('SIGKILL');
    await server.ended;
  }
});
