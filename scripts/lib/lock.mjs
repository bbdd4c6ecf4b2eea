// A file lock across processes. A lock whose holder has died does not count.
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until no other process holds `file`, runs the work, and releases it. `onWait` is called once. */
export async function withFileLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  for (let notified = false; !acquire(file); notified = true) {
    if (!notified) onWait?.();
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function acquire(file) {
  // Writes a draft and links it into place, so that nobody ever reads half a lock.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, identityOf(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeIfStale(file, draft);
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeIfStale(file, draft) {
  const holder = read(file);
  if (!holder || holder === identityOf(holder.split(' ')[0])) return;
  // Another process may have removed it and taken the lock since we read it. Then that lock is put
  // back.
  const stale = `${draft}.stale`;
  try {
    renameSync(file, stale);
    if (read(stale) !== holder) linkSync(stale, file);
  } catch {
    // Another process was faster.
  }
  rmSync(stale, { force: true });
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The pid and its start time, because pids are reused. */
function identityOf(pid) {
  if (process.platform === 'linux') {
    // 'starttime' is the 20th field after the name in brackets, which may contain anything.
    const status = read(`/proc/${pid}/stat`);
    return `${pid} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`;
  }
  if (process.platform === 'win32') {
    try {
      process.kill(Number(pid), 0);
      return `${pid} alive`;
    } catch {
      return `${pid} dead`;
    }
  }
  const answer = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return `${pid} ${(answer.stdout ?? '').trim()}`;
}
