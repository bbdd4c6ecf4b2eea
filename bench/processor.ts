import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processor time of a PostgreSQL cluster in µs: the postmaster, its running children, and its
 * ended ones, which the kernel adds to the postmaster. Null where the system has no /proc.
 *
 * `stat` counts in ticks of 10 ms, too coarse for a backend in one round; `schedstat` counts in ns.
 */
export function processorOf(postmaster: number): number | null {
  const ownSeconds = runningTime(postmaster);
  if (ownSeconds === null) return null;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name).parent === postmaster)
    .map((pid) => runningTime(pid) ?? 0);
  return processes.reduce((sum, time) => sum + time, ownSeconds + statOf(postmaster).endedChildren);
}

function runningTime(pid: number | string) {
  const [nanoseconds] = read(`/proc/${pid}/schedstat`).split(' ');
  return nanoseconds ? Number(nanoseconds) / 1000 : null;
}

const TICK_US = 10_000;

/** The command is in brackets and may contain any character. The fields after it count from 3. */
function statOf(pid: number | string) {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), endedChildren: (field(16) + field(17)) * TICK_US };
}

/** Empty where the process has just ended. */
function read(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
