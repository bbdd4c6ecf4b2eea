import type { FastifyInstance } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { buildApp } from '../src/app.ts';
import { openOwnerClient } from '../src/kit/backup/owner-client.ts';
import { readConfig, type Config } from '../src/platform/config.ts';
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { openLog } from '../src/platform/log.ts';
import { openPlatform } from '../src/platform/open-platform.ts';
import type { Platform } from '../src/platform/platform.ts';

/** An installation in this process, without a port. */
export interface InProcess {
  app: FastifyInstance;
  platform: Platform;
  config: Config;
  /** Connected as the database owner, who bypasses row-level security. */
  client: pg.Client;
  /** Address of the database. */
  url: string;
  dataDir: string;
}

/** Runs `work` on a new installation, and removes it afterwards. */
export async function inProcess<T>(work: (installation: InProcess) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-torture-'));
  const database = await startEmbeddedDatabase({ dataDir });
  const { url } = database;
  try {
    const config = readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    });
    const platform = await openPlatform(config, url, openLog(config));
    const app = await buildApp(platform);
    await app.ready();
    const { client } = await openOwnerClient(url);
    try {
      return await work({ app, platform, config, client, url, dataDir });
    } finally {
      await client.end();
      await app.close();
      await platform.jobs.stop();
      await platform.database.close();
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
