import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import type { Socket } from 'node:net';

/** A program that exceeds them fails or is killed. macOS knows no limit of memory. */
export interface ProgramLimits {
  maxMemoryBytes?: number;
  /** Maximum size of each file that it writes. */
  maxFileBytes?: number;
}

interface GuardedOptions extends Omit<SpawnOptions, 'stdio'> {
  /** The signal that ends the program when this process is gone. */
  endBy: 'INT' | 'KILL';
  stdio: ['ignore' | 'pipe', 'ignore' | 'pipe' | number, 'ignore' | 'pipe' | number];
  limits?: ProgramLimits;
}

/**
 * Starts a program that ends with this process, even after kill -9. A shell reads from a pipe that only
 * this process holds, and signals the program when the pipe breaks. A missing program exits with 127.
 */
export function spawnGuarded(
  command: string[],
  { endBy, stdio, limits = {}, ...options }: GuardedOptions,
): ChildProcess {
  const guard = `( { read -r _ <&3 || kill -${endBy} $$; } >/dev/null 2>&1 & ) ; exec "$@" 3<&-`;
  const child = spawn('/bin/sh', ['-c', limitsOf(limits) + guard, 'sh', ...command], {
    ...options,
    stdio: [...stdio, 'pipe'],
  });
  const pipe = child.stdio[3] as Socket;
  pipe.on('error', () => {});
  child.once('exit', () => pipe.end('done\n'));
  return child;
}

const KILOBYTE = 1024;
/** The unit of `ulimit -f`. */
const BLOCK = 512;

const limitsOf = ({ maxMemoryBytes, maxFileBytes }: ProgramLimits) =>
  [
    maxMemoryBytes && `ulimit -v ${Math.ceil(maxMemoryBytes / KILOBYTE)} 2>/dev/null; `,
    maxFileBytes && `ulimit -f ${Math.ceil(maxFileBytes / BLOCK)}; `,
  ]
    .filter(Boolean)
    .join('');
