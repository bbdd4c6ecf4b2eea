import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../src/app.ts';
import { makeSchool, signInAs } from '../src/isolation/schools.ts';
import { openOwnerClient } from '../src/kit/backup/owner-client.ts';
import { readConfig } from '../src/platform/config.ts';
import { startEmbeddedDatabase } from '../src/platform/embedded-database.ts';
import { openLog } from '../src/platform/log.ts';
import { openPlatform } from '../src/platform/open-platform.ts';
import { fuzz } from './fuzz.ts';
import { randomOf } from './random.ts';

interface Options {
  seed: number;
  count: number;
  say: (line: string) => void;
}

/** An installation of its own, with a school that has a row in every table. */
export async function runFuzz({ seed, count, say }: Options) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-torture-'));
  const database = await startEmbeddedDatabase({ dataDir });
  try {
    const config = readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    });
    const platform = await openPlatform(config, database.url, openLog(config));
    const app = await buildApp(platform);
    await app.ready();
    const { client } = await openOwnerClient(database.url);
    try {
      const school = await makeSchool(client, platform.database, config.platformHosts[0]!);
      const { id, host } = school;
      const { findings, statuses } = await fuzz(
        app,
        { id, host, signIn: (role) => signInAs(client, school, role) },
        { count, random: randomOf(seed), say },
      );
      const told = [...statuses]
        .toSorted(([one], [other]) => one - other)
        .map(([status, times]) => `${times} × ${status}`);
      say(told.join(', '));
      return {
        held: count - findings.length,
        broken: findings.map(({ what, request }) => `${what}\n  ${request}`),
      };
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
