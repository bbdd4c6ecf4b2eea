// npm run restore -- <folder of a backup>: fills an empty installation (docs/operations.md).
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupProblem } from './kit/backup/manifest.ts';
import { openOwnerClient } from './kit/backup/owner-client.ts';
import { checkBackup, requireEmptyDatabase, restore } from './kit/backup/restore.ts';
import { runFolderCommand } from './kit/backup/run-command.ts';
import { readConfigOrExit } from './platform/command-line.ts';
import type { Config } from './platform/config.ts';
import { dataDirProblem } from './platform/data-dir.ts';
import { lastPanicIn } from './platform/embedded/server.ts';
import { findDatabase, unfinishedRestoreIn } from './platform/find-database.ts';
import { openObjectStore } from './platform/open-object-store.ts';

/** The entries of a folder that counts as empty: a disk's own folder, and this restore's mark. */
const ignoredNames = ['lost+found', 'restore.unfinished'];

await runFolderCommand('npm run restore -- <folder of a backup>', run);

async function run(backup: string) {
  const config = readConfigOrExit();
  await refuseFilledTarget(config);
  const manifest = await checkBackup(backup);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw dataDirProblem(config.dataDir, cause);
  });
  const mark = unfinishedRestoreIn(config.dataDir);
  await writeFile(mark, 'npm run restore has not finished.\n', { flag: 'wx' }).catch(() => {
    throw new BackupProblem(
      `A restore into ${config.dataDir} was cut off or still runs. Empty that folder, and restore again.`,
    );
  });
  // Removes only what this restore made: a server may have started before the mark was written.
  let created = false;
  try {
    await refuseFilledTarget(config);
    const server = await findDatabase(config);
    created = true;
    try {
      await restore({
        folder: backup,
        manifest,
        url: server.url,
        appUrl: config.appDatabaseUrl,
        objects: await openObjectStore(config),
        tempFolder: join(config.dataDir, 'tmp'),
      });
    } finally {
      await server.stop();
    }
  } catch (error) {
    const panic = created && !config.databaseUrl && (await lastPanicIn(config.dataDir));
    if (created) await clear(config);
    if (panic) throw new BackupProblem(`The database ended: ${panic}.`, { cause: error });
    throw error;
  } finally {
    await rm(mark, { force: true });
  }
  const { createdAt, files } = manifest;
  process.stdout.write(`Restored the backup of ${createdAt}, with ${files.count} files.\n`);
}

async function refuseFilledTarget({ databaseUrl, dataDir, s3 }: Config) {
  // With the operator's database, this restore fills only the folder of the files.
  const place = databaseUrl && !s3 ? join(dataDir, 'files') : dataDir;
  const existing = databaseUrl && s3 ? [] : await readdir(place).catch(() => []);
  if (existing.some((name) => !ignoredNames.includes(name)))
    throw new BackupProblem(`${place} is not empty: empty it, or name another DATA_DIR.`);
  if (!databaseUrl) return;
  const { client } = await openOwnerClient(databaseUrl);
  await requireEmptyDatabase(client).finally(() => client.end());
}

/** Removes what this restore made: the folder was empty before. */
async function clear({ databaseUrl, dataDir }: Config) {
  const created = databaseUrl
    ? ['files']
    : (await readdir(dataDir)).filter((name) => !ignoredNames.includes(name));
  for (const name of created) await rm(join(dataDir, name), { recursive: true, force: true });
}
