import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataDirProblem } from '../data-dir.ts';
import { OperatorProblem } from '../operator-problem.ts';
import { once } from './once.ts';

/** Result codes of SQLite. */
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** Another server uses the data directory. */
export class DataDirInUse extends OperatorProblem {
  override name = 'DataDirInUse';
}

/**
 * Locks the data directory for one server, and returns the function that unlocks it. It uses SQLite's
 * file lock: the operating system releases it when the process dies, and Node has no other such lock.
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'vitrine.pid');
  const lockFile = join(dataDir, 'vitrine.lock');
  let lockDatabase: DatabaseSync | undefined;
  try {
    lockDatabase = new DatabaseSync(lockFile);
    chmodSync(lockFile, 0o600);
    lockDatabase.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (cause) {
    lockDatabase?.close();
    const { errcode } = cause as { errcode?: number };
    if (errcode === SQLITE_FULL) Object.assign(cause as Error, { code: 'ENOSPC' });
    if (errcode === SQLITE_FULL || errcode === undefined)
      throw dataDirProblem(dataDir, cause as Error);
    if (errcode !== SQLITE_BUSY)
      throw new OperatorProblem(
        `${lockFile} cannot be used (${(cause as Error).message}): delete it while no Vitrine runs on this folder.`,
        { cause },
      );
    const pid = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new DataDirInUse(
      `Another Vitrine${pid} is running on ${dataDir}. Stop it first, or choose another DATA_DIR.`,
      { cause },
    );
  }
  return once(() => {
    rmSync(pidFile, { force: true });
    lockDatabase?.close();
  });
}
