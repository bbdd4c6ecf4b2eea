import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { concurrencyLimit } from '../concurrency-limit.ts';
import type { WorkerResponse, WorkerCalls, WorkerRequest } from './serve-calls.ts';

/** The limits of one call. */
export interface WorkerLimits {
  /**
   * CPU time in seconds, so that a busy machine refuses nobody's file. In wall-clock time, a call may take
   * three times as long.
   */
  seconds: number;
  /** Maximum memory of the whole process. */
  memoryBytes: number;
}

/** A call exceeded its limits. Another attempt would exceed them as well. */
export class LimitExceeded extends Error {}

/** A child process with calls of its own. The caller ends it. */
export interface WorkerProcess<Calls extends WorkerCalls> {
  /**
   * Runs calls one after another. Rejects with the call's error. After the process died, it rejects
   * with `LimitExceeded` or, for another cause, an `Error`.
   */
  call<Name extends keyof Calls>(
    name: Name,
    ...input: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>>;
  /** Kills the process, even during a call. */
  end(): void;
}

/**
 * Starts a file that ends in `serveCalls(…)`, for work on uploaded files. A crash, a hang or full
 * memory in the process does not reach the server. It starts in about 70 ms.
 */
export function workerProcess<Calls extends WorkerCalls>(
  worker: string,
  limits: WorkerLimits,
): WorkerProcess<Calls> {
  const child = fork(worker, {
    execArgv: [`--max-old-space-size=${Math.ceil(limits.memoryBytes / 1_048_576)}`],
    env: { PATH: process.env['PATH'] }, // no secrets in a process that reads an uploaded file
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const limit = concurrencyLimit({ concurrency: 1, maxQueued: Infinity });
  let pendingCall: PromiseWithResolvers<WorkerResponse> | null = null;
  let exceeded = false;
  let exitError: Error | null = null;
  const reportExit = (reason: string) => {
    exitError ??= exceeded ? new LimitExceeded(reason) : new Error(`${worker} is gone: ${reason}`);
    pendingCall?.reject(exitError);
  };
  child.on('message', (answer) => pendingCall?.resolve(answer as WorkerResponse));
  child.once('error', (error) => reportExit(error.message));
  child.once('exit', (code, signal) => {
    exceeded ||= signal !== null && heapFullSignals.includes(signal); // V8 ended before our check
    reportExit(String(signal ?? code));
  });

  async function exchange(request: WorkerRequest) {
    if (exitError) throw exitError;
    pendingCall = Promise.withResolvers();
    const callEnd = new AbortController();
    void exceedsLimits(child.pid, limits, callEnd.signal).then((exceeds) => {
      exceeded ||= exceeds;
      if (exceeds) child.kill('SIGKILL'); // its exit rejects the call: nothing is written after that
    });
    try {
      child.send(request, () => {}); // a dead child reports by its exit
      return await pendingCall.promise;
    } finally {
      callEnd.abort();
    }
  }

  return {
    async call(name, ...input) {
      const answer = await limit(() => exchange({ name: String(name), input }));
      if ('value' in answer) return answer.value as never;
      const { message, cause, ...thrown } = answer.thrown;
      throw Object.assign(new Error(message, { cause }), thrown);
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** V8 ends its process by one of these signals when the heap is full. */
const heapFullSignals: NodeJS.Signals[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

/** Tells whether a call exceeds time or memory. Memory is known on Linux only. */
async function exceedsLimits(
  pid: number | undefined,
  { seconds, memoryBytes }: WorkerLimits,
  signal: AbortSignal,
): Promise<boolean> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const secondsBefore = await cpuSeconds(pid);
  while (elapsed() < seconds * 3) {
    await sleep(20, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
    const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
    if (Number(pages.split(' ')[1]) * 4096 > memoryBytes) return true;
    if (elapsed() > seconds && (await cpuSeconds(pid)) - secondsBefore > seconds) return true;
  }
  return !signal.aborted;
}

/** The CPU time of a process in seconds; 0 if the system does not tell. */
async function cpuSeconds(pid: number | undefined) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets may hold anything. After it, fields 12 and 13 are user and system time, in
  // 1/100 s.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return user === undefined || system === undefined ? 0 : (user + system) / 100;
}
