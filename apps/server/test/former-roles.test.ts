import { sql } from 'kysely';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createSchool } from '../src/features/tenants/tenants.store.ts';
import { readConfig } from '../src/platform/config.ts';
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { openLog } from '../src/platform/log.ts';
import { openPlatform } from '../src/platform/open-platform.ts';

/** Uses an old data folder, whose pool signed in as superuser and took the application's role. */
test('a data folder with the former roles upgrades itself and keeps its data', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-former-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });

  const opened = async () => {
    const server = await startEmbeddedDatabase({ dataDir });
    const platform = await openPlatform(config, server.url, openLog(config));
    const close = async () => {
      await platform.jobs.stop();
      await platform.database.close();
      await server.stop();
    };
    return { ...platform, url: server.url, close };
  };

  const before = await opened();
  await createSchool(before.database, {
    name: 'Escola Antiga',
    slug: 'antiga',
    owner: { name: 'Olívia', email: 'olivia@example.com', passwordHash: null },
  });
  await before.jobs.runAll();
  const former = new pg.Client({ connectionString: before.url });
  await former.connect();
  await former.query(`
    DROP OWNED BY vitrine_jobs;
    DROP ROLE vitrine_jobs;
    ALTER ROLE vitrine_app NOLOGIN PASSWORD NULL;
    GRANT vitrine_app TO vitrine_owner;
    UPDATE schema_migrations SET hash = 'former' WHERE name = 'row-level-security.sql'`);
  await former.end();
  await before.close();
  const cluster = join(dataDir, 'postgres');
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all scram-sha-256\n');
  if (process.getuid?.() === 0) spawnSync('chown', ['-R', '0:0', cluster]);

  const after = await opened();
  onTestFinished(after.close);
  const { db } = { db: after.database.platform };
  const { rows } = await sql<object>`
    SELECT t.name, session_user AS me, r.rolcanlogin AS login,
      EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS member
    FROM tenants t, pg_roles r WHERE r.rolname = session_user`.execute(db);
  expect(rows).toEqual([{ name: 'Escola Antiga', me: 'vitrine_app', login: true, member: false }]);
  await after.jobs.runAll();
});
