import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorProblem } from '../operator-problem.ts';

/** The user that PostgreSQL runs as. Without a uid it is the user of this process. */
export type Runner = { uid?: number; gid?: number };

// No distribution and no part of systemd assigns these numbers. They are below 65536, so that
// containers with a mapped range of users have them too.
const FIRST_FREE_UID = 60_706;
const FREE_UIDS = 478;

/**
 * PostgreSQL refuses to run as root. Root starts it with a uid that belongs to no user and owns
 * only the cluster. A cluster of an ordinary user keeps its owner, who may start it again.
 */
export async function chooseRunner(dataDir: string, cluster: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return {};
  for (const path of [cluster, dataDir]) {
    const { uid, gid } = await fs.stat(path).catch(() => ({ uid: 0, gid: 0 }));
    if (uid !== 0 && uid !== findNobody()?.uid) return { uid, gid: gid || uid };
  }
  const start = createHash('sha256').update(dataDir).digest().readUInt32BE() % FREE_UIDS;
  for (let step = 0; step < FREE_UIDS; step += 1) {
    const uid = FIRST_FREE_UID + ((start + step) % FREE_UIDS);
    if (!isTaken('passwd', uid) && !isTaken('group', uid)) return { uid, gid: uid };
  }
  throw new OperatorProblem('No free user id for PostgreSQL. Start Vitrine as an ordinary user.');
}

/** Returns a user with a name: `initdb` and single-user mode look it up, and a free uid has none. */
export function withName(runner: Runner): Runner {
  if (runner.uid === undefined || isTaken('passwd', runner.uid)) return runner;
  const nobody = findNobody();
  if (nobody) return nobody;
  throw new OperatorProblem('This system has no user “nobody”. Start Vitrine as an ordinary user.');
}

function findNobody(): Runner | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const result = spawnSync('id', [option, 'nobody'], { encoding: 'utf8' });
    return result.status === 0 ? Number(result.stdout) : undefined;
  });
  return uid && gid ? { uid, gid } : undefined;
}

function isTaken(database: 'passwd' | 'group', id: number): boolean {
  return spawnSync('getent', [database, String(id)], { stdio: 'ignore' }).status === 0;
}

/**
 * The path by which a program that starts in `folder` names that folder. The data directory is
 * closed to other users, so another user can reach it only as working directory. Linux has a path
 * for that.
 */
export const pathFrom = ({ uid }: Runner, folder: string) =>
  uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder;

/** Outside Linux, lets the runner enter the data directory, but not read what else is in it. */
export async function allowEntry(dataDir: string, { gid }: Runner): Promise<void> {
  if (gid === undefined || process.platform === 'linux') return;
  await fs.chown(dataDir, 0, gid);
  await fs.chmod(dataDir, 0o710);
}

/** Gives a file or a tree to the runner. Links are not followed: the runner may have made them. */
export async function changeOwner(
  { uid, gid }: Runner,
  path: string,
  { topFirst = false } = {},
): Promise<void> {
  if (uid === undefined) return;
  const setOwner = (path: string) => fs.lchown(path, uid, gid ?? uid);
  if (topFirst) await setOwner(path);
  if ((await fs.lstat(path)).isDirectory())
    for (const entry of await fs.readdir(path, { recursive: true, withFileTypes: true }))
      await setOwner(join(entry.parentPath, entry.name));
  // The top goes last: its owner tells the next start whether a killed start had finished.
  await setOwner(path);
}

/** Gives the runner a cluster that an earlier version or a copied folder left to another user. */
export async function takeOver(cluster: string, runner: Runner): Promise<void> {
  const owner = await fs.stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== runner.uid) await changeOwner(runner, cluster);
}
