import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { once } from './once.ts';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/**
 * One server a directory. The lock is SQLite's lock on a file, because the operating system lets go
 * of it when its holder dies, however it dies, and Node has no other lock of that kind.
 */
export function lock(home: string): () => void {
  const pidFile = join(home, 'vitrine.pid');
  const holder = new DatabaseSync(join(home, 'vitrine.lock'));
  try {
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    holder.close();
    if ((cause as { errcode?: number }).errcode !== 5) throw cause;
    const pid = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new DataDirInUse(
      `Another Vitrine${pid} is running on ${home}. Stop it first, or choose another DATA_DIR.`,
      { cause },
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return once(() => {
    rmSync(pidFile, { force: true });
    holder.close();
  });
}
