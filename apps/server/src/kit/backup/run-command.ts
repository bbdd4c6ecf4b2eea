import { resolve } from 'node:path';
import { readCommandLine, textOf } from '../../platform/command-line.ts';
import { BackupProblem } from './manifest.ts';

/**
 * Runs a command that takes one folder. A relative one counts from the folder in which npm was
 * called. A `BackupProblem`, or what a disk or database refuses, ends it with a sentence. Any other
 * error ends it with its stack.
 */
export async function runFolderCommand(usage: string, run: (folder: string) => Promise<void>) {
  const [folder, ...more] = readCommandLine(usage, {}).positionals;
  process.umask(0o077); // new files are closed to other users
  try {
    if (!folder || more.length) throw new BackupProblem(usage);
    await run(resolve(process.env['INIT_CWD'] ?? '.', folder));
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`);
    process.exitCode = 1;
  }
}
