import { readdirSync, readFileSync } from 'node:fs';

/**
 * µs that a PostgreSQL cluster has used so far: its postmaster, its living children, and those that
 * ended, which the kernel adds up in the postmaster. Null where the system has no /proc to ask.
 *
 * `stat` counts in ticks of 10 ms, too coarse for a backend in one round; `schedstat` counts in ns.
 */
export function processorOf(postmaster: number): number | null {
  const own = runningTime(postmaster);
  if (own === null) return null;
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name).parent === postmaster)
    .map((pid) => runningTime(pid) ?? 0);
  return living.reduce((sum, time) => sum + time, own + statOf(postmaster).ofEnded);
}

function runningTime(pid: number | string) {
  const [nanoseconds] = read(`/proc/${pid}/schedstat`).split(' ');
  return nanoseconds ? Number(nanoseconds) / 1000 : null;
}

const tick = 10_000;

/** The command stands in brackets and may hold anything; the fields after it are counted from 3. */
function statOf(pid: number | string) {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), ofEnded: (field(16) + field(17)) * tick };
}

/** Empty where the process has just ended. */
function read(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
