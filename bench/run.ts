import autocannon from 'autocannon';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { startEmbeddedDatabase } from '../apps/server/src/platform/embedded-database.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';
import { kilobytes, line, median } from './figures.ts';
import { seedSchool } from './seed.ts';
import { firstLoad } from './weights.ts';

/**
 * Figures beside a control server: only the ratios mean something, the machine's speed drifts by
 * half within a minute. So both are asked in the same seconds, and a slow second slows them both;
 * each round asks every workload, so that none has a minute of its own, and the median is told.
 *
 * Both are asked equally often. A server that is asked as fast as it can never sleeps, and pays for
 * no waking up; one that waits for PostgreSQL in between pays at every request, several times over.
 * What it does at full speed, one after the other, stands beside it.
 */
const rounds = 9;
const rate = 250;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const [controlPort, productPort] = [3190, 3191];

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const database = await startEmbeddedDatabase({ dataDir });
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
const platform = await openPlatform(config, database.url, openLog(config));
const small = await seedSchool(platform, 'small', { courses: 24, members: 50 });
const large = await seedSchool(platform, 'large', { courses: 2_400, members: 5_000 });
await platform.jobs.stop();
await platform.database.close();
const maintenance = new pg.Client({ connectionString: database.url });
await maintenance.connect();
await maintenance.query('VACUUM ANALYZE');
await maintenance.query('SELECT pg_stat_reset()'); // what the requests read counts, not the seed
await maintenance.end();

const children = [
  await serve('control.ts', controlPort),
  await serve('product.ts', productPort),
] as const;
const [control, product] = children;

interface Workload {
  name: string;
  child: ChildProcess;
  url: string;
  headers?: Record<string, string>;
}

const asStudent = ({ host, cookie }: typeof small) => ({ host, cookie });
const at = (path: string) => `http://127.0.0.1:${productPort}${path}`;
const bare: Workload = { name: 'control', child: control, url: `http://127.0.0.1:${controlPort}/` };
const workloads: Workload[] = [
  { name: 'home, one answer', child: product, url: at('/api/v1/home'), headers: asStudent(small) },
  {
    name: 'home, 100 times the school',
    child: product,
    url: at('/api/v1/home'),
    headers: asStudent(large),
  },
  {
    name: 'lesson, one answer',
    child: product,
    url: at(`/api/v1/lessons/${small.lessonId}`),
    headers: asStudent(small),
  },
  { name: 'home page as HTML', child: product, url: at('/homepage'), headers: asStudent(small) },
  {
    name: 'login page, ready bytes',
    child: product,
    url: at('/'),
    headers: { host: small.host, 'accept-encoding': 'gzip' },
  },
];

try {
  // At full speed, until what is asked over and over has been compiled.
  for (const workload of [bare, ...workloads]) await measure(workload, { duration: 5 });
  console.log(
    `p50 of ${rounds} rounds of ${seconds} s, ${rate} requests a second over 10 connections each; CPU of the server's process per request. Then as fast as it can.\n`,
  );
  const figures = new Map(workloads.map(({ name }) => [name, new Array<Figure>()]));
  for (let round = 0; round < rounds; round += 1)
    for (const workload of workloads) {
      const [base, own] = await Promise.all(
        [bare, workload].map((asked) => measure(asked, { duration: seconds, rate })),
      );
      figures.get(workload.name)!.push({ cpu: own!.cpu, ratio: own!.cpu / base!.cpu });
    }
  for (const workload of workloads) {
    const full = await measure(workload, { duration: seconds });
    const fullBare = await measure(bare, { duration: seconds });
    const told = figures.get(workload.name)!;
    line(
      workload.name,
      `${median(told.map(({ cpu }) => cpu)).toFixed(0)} µs`,
      `${median(told.map(({ ratio }) => ratio)).toFixed(2)} × control`,
      `${full.statements.toFixed(1)} statements`,
      `${full.perSecond.toFixed(0)}/s, ${full.cpu.toFixed(0)} µs, ${(full.cpu / fullBare.cpu).toFixed(2)} ×`,
    );
  }
  // One right after the other in every round: the control would only add its own unrest.
  const once = figures.get('home, one answer')!;
  const growth = median(
    figures.get('home, 100 times the school')!.map(({ cpu }, at) => cpu / once[at]!.cpu),
  );
  line('home, 100 times against 1 time', `${growth.toFixed(2)} ×`, 'aim 1.30 ×');
  for (const [table, rows] of await readWhole())
    line(`read row by row: ${table}`, `${rows} rows of all schools`);
  line(
    'student, first load of JavaScript',
    kilobytes(firstLoad('src/main.tsx')),
    'at most 150 KB gzip',
  );
  line(
    'login, first load of JavaScript',
    kilobytes(firstLoad('src/visitor.ts')),
    'at most 110 KB gzip',
  );
} finally {
  for (const child of children) child.kill();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Tables of some size that were read from end to end: a statement went without its school's index. */
async function readWhole() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ relname: string; n_live_tup: string }>(
    `SELECT relname, n_live_tup FROM pg_stat_user_tables
     WHERE seq_scan > 0 AND n_live_tup > 1000 ORDER BY relname`,
  );
  await client.end();
  return rows.map(({ relname, n_live_tup }) => [relname, n_live_tup] as const);
}

async function serve(file: string, port: number) {
  const child = fork(join(import.meta.dirname, file), {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'production',
    },
  });
  await once(child, 'message');
  return child;
}

/** A workload in one round. */
interface Figure {
  /** µs a request. */
  cpu: number;
  ratio: number;
}

interface Used {
  cpu: NodeJS.CpuUsage;
  statements: number;
}

async function used(child: ChildProcess): Promise<Used> {
  child.send('cpu');
  const [answer] = (await once(child, 'message')) as [Used];
  return answer;
}

/** CPU in µs and statements, each per request. */
async function measure(
  { name, child, url, headers }: Workload,
  { duration, rate: overallRate }: { duration: number; rate?: number },
) {
  const before = await used(child);
  const result = await autocannon({
    url,
    connections: 10,
    duration,
    ...(headers && { headers }),
    ...(overallRate && { overallRate }),
  });
  const after = await used(child);
  const count = result.requests.total;
  if (result.non2xx || !count)
    throw new Error(`${name}: ${result.non2xx} of ${count} answers were no 2xx`);
  const cpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
  return {
    cpu: cpu / count,
    statements: (after.statements - before.statements) / count,
    perSecond: count / duration,
  };
}
