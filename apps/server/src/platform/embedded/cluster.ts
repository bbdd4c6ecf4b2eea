import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flush } from '../disk.ts';
import { database, owner, passwordFileIn, recordedPid, type Place } from './place.ts';
import { runProgram } from './program.ts';
import { changeOwner, pathFrom, withName, type Runner } from './runner.ts';
import type { DatabaseLog } from './server.ts';

/**
 * Creates the cluster if there is none, and returns the owner's password. A kill at any moment does
 * no harm: the finished cluster is renamed to its place, and the password is written last. A start
 * that finds a cluster without it sets a new one.
 */
export async function ensureCluster(place: Place, runner: Runner, log: DatabaseLog) {
  const passwordFile = passwordFileIn(place.dataDir);
  const clusterExists = existsSync(join(place.cluster, 'PG_VERSION'));
  const storedPassword = (await fs.readFile(passwordFile, 'utf8').catch(() => '')).trim();
  if (clusterExists && storedPassword) return storedPassword;

  const password = storedPassword || randomBytes(24).toString('base64url');
  if (clusterExists) {
    log.info('The password of the database is lost. Setting a new one.');
    await setPassword(place, runner, password);
  } else {
    log.info('Creating the database: this happens once.');
    await createCluster(place, runner, password);
  }
  if (!storedPassword) await writeDurably(passwordFile, `${password}\n`);
  return password;
}

/** We may write the cluster's files, so we may set a new password. */
async function setPassword(place: Place, runner: Runner, password: string) {
  const namedRunner = withName(runner);
  if (namedRunner !== runner) await changeOwner(namedRunner, place.cluster, { topFirst: true });
  const statement = `ALTER ROLE ${owner} PASSWORD '${password}'`;
  await singleUser(place, namedRunner, { folder: place.cluster, statement }).finally(async () => {
    if (namedRunner !== runner) await changeOwner(runner, place.cluster);
  });
}

async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  await fs.writeFile(draft, content, { mode: 0o600, flush: true });
  await fs.rename(draft, path);
  await flush(dirname(path));
}

async function createCluster(place: Place, runner: Runner, password: string): Promise<void> {
  const tempFolder = await fs.mkdtemp(join(place.dataDir, 'postgres.new-'));
  try {
    const cluster = join(tempFolder, 'cluster');
    const passwordCopy = join(tempFolder, 'password');
    await fs.writeFile(passwordCopy, password, { mode: 0o600 });
    await fs.mkdir(cluster, { mode: 0o700 });
    const namedRunner = withName(runner);
    await changeOwner(namedRunner, tempFolder);
    const clusterPath = pathFrom(namedRunner, cluster);
    // The built-in locale sorts in the same way on every machine, so the folder can move.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = [
      '--auth=scram-sha-256',
      `--username=${owner}`,
      `--pwfile=${clusterPath}/../password`,
    ];
    const options = [
      ...locale,
      '--encoding=UTF8',
      ...access,
      '--data-checksums',
      '--no-instructions',
    ];
    await runProgram(namedRunner, cluster, [place.initdb, '-D', clusterPath, ...options]);
    await singleUser(place, namedRunner, {
      folder: cluster,
      statement: `CREATE DATABASE ${database}`,
    });
    await changeOwner(runner, cluster);
    await fs.rename(cluster, place.cluster);
    await flush(place.dataDir);
  } finally {
    await fs.rm(tempFolder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Runs one statement on a cluster without a server. */
async function singleUser(
  place: Place,
  runner: Runner,
  { folder, statement }: { folder: string; statement: string },
) {
  // -j: an empty line ends a statement.
  const command = [place.postgres, '--single', '-j', '-D', pathFrom(runner, folder), 'postgres'];
  const stalePid = await recordedPid(folder);
  await runProgram(runner, folder, command, { input: `${statement};\n\n`, stalePid });
}
