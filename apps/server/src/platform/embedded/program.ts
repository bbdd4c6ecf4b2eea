import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Place } from './place.ts';
import type { Runner } from './runner.ts';

export const shutdownSteps = [
  ['SIGINT', 7000], // fast: open transactions end, everything is written
  ['SIGQUIT', 1500], // at once, as after a power cut
  ['SIGKILL', 500],
] as const;

/**
 * Starts one of PostgreSQL's programs so that it ends when we do, kill -9 included: a little shell
 * beside it reads from a pipe that only we hold, and interrupts the program when the pipe breaks.
 * A session of its own keeps Ctrl-C away from it: it is for us to stop it, last.
 */
export function launch(
  place: Place,
  runner: Runner,
  command: string[],
  output: number | 'pipe',
  stalePid?: number,
): ChildProcess {
  const guard = '( { read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & ) ; exec "$@" 3<&-';
  const child = spawn('sh', ['-c', guard, 'sh', ...runner.prefix, ...command], {
    cwd: place.home,
    detached: true,
    uid: runner.uid,
    gid: runner.gid,
    stdio: [output === 'pipe' ? 'pipe' : 'ignore', output, output, 'pipe'],
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      // A pid in the cluster's pid file that another program has now: PostgreSQL takes one that is
      // its grandparent's for stale, and still checks that nobody uses the cluster's memory.
      ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}),
    },
  });
  const pipe = child.stdio[3] as Socket;
  pipe.on('error', () => {});
  child.once('exit', () => pipe.end('done\n'));
  return child;
}

export async function finished(place: Place, runner: Runner, command: string[], input?: string) {
  const child = launch(place, runner, command, 'pipe');
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
  child.stdin?.end(input);
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  // postgres --single ends with 0 even where the statement failed.
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said)) {
    throw new Error(`PostgreSQL could not prepare the database:\n${said.trim()}`);
  }
}
