import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { migrate } from '../src/platform/migrate.ts';
import { commitWithoutDisk, MIGRATED, nameOf, runSql } from './sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    dataDir: string;
  }
}

/** Files run side by side, and some open several applications. */
const MAX_CONNECTIONS = 120;

/** Starts one real PostgreSQL for the whole run. Each test file creates its own schools in it. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const configured = process.env['TEST_DATABASE_URL'];
  const database = configured
    ? { url: configured, stop: async () => {} }
    : await startEmbeddedDatabase({ dataDir, maxConnections: MAX_CONNECTIONS });
  await migrate(database.url);
  await runSql(database.url, `DROP DATABASE IF EXISTS ${MIGRATED}`);
  await runSql(database.url, `CREATE DATABASE ${MIGRATED} TEMPLATE ${nameOf(database.url)}`);
  await commitWithoutDisk(database.url);
  project.provide('databaseUrl', database.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
