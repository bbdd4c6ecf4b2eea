import { messages } from '@vitrine/contract/uploads';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { ask, freePort, served, signIn, startProcess } from '../../../test/server-process.ts';
import { makeJobsDue } from '../../../test/sql.ts';

const dataDir = join(inject('dataDir'), `conversions-${process.pid}`);
// Its own database: in a shared one, another file's worker takes the jobs and finds none of the files.
const databaseUrl = await ownDatabase();
const world = await openWorld({ DATA_DIR: dataDir }, databaseUrl);
const systemPath = process.env['PATH'];
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-conversion-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function video(size: string) {
  const path = join(await newFolder(), 'video.mov');
  const source = `color=size=${size}:rate=25:duration=0.04`;
  spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'mjpeg', path]);
  return readFile(path);
}

async function send(content: Uint8Array) {
  const announcement = { filename: 'a.mov', size: content.length, use: 'lesson_video' };
  const { url } = (await school.owner.post('/api/v1/uploads', announcement)).body.data;
  const headers = { 'content-type': 'video/mp4' };
  const sent = await school.owner.send('PUT', new URL(url).pathname, content, { headers });
  expect(sent.body.data.state).toBe('converting');
  return String(sent.body.data.path);
}

async function converted(path: string) {
  await world.platform.jobs.runAll();
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  return (await school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`)).body.data;
}

/** Puts a script in the place of ffmpeg. `$result` is the file that it shall write. */
async function replaceFfmpeg(lines: string) {
  const folder = await newFolder();
  await writeFfmpeg(folder, `for result; do :; done\n${lines}`);
  vi.stubEnv('PATH', `${folder}:${systemPath}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

const writeFfmpeg = (folder: string, lines: string) =>
  writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\nPATH='${systemPath}'\n${lines}\n`, { mode: 0o700 });

const refused = { state: 'refused', message: messages.notConvertible };

describe.runIf(hasFfmpeg)('a video', () => {
  // A process of its own, because a server remembers an ffmpeg that it has found.
  test('is accepted without a restart once the machine has ffmpeg', async () => {
    const content = await video('320x240');
    const [folder, home] = [await newFolder(), await newFolder()];
    const env = { PATH: folder, DATA_DIR: home, DATABASE_URL: await ownDatabase() };
    const server = startProcess(env, await freePort());
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await server.ended;
    });
    await served(server);
    const cookie = await signIn(server.port);
    const announce = { filename: 'a.mov', size: content.length, use: 'lesson_video' };
    const sendVideo = async () => {
      const options = { method: 'POST', cookie, body: announce };
      const { text } = await ask(server.port, '/api/v1/uploads', options);
      const headers = { 'content-type': 'video/mp4' };
      const { pathname } = new URL(JSON.parse(text).data.url);
      return ask(server.port, pathname, { method: 'PUT', cookie, bytes: content, headers });
    };
    const { status, text } = await sendVideo();
    expect([status, JSON.parse(text).message]).toEqual([415, messages.notConvertible]);
    await writeFfmpeg(folder, 'exec ffmpeg "$@"');
    expect(JSON.parse((await sendVideo()).text).data.state).toBe('converting');
  });

  test('is refused if one of its images is as large as forty million pixels', async () => {
    expect(await converted(await send(await video('8000x6000')))).toMatchObject(refused);
  });

  test('is refused if its result grows far beyond its size', async () => {
    const path = await send(await video('320x240'));
    await replaceFfmpeg('exec dd if=/dev/zero of="$result" bs=1 count=1 seek=300M');
    expect(await converted(path)).toMatchObject(refused);
  });

  test('is refused if its conversion needs more than three gigabytes of memory', async () => {
    const path = await send(await video('320x240'));
    await replaceFfmpeg('exec dd if=/dev/null of="$result" bs=4G count=1');
    expect(await converted(path)).toMatchObject(refused);
  });

  test('waits while the disk is full, and is converted once there is room', async () => {
    const path = await send(await video('320x240'));
    await replaceFfmpeg('exec ffmpeg "$@" -f mp4 -y /dev/full');
    expect(await converted(path)).toMatchObject({ state: 'converting' });
    vi.unstubAllEnvs();
    await makeJobsDue(databaseUrl, 'convert-video');
    expect(await converted(path)).toMatchObject({ state: 'ready' });
  });
});
