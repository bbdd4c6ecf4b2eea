import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Place } from './place.ts';

// PostgreSQL refuses to run as root, so root starts it as another user.

/** How PostgreSQL is started: `uid` owns its files, `prefix` is the command that changes the user. */
export type Runner = { name: string; uid?: number; gid?: number; prefix: string[]; owns?: number };

export async function chooseRunner(place: Place): Promise<Runner> {
  const myself: Runner = { name: 'this user', prefix: [] };
  if (process.getuid?.() !== 0) return myself;

  const candidates = await rootsChoices(place);
  const runner = candidates.find((candidate) => mayWorkIn(place, candidate));
  if (!runner) {
    throw new Error(
      `PostgreSQL does not run as root, and none of ${candidates.map((c) => c.name).join(', ')} ` +
        `may look into ${place.home} and ${dirname(place.postgres)}. Start Vitrine as an ordinary ` +
        'user, open these folders to others (chmod o+x), allow user namespaces, or set DATABASE_URL.',
    );
  }
  // The cluster may belong to another user, as when user namespaces were switched off since.
  const current = await ownerOf(place.cluster);
  if (current !== undefined && current !== runner.owns) {
    spawnSync('chown', ['-R', String(runner.owns), place.cluster]);
  }
  return runner;
}

/**
 * The possible runners, best first. An ordinary user who owns the data runs the database. Next is a
 * user namespace, which maps root to uid 1000: root's closed folders stay readable.
 */
async function rootsChoices({ home, cluster }: Place): Promise<Runner[]> {
  const namespace: Runner = {
    name: 'root in a user namespace',
    prefix: ['unshare', '-U', '--map-user=1000', '--map-group=1000'],
    owns: 0,
  };
  const owners = [await ownerOf(cluster), await ownerOf(home)];
  const others = [await ownerOf(dirname(home)), systemUser('postgres'), systemUser('nobody')];
  return [...owners.map(asUser), namespace, ...others.map(asUser)].filter((it) => it !== undefined);
}

function asUser(uid: number | undefined): Runner | undefined {
  if (!uid) return undefined;
  const gid = Number(idOf(['-g', String(uid)]) ?? uid);
  return { name: idOf(['-un', String(uid)]) ?? `user ${uid}`, uid, gid, prefix: [], owns: uid };
}

function systemUser(name: string): number | undefined {
  const uid = idOf(['-u', name]);
  return uid === undefined ? undefined : Number(uid);
}

function idOf(args: string[]): string | undefined {
  const answer = spawnSync('id', args, { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

async function ownerOf(path: string): Promise<number | undefined> {
  return fs.stat(path).then(
    (found) => found.uid,
    () => undefined,
  );
}

function mayWorkIn({ home, initdb }: Place, runner: Runner): boolean {
  const probe = ['sh', '-c', 'cd "$0" && exec "$1" --version', home, initdb];
  const [command, ...args] = [...runner.prefix, ...probe] as [string, ...string[]];
  const { uid, gid } = runner;
  return spawnSync(command, args, { cwd: '/', uid, gid, stdio: 'ignore' }).status === 0;
}

export async function changeOwner({ uid, gid }: Runner, path: string): Promise<void> {
  if (uid !== undefined) await fs.chown(path, uid, gid ?? uid);
}
