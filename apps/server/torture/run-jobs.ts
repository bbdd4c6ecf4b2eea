import { setTimeout as sleep } from 'node:timers/promises';
import { served, signIn } from '../test/server-process.ts';
import { openFakeSmtp } from './fake-smtp.ts';
import { newInstallation, type Installation } from './installation.ts';
import { interruptedWorks, prepareWorks, type Query } from './interrupted-works.ts';
import { seededRandom } from './random.ts';
import type { RunOptions } from './run-options.ts';

const DRAIN_TIMEOUT_MS = 180_000;

const processes = ['server', 'PostgreSQL'] as const;

/**
 * Kills the server or PostgreSQL while a job works. Each job ends without a hand, and its result is
 * that of an uninterrupted job: nothing lost, nothing done twice. The server outlives PostgreSQL.
 */
export async function runJobs({ seed, count, print }: RunOptions) {
  const random = seededRandom(seed);
  const smtp = await openFakeSmtp();
  smtp.setMode('healthy');
  const installation = await newInstallation({ workers: 1, env: { SMTP_URL: smtp.url } });
  const failures: string[] = [];
  let passed = 0;
  const query: Query = async (text, values = []) => {
    const client = await installation.connect();
    const { rows } = await client.query(text, values).finally(() => client.end());
    return rows;
  };
  const drain = () => drainJobs(query);
  try {
    await installation.start();
    const cookie = await signIn(installation.port);
    const works = await prepareWorks({ installation, smtp, cookie, query, drain });
    for (let number = 1; number <= count; number += 1) {
      const name = interruptedWorks[(number - 1) % interruptedWorks.length]!;
      // The processes take turns, and the other way round in the next round of works.
      const round = Math.floor((number - 1) / interruptedWorks.length);
      const killed = processes[(number - 1 + round) % processes.length]!;
      const check = await works[name](number);
      await sleep(random.between(0, name === 'season reset' ? 20 : 400));
      await (killed === 'server' ? killServer(installation) : killPostgres(installation));
      const queued = await drain();
      const wrong = queued.length ? `still queued: ${queued.join(', ')}` : await check();
      if (wrong) failures.push(`${number}. ${name}, ${killed} killed: ${wrong}`);
      else passed += 1;
      print(`${number}. ${name}, ${killed} killed: ${wrong ?? 'as if nobody had killed it'}`);
    }
    return { passed, failures };
  } finally {
    await installation.remove();
    smtp.close();
  }
}

/**
 * Waits for the jobs, and skips the delay that follows a failed try. Returns the names of those
 * left.
 */
async function drainJobs(query: Query) {
  const end = Date.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    await query(`UPDATE graphile_worker._private_jobs SET run_at = now()
      WHERE locked_at IS NULL AND run_at > now() AND attempts BETWEEN 1 AND max_attempts - 1`);
    const queued = await query<{ name: string }>(
      `SELECT task_identifier AS name FROM graphile_worker.jobs WHERE task_identifier IN
       ('count-standings', 'send-mail', 'mail-link', 'import-members', 'undo-import')
       OR task_identifier = 'erase-member' AND run_at <= now()`,
    );
    if (!queued.length || Date.now() > end) return queued.map(({ name }) => name);
    await sleep(100);
  }
}

async function killServer(installation: Installation) {
  installation.server.kill('SIGKILL');
  await installation.server.ended;
  await installation.start();
}

/** The server starts PostgreSQL again. */
async function killPostgres({ server, postmaster, connect }: Installation) {
  process.kill(await postmaster(), 'SIGKILL');
  const isBack = async () => {
    const client = await connect().catch(() => null);
    await client?.end();
    return client !== null;
  };
  while (!(await isBack())) await sleep(50);
  await served(server);
}
