import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { concurrencyLimit } from '../concurrency-limit.ts';
import type { WorkerResponse, WorkerCalls, WorkerRequest } from './serve-calls.ts';

/** What one call may take. */
export interface WorkerLimits {
  /**
   * Those in which it worked, so that nobody's file is refused because the machine is busy; three
   * times as many by the clock.
   */
  seconds: number;
  /** Bytes, of the whole process. */
  memory: number;
}

/** A call took more than it was allowed: the same work would do so again. */
export class LimitExceeded extends Error {}

export interface WorkerProcess<Mine extends WorkerCalls> {
  /**
   * One after the other. Rejects with what the call threw; once the process is gone with why:
   * `Outgrown`, or any error where it died of something else.
   */
  call<Name extends keyof Mine>(
    name: Name,
    ...input: Parameters<Mine[Name]>
  ): Promise<Awaited<ReturnType<Mine[Name]>>>;
  /** Whatever it is doing. */
  end(): void;
}

/**
 * Starts a file that ends in `answerCalls(…)`, for work on what somebody sent: what crashes, hangs
 * or eats memory there takes nothing with it, and nobody waits while it works. About 70 ms of start.
 */
export function workerProcess<Mine extends WorkerCalls>(
  worker: string,
  allowed: WorkerLimits,
): WorkerProcess<Mine> {
  const child = fork(worker, {
    execArgv: [`--max-old-space-size=${Math.ceil(allowed.memory / 1_048_576)}`],
    env: { PATH: process.env['PATH'] }, // none of our secrets beside what a stranger sent
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const inTurn = concurrencyLimit({ atOnce: 1, longestQueue: Infinity });
  let waiting: PromiseWithResolvers<WorkerResponse> | null = null;
  let outgrown = false;
  let gone: Error | null = null;
  const leave = (how: string) => {
    gone ??= outgrown ? new LimitExceeded(how) : new Error(`${worker} is gone: ${how}`);
    waiting?.reject(gone);
  };
  child.on('message', (answer) => waiting?.resolve(answer as WorkerResponse));
  child.once('error', (error) => leave(error.message));
  child.once('exit', (code, signal) => {
    outgrown ||= signal !== null && heapIsFull.includes(signal); // before we looked
    leave(String(signal ?? code));
  });

  async function exchange(order: WorkerRequest) {
    if (gone) throw gone;
    waiting = Promise.withResolvers();
    const done = new AbortController();
    void outgrows(child.pid, allowed, done.signal).then((does) => {
      outgrown ||= does;
      if (does) child.kill('SIGKILL'); // its exit is the answer: then it writes nothing any more
    });
    try {
      child.send(order, () => {}); // a child that is gone says so by its exit
      return await waiting.promise;
    } finally {
      done.abort();
    }
  }

  return {
    async call(name, ...input) {
      const answer = await inTurn(() => exchange({ name: String(name), input }));
      if ('value' in answer) return answer.value as never;
      const { message, cause, ...thrown } = answer.thrown;
      throw Object.assign(new Error(message, { cause }), thrown);
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** V8 ends its process by one of these, as it happens to notice. */
const heapIsFull: NodeJS.Signals[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

/** Whether a call takes too long or too much memory; looks where Linux tells it. */
async function outgrows(
  pid: number | undefined,
  { seconds, memory }: WorkerLimits,
  signal: AbortSignal,
): Promise<boolean> {
  const since = Date.now();
  const elapsed = () => (Date.now() - since) / 1000;
  const before = await worked(pid);
  while (elapsed() < seconds * 3) {
    await sleep(20, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
    const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
    if (Number(pages.split(' ')[1]) * 4096 > memory) return true;
    if (elapsed() > seconds && (await worked(pid)) - before > seconds) return true;
  }
  return !signal.aborted;
}

/** The seconds that a process has had of the processors; none where nobody tells. */
async function worked(pid: number | undefined) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // After its name, which may hold anything: from there the 12th and 13th, in hundredths.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return user === undefined || system === undefined ? 0 : (user + system) / 100;
}
