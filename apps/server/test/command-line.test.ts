import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const commands = {
  'npm run backup': '../src/backup.ts',
  'npm run restore': '../src/restore.ts',
  'npm run doctor': '../src/doctor.ts',
  'npm run school': '../src/school.ts',
  'npm run torture': '../torture/run.ts',
  'npm run bench -- seed': '../../../bench/seed-schools.ts',
};
/** Scripts that do the work themselves. */
const scripts = {
  'npm test': '../../../scripts/test.mjs',
  'npm run bench': '../../../scripts/bench.mjs',
  'npm run mutate': '../../../scripts/mutate.mjs',
  'npm run test:browsers': '../../../scripts/browsers.mjs',
};

/** Runs the command in an empty folder. Returns its exit code, its output, and what it left there. */
async function run(path: string, ...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-command-'));
  const file = fileURLToPath(new URL(path, import.meta.url));
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), INIT_CWD: folder };
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [file, ...options], {
    cwd: folder,
    env,
  }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { stdout, stderr, code, files: await readdir(folder) };
}

test.for(Object.entries({ ...commands, ...scripts }))(
  '%s --help says how to call it',
  async ([call, path]) => {
    const { stdout, code, files } = await run(path, '--help');
    expect(stdout).toContain(call);
    expect({ code, files }).toEqual({ code: 0, files: [] });
  },
);

test.for(['curta', 'a'.repeat(201)])(
  'a school is not created with a password that no form takes',
  async (password) => {
    const school = ['create', '--name', 'Aurora', '--slug', 'aurora'];
    const owner = ['--owner-email', 'ana@example.com', '--owner-password', password];
    const { stderr, code, files } = await run(commands['npm run school'], ...school, ...owner);
    expect(stderr.trim()).toBe('--owner-password must have 8 to 200 characters.');
    expect({ code, files }).toEqual({ code: 1, files: [] });
  },
);

test('a command whose output nobody reads ends without a trace', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-command-'));
  const doctor = fileURLToPath(new URL(commands['npm run doctor'], import.meta.url));
  const child = spawn(process.execPath, [doctor], {
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
  });
  child.stdout.destroy();
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  await once(child, 'close');
  expect(complaints).toBe('');
});

test.for(Object.entries(commands))('%s refuses an unknown option', async ([call, path]) => {
  const { stderr, code, files } = await run(path, '--nonsense');
  const [sentence, usage] = stderr.split('\n');
  expect(sentence).toBe("Unknown option '--nonsense'.");
  expect(usage).toContain(call);
  expect({ code, files }).toEqual({ code: 1, files: [] });
});
