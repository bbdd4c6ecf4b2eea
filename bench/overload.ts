import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../apps/server/src/platform/secrets.ts';
import { freePort } from '../apps/server/test/server-process.ts';
import { line, median, megabytes, milliseconds, percent, percentile } from './figures.ts';
import type { LoadRequest as Ask } from './load.ts';
import { studentMix } from './student-mix.ts';
import {
  sendClosedLoop as askInTurn,
  sendOpenLoop as askByTheClock,
  type Tally,
} from './open-loop.ts';
import { schoolAt, seedSchools, smallSize, type BenchSchool as AskedSchool } from './schools.ts';
import { fill } from './seed.ts';
import { startCluster } from './servers.ts';
import { openSlowClients } from './slow-clients.ts';

/**
 * npm run bench -- overload: 100 schools ask five times as much as the server can answer, by the clock.
 * Then one school alone makes the storm, and then slow clients hold what they can. Each is held against
 * the seconds just before it, because the machine's speed drifts.
 */
const SCHOOLS = 100;
const MEMBERS = 40;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const TIMES_THE_PEAK = 5;
const SLOW_CLIENTS = 500;
const PASSWORD = 'segredo-bom-2026';
const TOKEN = 'bench';
const AIM = { usefulShare: 0.9, lostShare: 1 / SCHOOLS };

// `overload storm slow`: of these alone.
const selectedParts = process.argv.slice(2);
const isSelected = (part: string) => !selectedParts.length || selectedParts.includes(part);

const closedPeaks: number[] = [];
const failedAims: string[] = [];
let heldCount = 0;
/** A figure that has an aim. */
function judge(aim: string, holds: boolean, text: string) {
  line(aim, text, holds ? 'held' : 'BROKEN');
  if (holds) heldCount += 1;
  else failedAims.push(`${aim}: ${text}`);
}
const aSecond = (tally: Tally) => tally.useful / tally.seconds;
const shareOf = (tally: Tally) => tally.useful / tally.sent;
const p95 = ({ times }: Tally) => (times.length ? percentile(times, 0.95) : Number.NaN);
const otherAnswers = ({ other }: Tally) => [...other].map(([what, count]) => `${count} × ${what}`);

const cluster = await startCluster();
// The clients must not wait for a processor that the server takes: then nothing would be overloaded.
try {
  setPriority(-15);
} catch {
  console.log('not allowed to raise its priority: its own lag counts among the times');
}
const port = await freePort();
let server: ChildProcess | undefined;
try {
  const schools = await fill(cluster, async (filling) => {
    await seedSchools(
      filling,
      Array.from({ length: SCHOOLS }, () => smallSize(MEMBERS)),
    );
    const hash = await hashPassword({ tenantId: 1, account: 0 }, PASSWORD);
    await filling.owner.query(
      `UPDATE members SET password_hash = $1 WHERE roles @> '{owner}' OR email LIKE 'aluno1@%'`,
      [hash],
    );
    return Promise.all(Array.from({ length: SCHOOLS }, (_, at) => schoolAt(filling.owner, at)));
  });
  server = fork(join(import.meta.dirname, '../apps/server/src/main.ts'), {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DEMO: '0',
      DATABASE_URL: cluster.url,
      DATA_DIR: cluster.dataDir,
      PORT: String(port),
      METRICS_TOKEN: TOKEN,
      BODY_TIMEOUT_MS: '10000',
    },
  });
  setPriority(server.pid!, 0);
  while (!(await isReady())) await sleep(50);
  await measure(schools);
} finally {
  server?.kill('SIGTERM');
  if (server && server.exitCode === null) await once(server, 'exit');
  await cluster.stop();
}
for (const what of failedAims) console.log(what);
console.log(`${heldCount} held, ${failedAims.length} broken`);
process.exitCode = failedAims.length ? 1 : 0;

async function measure(schools: AskedSchool[]) {
  const life = studentMix(schools);
  console.log(`${SCHOOLS} schools, ${MEMBERS} members each; load ${loadavg()[0]!.toFixed(1)}`);
  // Warm: every student of every school has asked for each thing once.
  await askInTurn({ port, seconds: SECONDS * 3, next: life, people: 32 });
  const watchBefore = await watch();
  const quiet = watchBefore.end();

  if (isSelected('peak')) await tellPeak(schools, life);
  const peak = closedPeaks.length ? median(closedPeaks) : await peakOf(life);
  if (isSelected('storm')) await tellStorm(schools, peak);
  if (isSelected('slow')) await tellSlowClients(schools, peak);
  await sleep(5_000);
  const usageAfter = (await watch()).end();
  judge(
    'memory afterwards',
    usageAfter.memory < quiet.memory * 2,
    `${megabytes(quiet.memory)} before, ${megabytes(usageAfter.memory)} after`,
  );
}

async function peakOf(next: () => Ask) {
  return Math.max(...(await inSeries([16, 64], (people) => closed(next, people))));
}

async function tellPeak(schools: AskedSchool[], life: () => Ask) {
  line('', 'useful a second', 'of the peak', '503', 'given up', 'p95', 'queue');
  const shares: number[] = [];
  const staffCounts: StaffCounts[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const peak = await peakOf(life);
    closedPeaks.push(peak);
    const watched = await watch();
    const staff = askAsPeople(schools);
    const tally = await askByTheClock({
      port,
      seconds: SECONDS,
      next: life,
      perSecond: peak * TIMES_THE_PEAK,
    });
    staffCounts.push(await staff.end());
    const { queue, memory } = watched.end();
    shares.push(aSecond(tally) / peak);
    line(
      `round ${round}: peak ${peak.toFixed(0)}`,
      aSecond(tally).toFixed(0),
      percent(aSecond(tally) / peak),
      percent(tally.busy / tally.sent),
      percent(tally.givenUp / tally.sent),
      milliseconds(p95(tally)),
      `${queue}; ${megabytes(memory)}; own lag ${milliseconds(tally.lag)} ${otherAnswers(tally).join(', ')}`,
    );
    await sleep(2_000);
  }
  judge(
    'useful answers of the peak',
    median(shares) >= AIM.usefulShare,
    `${percent(median(shares))}, aim ${percent(AIM.usefulShare)}`,
  );
  for (const who of ['staff', 'sign-in'] as const) {
    const counts = staffCounts.map((round) => round[who]);
    const share = median(counts.map(({ answered, asked }) => answered / asked));
    const text = `${percent(share)} answered, p95 ${milliseconds(median(counts.map((count) => count.p95)))}`;
    judge(`${who} meanwhile`, share >= AIM.usefulShare, text);
  }
}

async function inSeries<T, Result>(list: T[], work: (item: T) => Promise<Result>) {
  const results: Result[] = [];
  for (const item of list) results.push(await work(item));
  return results;
}

async function closed(next: () => Ask, people: number) {
  return aSecond(await askInTurn({ port, seconds: SECONDS / 2, next, people }));
}

/** One school asks for five times all that there is, beside 99 that ask for half of it. */
async function tellStorm([storming, ...rest]: AskedSchool[], peak: number) {
  const ordinary = () =>
    askByTheClock({ port, seconds: SECONDS, next: studentMix(rest), perSecond: peak / 2 });
  const losses: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const alone = await ordinary();
    const storm = askByTheClock({
      port,
      seconds: SECONDS,
      next: studentMix([storming!]),
      perSecond: peak * TIMES_THE_PEAK,
    });
    const under = await ordinary();
    const stormTally = await storm;
    losses.push(1 - shareOf(under) / shareOf(alone));
    line(
      `a school storms, round ${round}`,
      `99 others: ${percent(shareOf(alone))}, then ${percent(shareOf(under))}`,
      `p95 ${milliseconds(p95(alone))}, then ${milliseconds(p95(under))}`,
      `it: ${percent(shareOf(stormTally))}, 503 ${percent(stormTally.busy / stormTally.sent)}`,
      `own lag ${milliseconds(under.lag)} ${otherAnswers(under).join(', ')}`,
    );
  }
  judge(
    'what the 99 others lose',
    median(losses) <= AIM.lostShare,
    `${percent(median(losses))}, aim ${percent(AIM.lostShare)}`,
  );
}

async function tellSlowClients(schools: AskedSchool[], peak: number) {
  const ordinary = () =>
    askByTheClock({ port, seconds: SECONDS, next: studentMix(schools), perSecond: peak / 2 });
  const alone = await ordinary();
  const slow = await openSlowClients(port, schools, SLOW_CLIENTS);
  const watched = await watch();
  await sleep(1_000);
  const opened = slow.open();
  const under = await ordinary();
  const { memory } = watched.end();
  judge(
    `${opened} slow clients`,
    shareOf(under) >= shareOf(alone) * 0.98,
    `${percent(shareOf(alone))}, then ${percent(shareOf(under))} useful; p95 ${milliseconds(p95(alone))}, then ${milliseconds(p95(under))}; ${megabytes(memory)}`,
  );
  const limit = Date.now() + 120_000;
  while (slow.writing() && Date.now() < limit) await sleep(500);
  const writingCount = slow.writing();
  judge('slow writers cut', writingCount === 0, `${writingCount} left; ${slow.summary()}`);
  slow.close();
}

interface Count {
  asked: number;
  answered: number;
  p95: number;
}
type StaffCounts = Record<'staff' | 'sign-in', Count>;

/** Owners save and read, and people sign in, a few a second, beside everything else. */
function askAsPeople(schools: AskedSchool[]) {
  let running = true;
  let turn = 0;
  const loop = async (everyMs: number, ask: (school: AskedSchool) => Ask): Promise<Count> => {
    const tallies: Promise<Tally>[] = [];
    while (running) {
      const asked = ask(schools[(turn += 1) % schools.length]!);
      tallies.push(askInTurn({ port, seconds: 0.001, next: () => asked, people: 1 }));
      await sleep(everyMs);
    }
    const allTallies = await Promise.all(tallies);
    const times = allTallies.flatMap((tally) => tally.times);
    return {
      asked: allTallies.reduce((sum, { sent }) => sum + sent, 0),
      answered: times.length,
      p95: times.length ? percentile(times, 0.95) : Number.NaN,
    };
  };
  let nth = 0;
  const loops = [
    loop(100, ({ host, owner }) => {
      nth += 1;
      const read: Ask = { method: 'GET', path: '/api/v1/members', host, cookie: owner };
      const path = '/api/auth/config/plataforma/updateCustomBasic';
      const body = { primary_color: `#2b4c${(16 + (nth % 200)).toString(16)}` };
      return nth % 2 ? read : { method: 'POST', path, host, cookie: owner, body };
    }),
    loop(500, ({ host }) => ({
      method: 'POST',
      path: '/api/v1/session',
      host,
      body: { email: `owner@${host.split('.')[0]}.example.com`, password: PASSWORD },
    })),
  ] as const;
  return {
    async end(): Promise<StaffCounts> {
      running = false;
      const [staff, signIn] = await Promise.all(loops);
      return { staff, 'sign-in': signIn };
    },
  };
}

/** The longest queue and the most memory while it watches. */
async function watch() {
  const memoryNow = () => {
    const status = readFileSync(`/proc/${server!.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024;
  };
  let memory = memoryNow();
  let queue = 0;
  let running = true;
  void (async () => {
    while (running) {
      memory = Math.max(memory, memoryNow());
      const text = await metrics().catch(() => '');
      const waitingCount = /vitrine_database_connections\{state="waiting"\} (\d+)/.exec(text)?.[1];
      queue = Math.max(queue, Number(waitingCount ?? 0));
      await sleep(300);
    }
  })();
  await sleep(500);
  return {
    end() {
      running = false;
      return { memory, queue };
    },
  };
}

async function metrics() {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: AbortSignal.timeout(5_000),
  });
  return answer.text();
}

async function isReady() {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return answer?.status === 200;
}
