import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { workersOf } from '../test/server-process.ts';
import type { Installation } from './installation.ts';
import type { Random } from './random.ts';

/** Breaks something, and mends only what an operator or the system would: start the server again. */
type Fault = (installation: Installation, random: Random) => Promise<void>;

const kill = (pid: number, signal: NodeJS.Signals = 'SIGKILL') => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

/** The next start. One in three is killed too, at any of its moments. */
async function startAgain(installation: Installation, random: Random) {
  if (random.between(0, 3) === 0) {
    const half = installation.launch();
    await sleep(random.between(0, 1_500));
    half.kill('SIGKILL');
    await half.ended;
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
};

/** Does the work with the owner's connection, and undoes it. */
async function asOwner({ connect }: Installation, work: (client: pg.Client) => Promise<unknown>) {
  const client = await connect();
  await work(client).finally(() => client.end().catch(() => {}));
}

/** Ends all sessions but this one: new ones get the new settings. */
const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const database: Record<string, Fault> = {
  async restarted(installation) {
    kill(await installation.postmaster(), 'SIGINT');
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

  /** It holds its connections, and answers nothing. */
  async gone(installation, random) {
    const frozen = await installation.databaseProcesses();
    for (const pid of frozen) kill(pid, 'SIGSTOP');
    await sleep(random.between(1_500, 3_000));
    for (const pid of frozen) kill(pid, 'SIGCONT');
  },

  /** A transaction keeps writers waiting, longer than they wait. */
  async locked(installation, random) {
    await asOwner(installation, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE products IN SHARE MODE');
      await sleep(random.between(500, 6_500));
      await client.query('ROLLBACK');
    });
  },
};

export const parts = { kills, database };
export type Part = keyof typeof parts;
