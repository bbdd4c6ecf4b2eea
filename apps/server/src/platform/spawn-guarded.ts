import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import type { Socket } from 'node:net';

interface GuardedOptions extends Omit<SpawnOptions, 'stdio'> {
  /** The signal that ends the program when this process is gone. */
  endBy: 'INT' | 'KILL';
  stdio: ['ignore' | 'pipe', 'ignore' | 'pipe' | number, 'ignore' | 'pipe' | number];
}

/**
 * Starts a program that ends with this process, even after kill -9. A shell reads from a pipe that only
 * this process holds, and signals the program when the pipe breaks. A missing program exits with 127.
 */
export function spawnGuarded(
  command: string[],
  { endBy, stdio, ...options }: GuardedOptions,
): ChildProcess {
  const guard = `( { read -r _ <&3 || kill -${endBy} $$; } >/dev/null 2>&1 & ) ; exec "$@" 3<&-`;
  const child = spawn('/bin/sh', ['-c', guard, 'sh', ...command], {
    ...options,
    stdio: [...stdio, 'pipe'],
  });
  const pipe = child.stdio[3] as Socket;
  pipe.on('error', () => {});
  child.once('exit', () => pipe.end('done\n'));
  return child;
}
