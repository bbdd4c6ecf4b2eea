import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLogOutput } from '../src/platform/log-output.ts';
import { ask, freePort, served, startProcess } from './server-process.ts';

/** Tests that nobody waits for a log that cannot be written. */
vi.setConfig({ testTimeout: 60_000 });

/** A pipe takes a shorter line whole or not at all. */
const LINE_BYTES = 5_000;

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-full-log-'));
  onTestFinished(() =>
    rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  return folder;
}

test('a server whose log lies on a full disk answers, and ends in order', async () => {
  const stdout = openSync('/dev/full', 'w');
  const env = { DATA_DIR: await newFolder(), LOG_LEVEL: 'debug' };
  const server = startProcess(env, await freePort(), { stdout });
  closeSync(stdout);
  onTestFinished(() => server.kill('SIGKILL'));
  await served(server);
  for (let count = 0; count < 5; count += 1)
    expect((await ask(server.port, '/healthz')).status).toBe(200);
  server.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
});

test('a log whose reader stood still goes on, and says how many lines are lost', async () => {
  const path = join(await newFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(pipe));
  const read = () => {
    const bytes = Buffer.alloc(1_048_576);
    return bytes.toString('utf8', 0, readSync(pipe, bytes)).trimEnd().split('\n');
  };
  const output = openLogOutput(pipe);
  const lineOf = (number: number) => `${JSON.stringify({ number }).padEnd(LINE_BYTES)}\n`;

  for (let number = 0; number < 100; number += 1) output.write(lineOf(number));
  const written = read();
  const whole = written.filter((line) => line.length === LINE_BYTES);
  expect(whole.length).toBeLessThan(100);
  expect(whole.map((line) => JSON.parse(line).number)).toEqual([...whole.keys()]);

  output.write(lineOf(100));
  const [rest, notice, next, ...more] = read();
  expect([rest, more]).toEqual(['', []]); // ends the line that was cut
  expect(JSON.parse(notice!)).toMatchObject({ level: 40, lostLines: 100 - whole.length });
  expect(JSON.parse(next!)).toEqual({ number: 100 });
});
