import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbeddedDatabase } from '../apps/server/src/platform/embedded-database.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    dataDir: string;
    port: number;
  }
}

/** The product as it is served: real database, real files, jobs running, the built pages. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'));
  const database = await startEmbeddedDatabase({ dataDir });
  const config = readConfig({ DATA_DIR: dataDir, DEV_MAIL: '1', LOG_LEVEL: 'error' });
  const platform = await openPlatform(config, database.url, openLog(config));
  const app = await buildApp(platform);
  await app.listen({ port: 0, host: '::' });
  await platform.jobs.start();
  project.provide('databaseUrl', database.url);
  project.provide('dataDir', dataDir);
  project.provide('port', (app.server.address() as AddressInfo).port);
  return async () => {
    await app.close();
    await platform.jobs.stop();
    await platform.database.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
