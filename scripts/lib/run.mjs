// Runs the programs behind the scripts. Like all of scripts/ it runs before anything is installed:
// plain JavaScript, Node 18 or newer, no dependencies.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An error for the person at the keyboard. It is shown without a stack. */
export class Problem extends Error {}

/**
 * Runs a script's work. A Problem ends it with its message. A script that gives its `usage` prints it
 * for `--help`, and does not begin its work.
 */
export async function main(work, usage) {
  if (usage && process.argv.includes('--help')) return console.log(usage);
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

/** The Node version of this project, whatever Node runs npm. */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(root, 'node_modules', 'node', 'bin', name);
  if (existsSync(path)) return path;
  throw new Problem(
    `Node 24 is missing in node_modules/node for ${process.platform} on ${process.arch}.\n` +
      'It comes with the npm package "node", whose install script fetches it: check that npm may ' +
      'run install scripts (ignore-scripts must be off), then delete node_modules and try again.',
  );
}

/** The environment of child processes: the pinned Node and the project's tools come first in PATH. */
export function environment(extra = {}) {
  const bin = join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...extra };
}

/** Runs a command silently. Its output appears only if it fails. */
export async function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await exitCodeOf(child);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Problem(`Failed: ${command} ${args.join(' ')}`);
}

/** Runs the same npm that started this process. `node` is the path of another Node to run it. */
export function npm(args, { node, env = process.env } = {}) {
  const path = process.env.npm_execpath;
  if (path && /npm-cli\.c?js$/.test(path))
    return runQuietly(node ?? process.execPath, [path, ...args], { env });
  const PATH = node ? `${dirname(node)}${delimiter}${env.PATH}` : env.PATH;
  return runQuietly(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    env: { ...env, PATH },
  });
}

/** Runs a command with visible output. Resolves to its exit code. */
export function runVisibly(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
    ...options,
  });
  return exitCodeOf(child);
}

/** Runs a command in place of this process: passes on output, signals and the exit code. */
export async function runInPlace(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
    ...options,
  });
  passSignalsOn([child]);
  return exitCodeOf(child);
}

/** Passes the signals that end this process on to its children. */
export function passSignalsOn(children) {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal has already reached the children. A second signal might stop them at
      // once.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      for (const child of children) child.kill(signal);
    });
  }
}

/** The exit code, as a shell reports it. */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(new Problem(`Cannot run ${child.spawnfile}: ${error.message}`));
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
