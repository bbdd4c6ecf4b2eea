import { HOUR_MS } from '@vitrine/contract/durations';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isAlive, workersOf } from '../test/server-process.ts';
import type { Installation } from './installation.ts';
import type { SeededRandom } from './random.ts';

/** Injects a fault. It repairs only what an operator would: it starts the server again. */
type Fault = (installation: Installation, random: SeededRandom) => Promise<void>;

const kill = (pid: number, signal: NodeJS.Signals = 'SIGKILL') => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
};

/** Starts the server. One start in three is killed on the way first. */
async function startAgain(installation: Installation, random: SeededRandom) {
  if (random.between(0, 3) === 0) {
    const interrupted = installation.launch();
    await sleep(random.between(0, 1_500));
    interrupted.kill('SIGKILL');
    await interrupted.ended;
  }
  await installation.start();
}

const kills: Record<string, Fault> = {
  async server(installation, random) {
    installation.server.kill('SIGKILL');
    await installation.server.ended;
    await startAgain(installation, random);
  },

  async postgres(installation) {
    kill(await installation.postmaster());
  },

  async 'a backend of postgres'(installation, random) {
    const [, ...children] = await installation.databaseProcesses();
    kill(random.oneOf(children));
  },

  async both(installation, random) {
    const postmaster = await installation.postmaster();
    installation.server.kill('SIGKILL');
    kill(postmaster);
    await installation.server.ended;
    await startAgain(installation, random);
  },

  async 'a worker'(installation, random) {
    const workers = workersOf(installation.server);
    if (workers.length) kill(random.oneOf(workers));
  },

  async SIGTERM(installation, random) {
    const { server } = installation;
    server.kill('SIGTERM');
    const [code, signal] = await server.ended;
    if (code !== 0) throw new Error(`SIGTERM ended it with ${code ?? signal}: ${server.output()}`);
    await startAgain(installation, random);
  },

  /** Before the server handles signals, the default handler ends it. Neither may print an error. */
  async 'SIGTERM during a start'(installation, random) {
    installation.server.kill('SIGKILL');
    await installation.server.ended;
    const server = installation.launch();
    await sleep(random.between(0, 3_000));
    server.kill('SIGTERM');
    const [code, signal] = await server.ended;
    if ((code !== 0 && signal !== 'SIGTERM') || server.output())
      throw new Error(`ended with ${code ?? signal}: ${server.output()}`);
    await startAgain(installation, random);
  },
};

/** Runs `work` with a connection of the database owner. */
async function asOwner({ connect }: Installation, work: (client: pg.Client) => Promise<unknown>) {
  const client = await connect();
  await work(client).finally(() => client.end().catch(() => {}));
}

/** Ends all other sessions. New sessions get the new settings. */
const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Stops all PostgreSQL processes for a time. Connections stay open without an answer. */
async function freeze(installation: Installation, ms: number) {
  const frozen = await installation.databaseProcesses();
  for (const pid of frozen) kill(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of frozen) kill(pid, 'SIGCONT');
}

const OUTAGE_MS = 30_000;

/** Not part of `npm test`, because it takes too long. */
const outage: Record<string, Fault> = {
  'frozen for 30 s': (installation) => freeze(installation, OUTAGE_MS),
};

const SHUTDOWN_MS = 60_000;

const database: Record<string, Fault> = {
  // While PostgreSQL shuts down it still answers. Writes count only after it has ended.
  async restarted(installation) {
    const postmaster = await installation.postmaster();
    kill(postmaster, 'SIGINT');
    const end = Date.now() + SHUTDOWN_MS;
    while (isAlive(postmaster)) {
      if (Date.now() > end) throw new Error('PostgreSQL did not shut down');
      await sleep(20);
    }
  },

  async 'read-only'(installation, random) {
    await asOwner(installation, async (client) => {
      const name = `ALTER DATABASE vitrine`;
      await client.query(`${name} SET default_transaction_read_only = on`);
      await client.query(endSessions);
      await sleep(random.between(500, 1_500));
      await client.query('SET default_transaction_read_only = off');
      await client.query(`${name} RESET default_transaction_read_only`);
      await client.query(endSessions);
    });
  },

  async 'out of connections'(installation, random) {
    const taken: pg.Client[] = [];
    await asOwner(installation, async (client) => {
      await client.query(endSessions);
      for (;;) {
        const more = await installation.connect().catch(() => null);
        if (!more) break;
        taken.push(more);
      }
    });
    await sleep(random.between(500, 1_500));
    await Promise.all(taken.map((client) => client.end().catch(() => {})));
  },

  frozen: (installation, random) => freeze(installation, random.between(1_500, 3_000)),

  /** Delays each statement by two seconds. */
  async slow(installation) {
    for (let turn = 0; turn < 3; turn += 1) {
      const frozen = await installation.databaseProcesses();
      for (const pid of frozen) kill(pid, 'SIGSTOP');
      await sleep(2_000);
      for (const pid of frozen) kill(pid, 'SIGCONT');
      await sleep(150);
    }
  },

  /** Holds a table lock, at most longer than the writers' timeout. */
  async locked(installation, random) {
    await asOwner(installation, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE products IN SHARE MODE');
      await sleep(random.between(500, 6_500));
      await client.query('ROLLBACK');
    });
  },
};

const clock: Record<string, Fault> = {
  async 'an hour forward'({ shiftClock }, random) {
    await shiftClock(HOUR_MS);
    await sleep(random.between(500, 1_500));
    await shiftClock(0);
  },

  async 'an hour back'({ shiftClock }, random) {
    await shiftClock(-HOUR_MS);
    await sleep(random.between(500, 1_500));
    await shiftClock(0);
  },

  async 'to and fro'({ shiftClock }, random) {
    for (let turn = 0; turn < 6; turn += 1) {
      await shiftClock(random.between(-HOUR_MS, HOUR_MS));
      await sleep(random.between(20, 200));
    }
    await shiftClock(0);
  },

  async 'a start an hour ahead'(installation) {
    await installation.shiftClock(HOUR_MS);
    installation.server.kill('SIGTERM');
    await installation.server.ended;
    await installation.start();
    await installation.shiftClock(0);
  },
};

/** Fills the disk up to less than one PostgreSQL page while `work` runs. */
async function withFullDisk({ dataDir }: Installation, work: () => Promise<unknown>) {
  const ballast = join(dataDir, 'ballast');
  const file = await open(ballast, 'w');
  try {
    const piece = Buffer.alloc(1024 * 1024);
    for (let size = piece.length; size >= 4_096;) {
      const { bytesWritten } = await file.write(piece, 0, size).catch(() => ({ bytesWritten: 0 }));
      if (bytesWritten < size) size /= 2;
    }
    await work();
  } finally {
    await file.close();
    await rm(ballast);
  }
}

const disk: Record<string, Fault> = {
  async full(installation, random) {
    await withFullDisk(installation, () => sleep(random.between(2_000, 6_000)));
  },

  async 'full, and PostgreSQL killed'(installation, random) {
    await withFullDisk(installation, async () => {
      kill(await installation.postmaster());
      await sleep(random.between(2_000, 6_000));
    });
  },

  async 'full, and SIGTERM'(installation, random) {
    await withFullDisk(installation, async () => {
      await sleep(random.between(500, 2_000));
      installation.server.kill('SIGTERM');
      await installation.server.ended;
    });
    await installation.start();
  },
};

/** The parts of the torture run, in their order. */
export const parts = { kills, database, outage, clock, disk };
/** The name of a part, as the command line takes it. */
export type Part = keyof typeof parts;
