import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openWorld } from './harness.ts';
import * as media from './media.ts';
import { ownDatabase } from './own-database.ts';
import { runSql } from './sql.ts';

/** Opens an installation with two schools, people and an image, and the commands that copy it. */
export async function backedUpInstallation() {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  const dataDir = join(home, 'data');
  const source = await ownDatabase();
  const world = await openWorld({ DATA_DIR: dataDir }, source);
  const other = await world.school('Outra');
  const school = await world.school('Aurora');
  let count = 0;

  async function sendImage(color = 300) {
    const form = new FormData();
    form.set('use', 'banner');
    form.set('file', new Blob([new Uint8Array(await media.png(color, 200))]), 'foto.png');
    const { status, body } = await school.owner.send('POST', '/api/v1/uploads/image', form);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.data as { path: string };
  }

  await school.product('Plano; com "aspas"\te tabulação\n\\N');
  await school.join(['student'], [await school.product()]);
  await sendImage();
  await other.product();
  return {
    /** The folder of the installation and of whatever a test stores. */
    home,
    dataDir,
    /** The URL of its database. */
    source,
    world,
    school,
    sendImage,
    newPath: () => join(home, `place-${(count += 1)}`),
    run,
    backUp: (folder: string) => run('backup', folder, { DATA_DIR: dataDir, DATABASE_URL: source }),
    ask: (url: string, question: string) => runSql<Record<string, string>>(url, question),
    removeAll: () => rm(home, { recursive: true, force: true }),
  };
}

/** Runs `npm run backup` or `npm run restore`. Returns the exit code and the output. */
async function run(name: 'backup' | 'restore', folder: string, env: Record<string, string>) {
  const program = join(import.meta.dirname, `../src/${name}.ts`);
  const child = spawn(process.execPath, [program, folder], {
    env: { PATH: process.env['PATH'], ...env },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, out };
}
