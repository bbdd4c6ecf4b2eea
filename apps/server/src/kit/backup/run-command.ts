import { resolve } from 'node:path';
import { readCommandLine } from '../../platform/command-line.ts';
import { BackupProblem } from './manifest.ts';

/**
 * Runs a command that takes one folder. A relative one counts from the folder in which npm was
 * called. A `BackupProblem` ends it with its sentence, any other error with its stack.
 */
export async function runFolderCommand(usage: string, run: (folder: string) => Promise<void>) {
  const [folder, ...more] = readCommandLine(usage, {}).positionals;
  process.umask(0o077); // new files are closed to other users
  try {
    if (!folder || more.length) throw new BackupProblem(usage);
    await run(resolve(process.env['INIT_CWD'] ?? '.', folder));
  } catch (error) {
    const { message, stack } = error as Error;
    process.stderr.write(`${error instanceof BackupProblem ? message : stack}\n`);
    process.exitCode = 1;
  }
}
