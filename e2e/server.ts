import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbeddedDatabase } from '../apps/server/src/platform/embedded-database.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';
import { publishServer } from './running-server.ts';

/**
 * Playwright's global setup: one server for the whole run, as in production, with database, files,
 * jobs and built pages. Returns the teardown.
 */
export default async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'));
  const database = await startEmbeddedDatabase({ dataDir });
  const config = readConfig({ DATA_DIR: dataDir, DEV_MAIL: '1', LOG_LEVEL: 'error' });
  const platform = await openPlatform(config, database.url, openLog(config));
  const app = await buildApp(platform);
  await app.listen({ port: 0, host: '::' });
  await platform.jobs.start();
  const { port } = app.server.address() as AddressInfo;
  publishServer({ port, databaseUrl: database.url, dataDir });
  return async () => {
    await app.close();
    await platform.jobs.stop();
    await platform.database.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
