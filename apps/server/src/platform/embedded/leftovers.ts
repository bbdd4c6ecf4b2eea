import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorProblem } from '../operator-problem.ts';
import { recordedPid, type Place } from './place.ts';
import { shutdownSteps } from './program.ts';
import type { DatabaseLog } from './server.ts';

/** Stops a PostgreSQL whose application was killed. We hold the lock, so nobody else uses it. */
export async function stopOrphan(place: Place, log: DatabaseLog): Promise<void> {
  const pid = await recordedPid(place.cluster);
  if (!pid || !isPostmaster(pid, place)) return;
  log.info(`Stopping the database that an earlier process left behind (process ${pid}).`);
  for (const [signal, timeoutMs] of shutdownSteps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      if (!isPostmaster(pid, place)) return;
      await sleep(10);
    }
  }
  throw new OperatorProblem(
    `The database process ${pid} on ${place.dataDir} does not end. Please stop it.`,
  );
}

/** The system may have reused the pid, so the command line must name our cluster. */
function isPostmaster(pid: number, place: Place): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(place.cluster);
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return (
      spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    );
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Removes leftovers of killed first starts, and the socket folder of earlier versions. */
export async function removeLeftovers({ dataDir }: Place): Promise<void> {
  for (const name of await fs.readdir(dataDir)) {
    if (!name.startsWith('postgres.new-') && name !== 'postgres.socket') continue;
    // A killed initdb may still write for a moment. The next start removes what it leaves.
    const leftover = join(dataDir, name);
    await fs.rm(leftover, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}
