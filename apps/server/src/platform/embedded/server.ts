import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import type { Socket } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorProblem } from '../operator-problem.ts';
import { rareLines } from '../rare-lines.ts';
import { writeAccessRules } from './access-rules.ts';
import { freePort, makeSocketFolder, socketIn, type Address } from './address.ts';
import { pidFileLines, recordedPid, type Place } from './place.ts';
import { launch, shutdownSteps } from './program.ts';
import { pathFrom, type Runner } from './runner.ts';

const MAX_LOG_BYTES = 4 * 1024 * 1024;

// `log_min_messages` keeps ERROR lines out of the log. The application logs its failed statements,
// and PostgreSQL would quote what people typed.
const serverSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: `${sharedBuffersMb()}MB`,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_statement: 'none',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

/**
 * An eighth of the memory, from 128 MB to 1 GB: what a large school reads again stays in it. PostgreSQL
 * takes it as it is used.
 */
function sharedBuffersMb() {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.max(128, Math.min(1024, Math.floor(bytes / 8 / 1024 / 1024)));
}

/** The part of a log that the embedded database uses. */
export interface DatabaseLog {
  info(line: string): void;
  error(line: string): void;
}

type Server = { process: ChildProcess; exited: Promise<void> };

const RESTART_PAUSE_MS = 1_000;
/** Time between two lines of one trouble that keeps the database from starting. */
const LINE_INTERVAL_MS = 300_000;

/** Runs the server until `stop`. If it is killed, it starts again at the same address. */
export async function keepRunning(
  place: Place,
  runner: Runner,
  { log, maxConnections }: { log: DatabaseLog; maxConnections: number },
) {
  let stopping = false;
  let address = socketIn(place, runner) ?? (await freePort());
  let server = await startWithRetries(10_000, { mayMove: true });
  const watching = watch();

  async function startWithRetries(timeoutMs: number, { mayMove = false } = {}): Promise<Server> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      try {
        return await startServer(place, runner, { address, maxConnections });
      } catch (error) {
        if (stopping || performance.now() > deadline || !isTransient(error)) throw error;
        if (mayMove && addressRefused.test(outputOf(error))) address = await freePort();
        await sleep(100);
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await server.exited;
      if (stopping) return;
      log.error('The database ended unexpectedly. Starting it again.');
      server = (await restart()) ?? server;
      if (stopping) return shutDown(server);
      log.info('The database runs again.');
    }
  }

  /** Tries until the database starts. Undefined where it does not before the end of this process. */
  async function restart(): Promise<Server | undefined> {
    const linesOfTroubles = rareLines({ intervalMs: LINE_INTERVAL_MS });
    while (!stopping)
      try {
        return await startWithRetries(60_000);
      } catch (error) {
        const sentence =
          error instanceof OperatorProblem
            ? error.message
            : `PostgreSQL does not start: ${(error as Error).message}.`;
        if (linesOfTroubles(sentence) !== null) log.error(`${sentence} Trying again every second.`);
        await sleep(RESTART_PAUSE_MS);
      }
    return undefined;
  }

  return {
    address,
    async stop() {
      stopping = true;
      await shutDown(server);
      await watching;
    },
  };
}

const addressRefused = /could not (bind|create any)/;
const predecessorErrors = [
  ['shared memory block', 'still in use'],
  ['lock file', 'already exists'],
];

/** The lines that PostgreSQL wrote before it ended. */
const outputOf = (error: unknown) => String((error as Error).cause ?? error);

function isTransient(error: unknown): boolean {
  const text = outputOf(error);
  const predecessorRuns = predecessorErrors.some((phrases) =>
    phrases.every((phrase) => text.includes(phrase)),
  );
  return predecessorRuns || addressRefused.test(text);
}

async function startServer(
  place: Place,
  runner: Runner,
  { address, maxConnections }: { address: Address; maxConnections: number },
): Promise<Server> {
  await makeSocketFolder(place, runner);
  await writeAccessRules(place, runner);
  const logFile = logFileIn(place.dataDir);
  const logOffset = await rotateLog(logFile);
  // `stopOrphan` looks for the cluster's path in the command line, and -D does not always name it.
  const clusterSettings = {
    'vitrine.cluster': place.cluster,
    max_connections: String(maxConnections),
  };
  const allSettings = Object.entries({
    ...serverSettings,
    ...address.settings,
    ...clusterSettings,
  });
  const options = allSettings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(logFile, 'a', 0o600);
  const command = [place.postgres, '-D', pathFrom(runner, place.cluster), ...options];
  const stalePid = await recordedPid(place.cluster);
  const child = launch(runner, place.cluster, command, output, stalePid);
  closeSync(output);

  let ended = false;
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => void (ended = true));

  // The server writes `ready` to its pid file. Recovery after a crash may take a while.
  while (!ended) {
    const lines = await pidFileLines(place.cluster);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') {
      // Neither the server nor the pipe may keep Node's event loop alive.
      child.unref();
      (child.stdio[3] as Socket).unref();
      return { process: child, exited };
    }
    await sleep(5);
  }
  const newLines = (await fs.readFile(logFile)).subarray(logOffset).toString().trim();
  throw new OperatorProblem(
    `PostgreSQL does not start: ${lastReason(newLines)}. Its log is ${logFile}.`,
    { cause: new Error(newLines) },
  );
}

const logFileIn = (dataDir: string) => join(dataDir, 'postgres.log');

/** Why PostgreSQL ended by itself, in its words. Undefined if it did not. */
export async function lastPanicIn(dataDir: string) {
  const lines = await fs.readFile(logFileIn(dataDir), 'utf8').catch(() => '');
  return lines
    .match(/PANIC: .*/g)
    ?.at(-1)
    ?.slice('PANIC:'.length)
    .trim();
}

/** The line that says why, without its time and pid: it is the same at every try. */
function lastReason(logLines: string) {
  const reasons = logLines.match(/(?:FATAL|PANIC): .*/g) ?? logLines.match(/\S.*$/gm) ?? [];
  return (reasons.at(-1) ?? 'it ended without a word').replace(/: +/, ': ').replace(/\.$/, '');
}

/** Rotates a large log. Returns the byte offset at which new lines begin. */
async function rotateLog(logFile: string): Promise<number> {
  const size = await fs.stat(logFile).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size < MAX_LOG_BYTES) return size;
  await fs.rename(logFile, `${logFile}.1`);
  return 0;
}

async function shutDown(server: Server): Promise<void> {
  for (const [signal, timeoutMs] of shutdownSteps) {
    server.process.kill(signal);
    const timeout = new AbortController();
    const wait = sleep(timeoutMs, 'late', { signal: timeout.signal }).catch(() => 'late');
    const outcome = await Promise.race([server.exited, wait]);
    timeout.abort();
    if (outcome !== 'late') return;
  }
}
