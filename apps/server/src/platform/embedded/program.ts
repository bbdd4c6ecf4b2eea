import type { ChildProcess } from 'node:child_process';
import { OperatorProblem } from '../operator-problem.ts';
import { spawnGuarded } from '../spawn-guarded.ts';
import type { Runner } from './runner.ts';

/** Signals in order, with the ms to wait after each. */
export const shutdownSteps = [
  ['SIGINT', 7000], // fast shutdown: open transactions are aborted, everything is written
  ['SIGQUIT', 1500], // immediate shutdown: the next start recovers
  ['SIGKILL', 500],
] as const;

/**
 * Starts one of PostgreSQL's programs in `folder`. It ends with this process, even after kill -9. It has
 * its own session, because Ctrl-C must not stop it before the application.
 */
export const launch = (
  { uid, gid }: Runner,
  folder: string,
  command: string[],
  output: number | 'pipe',
  stalePid?: number,
): ChildProcess =>
  spawnGuarded(command, {
    endBy: 'INT',
    // Node enters the folder before it changes the user, who may not enter it from outside.
    cwd: folder,
    detached: true,
    uid,
    gid,
    stdio: [output === 'pipe' ? 'pipe' : 'ignore', output, output],
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      // PostgreSQL refuses to start if another process has the pid of its pid file. It ignores its
      // grandparent's pid, and still checks that nobody uses the cluster's shared memory.
      ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}),
    },
  });

/** Runs a program to its end. Throws its output if it failed. */
export async function runProgram(
  runner: Runner,
  folder: string,
  command: string[],
  { input, stalePid }: { input?: string; stalePid?: number | undefined } = {},
) {
  const child = launch(runner, folder, command, 'pipe', stalePid);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  child.stdin?.end(input);
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  // postgres --single exits with 0 even if the statement failed.
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output)) {
    throw new OperatorProblem(`PostgreSQL could not prepare the database:\n${output.trim()}`);
  }
}
