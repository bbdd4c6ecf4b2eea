import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openImportWorld } from '../../../test/imports.ts';
import * as media from '../../../test/media.ts';
import {
  ask,
  freePort,
  isAlive,
  served,
  signIn,
  startProcess,
} from '../../../test/server-process.ts';
import { isBuilt } from '../site/web-build.ts';

const world = await openImportWorld();
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-ffmpeg-'));
  folders.push(folder);
  return folder;
}

/** An ffmpeg that never ends. It replaces its shell, as the real one would. */
async function endlessFfmpeg() {
  const folder = await newFolder();
  const pidFile = join(folder, 'pid');
  const script = `#!/bin/sh\n[ "$1" = -version ] && exit\necho $$ > '${pidFile}'\nexec sleep 600\n`;
  await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o700 });
  const pidNow = async () => Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  return {
    path: `${folder}:${process.env['PATH']}`,
    async started() {
      await expect.poll(pidNow, { timeout: 30_000 }).toBeGreaterThan(0);
      const pid = await pidNow();
      onTestFinished(() => void spawnSync('kill', ['-9', String(pid)]));
      return pid;
    },
  };
}

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

    const ffmpeg = await endlessFfmpeg();
    const server = startProcess(
      {
        DATABASE_URL: world.databaseUrl,
        DATA_DIR: world.dataDir,
        LOG_LEVEL: 'silent',
        PATH: ffmpeg.path,
      },
      await freePort(),
    );
    onTestFinished(() => server.kill('SIGKILL'));
    await served(server);
    const pid = await ffmpeg.started();
    expect(isAlive(pid)).toBe(true);

    server.kill('SIGKILL');
    await server.ended;
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
  90_000,
);

// Without a build the server warns of that too.
test.runIf(hasFfmpeg && isBuilt())(
  'a server that ends while it converts a video says so in one line, and leaves',
  async () => {
    const ffmpeg = await endlessFfmpeg();
    const env = { DATA_DIR: await newFolder(), LOG_LEVEL: 'warn', PATH: ffmpeg.path };
    const server = startProcess(env, await freePort());
    onTestFinished(() => server.kill('SIGKILL'));
    await served(server);
    const cookie = await signIn(server.port);
    const content = media.avi();
    const body = { filename: 'a.avi', size: content.length, use: 'lesson_video' };
    const announced = await ask(server.port, '/api/v1/uploads', { method: 'POST', body, cookie });
    const { url } = JSON.parse(announced.text).data;
    const sent = await ask(server.port, new URL(url).pathname, {
      method: 'PUT',
      bytes: content,
      cookie,
      headers: { 'content-type': 'video/mp4' },
    });
    expect(sent.status).toBe(200);
    await ffmpeg.started();

    server.kill('SIGTERM');
    await server.ended;
    const lines = server.output().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, msg: expect.stringContaining('jobs run again') }),
    ]);
  },
  90_000,
);
