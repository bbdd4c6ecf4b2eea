import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OperatorProblem } from '../operator-problem.ts';
import type { Programs } from './place.ts';
import type { Runner } from './runner.ts';

/** Folders for a copy of PostgreSQL. DATA_DIR is not one of them: it is closed to the runner. */
const folders = () => ['/var/cache/vitrine', '/var/lib/vitrine', join(tmpdir(), 'vitrine')];

/**
 * Returns PostgreSQL's programs at a path that the runner can read. If the checkout is in a closed
 * folder, root makes a copy that everybody can read and only root can change.
 */
export async function readablePrograms(
  programs: Programs,
  runner: Runner,
  copyFolders = folders(),
): Promise<Programs> {
  if (runner.uid === undefined || mayRun(programs, runner)) return programs;
  for (const folder of copyFolders) {
    const copy = await copyInto(folder, programs).catch(() => undefined);
    if (copy && mayRun(copy, runner)) return copy;
  }
  throw new OperatorProblem(
    `User ${runner.uid}, as whom PostgreSQL runs where Vitrine is started as root, can read neither ` +
      `${dirname(programs.postgres)} nor a copy in ${copyFolders.join(', ')}. ` +
      'Start Vitrine as an ordinary user, or set DATABASE_URL.',
  );
}

function mayRun({ postgres, initdb }: Programs, { uid, gid }: Runner): boolean {
  return [postgres, initdb].every((program) => {
    const result = spawnSync(program, ['--version'], { cwd: '/', uid, gid, stdio: 'ignore' });
    const code = (result.error as NodeJS.ErrnoException | undefined)?.code;
    if (code === 'EPERM' || code === 'EINVAL') {
      throw new OperatorProblem(
        'Root may not change to another user here, and PostgreSQL does not run as root. ' +
          'Start Vitrine as an ordinary user, or set DATABASE_URL.',
        { cause: result.error },
      );
    }
    return result.status === 0;
  });
}

async function copyInto(folder: string, programs: Programs): Promise<Programs> {
  const sourceFolder = dirname(dirname(programs.postgres));
  const manifest = await fs.readFile(join(dirname(sourceFolder), 'package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  const copy = join(folder, `postgres-${basename(name)}-${version}`);

  await fs.mkdir(folder, { recursive: true });
  const { uid, mode } = await fs.lstat(folder);
  if (uid !== process.getuid?.() || mode & 0o022) throw new Error(`Others may write ${folder}`);
  await fs.chmod(folder, 0o755);

  if (!(await fs.stat(copy).catch(() => undefined))) {
    // The draft is named after its source, so the next start replaces the draft of a killed one.
    const draft = `${copy}.new-${createHash('sha256').update(sourceFolder).digest('hex').slice(0, 8)}`;
    await fs.rm(draft, { recursive: true, force: true });
    await fs.cp(sourceFolder, draft, { recursive: true, verbatimSymlinks: true });
    await makeReadable(draft);
    spawnSync('sync', ['-f', draft], { stdio: 'ignore' });
    await fs.rename(draft, copy);
  }
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

async function makeReadable(folder: string): Promise<void> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isExecutable = entry.isDirectory() || (await fs.stat(path)).mode & 0o100;
    await fs.chmod(path, isExecutable ? 0o755 : 0o644);
  }
  await fs.chmod(folder, 0o755);
}
