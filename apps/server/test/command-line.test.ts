import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const commands = {
  backup: '../src/backup.ts',
  restore: '../src/restore.ts',
  doctor: '../src/doctor.ts',
  school: '../src/school.ts',
  torture: '../torture/run.ts',
};

/** Runs the command in an empty folder. Returns its exit code, its output, and what it left there. */
async function run(path: string, option: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-command-'));
  const file = fileURLToPath(new URL(path, import.meta.url));
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), INIT_CWD: folder };
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [file, option], {
    cwd: folder,
    env,
  }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { stdout, stderr, code, files: await readdir(folder) };
}

test.for(Object.entries(commands))('%s --help says how to call it', async ([name, path]) => {
  const { stdout, code, files } = await run(path, '--help');
  expect(stdout).toContain(`npm run ${name}`);
  expect({ code, files }).toEqual({ code: 0, files: [] });
});

test.for(Object.entries(commands))('%s refuses an unknown option', async ([name, path]) => {
  const { stderr, code, files } = await run(path, '--nonsense');
  const [sentence, usage] = stderr.split('\n');
  expect(sentence).toBe("Unknown option '--nonsense'.");
  expect(usage).toContain(`npm run ${name}`);
  expect({ code, files }).toEqual({ code: 1, files: [] });
});
