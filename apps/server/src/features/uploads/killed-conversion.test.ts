import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openImportWorld } from '../../../test/imports.ts';
import * as media from '../../../test/media.ts';
import { freePort, isAlive, served, startProcess } from '../../../test/server-process.ts';

const world = await openImportWorld();
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

test.runIf(hasFfmpeg)(
  'a killed server takes its ffmpeg along',
  async () => {
    const { owner } = await world.school();
    const content = media.avi();
    const announcement = { filename: 'a.avi', size: content.length, use: 'lesson_video' };
    const { url } = (await owner.post('/api/v1/uploads', announcement)).body.data;
    const headers = { 'content-type': 'video/mp4' };
    const sent = await owner.send('PUT', new URL(url).pathname, content, { headers });
    expect(sent.body.data.state).toBe('converting');

    // An ffmpeg that never ends. It replaces its shell, as the real one would.
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-ffmpeg-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const pidFile = join(folder, 'pid');
    const script = `#!/bin/sh\necho $$ > '${pidFile}'\nexec sleep 600\n`;
    await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o700 });
    const server = startProcess(
      {
        DATABASE_URL: world.databaseUrl,
        DATA_DIR: world.dataDir,
        LOG_LEVEL: 'silent',
        PATH: `${folder}:${process.env['PATH']}`,
      },
      await freePort(),
    );
    onTestFinished(() => server.kill('SIGKILL'));
    await served(server);
    const pidNow = async () => Number(await readFile(pidFile, 'utf8').catch(() => '0'));
    await expect.poll(pidNow, { timeout: 30_000 }).toBeGreaterThan(0);
    const pid = await pidNow();
    onTestFinished(() => void spawnSync('kill', ['-9', String(pid)]));
    expect(isAlive(pid)).toBe(true);

    server.kill('SIGKILL');
    await server.ended;
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  },
  90_000,
);
