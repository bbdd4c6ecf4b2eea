import { request, Agent } from 'node:http';
import { loadavg } from 'node:os';
import pg from 'pg';
import { line, median, microseconds, milliseconds, percentile, row, times } from './figures.ts';
import { load, type LoadRequest, type Cost } from './load.ts';
import {
  openManySchoolsDir,
  schoolAt,
  seedSchools,
  sizesOf,
  smallSize,
  completeSchools,
  type BenchSchool,
} from './schools.ts';
import { fill } from './seed.ts';
import { startCluster, startServer, type Cluster, type Server } from './servers.ts';

/**
 * npm run bench -- size: the cost of a small school among many. It sends requests to small schools
 * and to the largest one of the installation that `bench -- seed` made. In the same seconds it
 * sends them to a small school on an installation of its own. Then it measures memory by answered
 * schools, and first answers.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const RATE = 60;
const ASKED_SCHOOLS = 40;
const STUDENTS_EACH = 5;
const TARGETS = { p50: 1.2, p99: 2, kibibytesASchool: 20, firstAnswerMs: 30, startMs: 1_000 };

const many = await startCluster(await openManySchoolsDir());
const alone = await startCluster();
const servers: Server[] = [];
try {
  await measure();
} finally {
  for (const server of servers) server.stop();
  await many.stop();
  await alone.stop();
}

async function measure() {
  const schools = await withOwner(many, async (owner) => (await completeSchools(owner)).size);
  if (schools < 20) throw new Error('Run npm run bench -- seed first: there are no schools.');
  const members = await withOwner(many, async (owner) => {
    const { rows } = await owner.query<{ count: string }>('SELECT count(*) FROM members');
    return Number(rows[0]!.count);
  });
  const middle = Math.floor(schools / 10);
  const small = smallSize(sizesOf(schools, members - schools).at(-1)?.members ?? 40);
  // A small school of the same shape on its own installation.
  await fill(alone, (context) => seedSchools(context, [small, small]));
  console.log(
    `${schools} schools, ${members} members; a small one has ${small.members}; load ${loadavg()[0]!.toFixed(1)}`,
  );

  // The asked schools, spread over the small ones.
  const step = Math.max(1, Math.floor((schools - 1 - middle) / ASKED_SCHOOLS));
  const places = Array.from({ length: ASKED_SCHOOLS }, (_, n) => 1 + middle + n * step).filter(
    (index) => index < schools,
  );
  const schoolsUnderTest = await withOwner(many, (owner) =>
    mapInOrder(places, (index) => schoolAt(owner, index)),
  );
  const largest = await withOwner(many, (owner) => schoolAt(owner, 0));
  const single = await withOwner(alone, (owner) => schoolAt(owner, 1));

  const control = await startServer('product.ts', alone, { port: 3190 });
  await control.usage(); // By then it has stored its compiled code, which every later start uses.
  const begun = performance.now();
  const product = await startServer('product.ts', many, { port: 3191, execArgv: ['--expose-gc'] });
  const started = performance.now() - begun;
  servers.push(product, control);

  await measureFirstAnswers(product, schools);
  await measureCalls({ product, control, schoolsUnderTest, largest, single });
  await printScans();
  line(
    'start of the server',
    milliseconds(started),
    started <= TARGETS.startMs ? 'met' : `missed: ${TARGETS.startMs} ms`,
  );
  line('load of the machine after', loadavg()[0]!.toFixed(1));
}

interface MeasureOptions {
  product: Server;
  control: Server;
  schoolsUnderTest: BenchSchool[];
  largest: BenchSchool;
  single: BenchSchool;
}

async function measureCalls({
  product,
  control,
  schoolsUnderTest,
  largest,
  single,
}: MeasureOptions) {
  const loads = workloads();
  const figures = loads.map(() => new Array<Record<'many' | 'alone' | 'largest', Cost>>());
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [index, work] of loads.entries()) {
      const amount = { amount: RATE * SECONDS, overallRate: RATE };
      const requests = schoolsUnderTest
        .slice(0, work.schools)
        .flatMap((school) => work.requests(school, STUDENTS_EACH));
      const [manyCost, aloneCost] = await Promise.all([
        load(product, requests, amount),
        load(control, repeated(work.requests(single, ASKED_SCHOOLS), requests.length), amount),
      ]);
      const largestCost = await load(
        product,
        repeated(work.requests(largest, ASKED_SCHOOLS), requests.length),
        amount,
      );
      // The first round only compiles and plans.
      if (round >= 0)
        figures[index]!.push({ many: manyCost, alone: aloneCost, largest: largestCost });
    }
  row(
    '',
    'p50',
    'alone',
    'ratio',
    'p99',
    'alone',
    'ratio',
    'processor',
    'alone',
    'ratio',
    'largest',
  );
  const missed: string[] = [];
  for (const [index, { name }] of loads.entries()) {
    const rounds = figures[index]!;
    const medianOf = (figure: (round: (typeof rounds)[number]) => number) =>
      median(rounds.map(figure));
    const p50 = medianOf((round) => round.many.p50 / round.alone.p50);
    const p99 = medianOf((round) => round.many.p99 / round.alone.p99);
    if (p50 > TARGETS.p50 || p99 > TARGETS.p99) missed.push(name);
    row(
      name,
      milliseconds(medianOf((round) => round.many.p50)),
      milliseconds(medianOf((round) => round.alone.p50)),
      times(p50),
      milliseconds(medianOf((round) => round.many.p99)),
      milliseconds(medianOf((round) => round.alone.p99)),
      times(p99),
      microseconds(medianOf((round) => round.many.sum)),
      microseconds(medianOf((round) => round.alone.sum)),
      times(medianOf((round) => round.many.sum / round.alone.sum)),
      milliseconds(medianOf((round) => round.largest.p50)),
    );
  }
  console.log('');
  line(
    `p50 within ${TARGETS.p50} ×, p99 within ${TARGETS.p99} ×`,
    missed.length ? `missed by ${missed.join(', ')}` : 'met by all',
  );
}

/** Repeats the requests, because their number decides how many connections ask. */
function repeated(requests: LoadRequest[], count: number) {
  return Array.from({ length: count }, (_, index) => requests[index % requests.length]!);
}

interface Work {
  name: string;
  /** Maximum number of asked schools. Each panel save waits for the one before it. */
  schools?: number;
  /** The requests of this many students of a school, or of its owner. */
  requests: (school: BenchSchool, students: number) => LoadRequest[];
}

function workloads(): Work[] {
  const asStudents =
    (path: (school: BenchSchool) => string) => (school: BenchSchool, students: number) =>
      school.students.slice(0, students).map((cookie): LoadRequest => ({
        method: 'GET',
        path: path(school),
        host: school.host,
        cookie,
      }));
  const asOwner = (path: string) => (school: BenchSchool) => [
    { method: 'GET', path, host: school.host, cookie: school.owner } satisfies LoadRequest,
  ];
  return [
    { name: 'home', requests: asStudents(() => '/homepage') },
    {
      name: 'lesson',
      requests: asStudents((school) => `/curso/${school.course}/aula/${school.lesson}`),
    },
    { name: 'login page', requests: ({ host }) => [{ method: 'GET', path: '/', host }] },
    { name: 'course', requests: asStudents((school) => `/courses/${school.course}`) },
    { name: 'feed', requests: asStudents((school) => `/api/v1/channels/${school.channel}/posts`) },
    { name: 'ranking', requests: asStudents(() => '/api/v1/ranking') },
    { name: 'search', requests: asStudents(() => '/api/v1/search?q=retrato') },
    { name: 'bell', requests: asStudents(() => '/api/auth/notification') },
    { name: 'members, searched', requests: asOwner('/api/v1/members?search=aluno1') },
    {
      name: 'panel save',
      schools: 1,
      requests: ({ host, owner }) =>
        ['#2b4c7e', '#7e2b4c'].map((primary_color) => ({
          method: 'POST',
          path: '/api/auth/config/plataforma/updateCustomBasic',
          host,
          cookie: owner,
          body: { primary_color },
        })),
    },
  ];
}

/** Asks the login pages of cold schools one after the other, and measures the server's memory. */
async function measureFirstAnswers(product: Server, schools: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const open = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const begun = performance.now();
      request(`${product.url}/`, { agent, headers: { host } }, (answer) => {
        answer.resume().on('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - begun);
          else reject(new Error(`${host}: ${answer.statusCode}`));
        });
      })
        .on('error', reject)
        .end();
    });
  const heapBytes = async () => {
    const { heapUsed, external } = await product.query<NodeJS.MemoryUsage>('memory');
    return heapUsed + external;
  };
  // The first ten load and compile the shared code.
  for (let index = 0; index < 10; index += 1) await open(`escola-${index}.localhost`);
  const before = await heapBytes();
  row('schools answered', 'held', 'a school', 'first p50', 'first p99');
  const firstAnswers: number[] = [];
  let perSchool = 0;
  for (let index = 10; index < schools; index += 1) {
    firstAnswers.push(await open(`escola-${index}.localhost`));
    if (![100, 300, 1_000, 3_000].includes(index + 1) && index + 1 !== schools) continue;
    const now = await heapBytes();
    perSchool = (now - before) / (index + 1 - 10) / 1024;
    row(
      String(index + 1),
      `${(now / 1e6).toFixed(1)} MB`,
      `${perSchool.toFixed(1)} KiB`,
      milliseconds(median(firstAnswers)),
      milliseconds(percentile(firstAnswers, 0.99)),
    );
  }
  agent.destroy();
  const first = percentile(firstAnswers, 0.99);
  line(
    `first answer within ${TARGETS.firstAnswerMs} ms, p99`,
    first <= TARGETS.firstAnswerMs ? 'met' : 'missed',
  );
  line(
    `at most ${TARGETS.kibibytesASchool} KiB a school`,
    perSchool <= TARGETS.kibibytesASchool ? 'met' : 'missed',
  );
  console.log('');
}

/** Prints the tables that a request scanned, which would grow with the installation. */
async function printScans() {
  const rows = await withOwner(many, async (owner) => {
    await owner.query('SELECT pg_stat_force_next_flush()');
    const found = await owner.query<{ relname: string; seq_scan: string; n_live_tup: string }>(
      `SELECT relname, seq_scan, n_live_tup FROM pg_stat_user_tables
       WHERE seq_scan > 0 AND n_live_tup > 1000 ORDER BY relname`,
    );
    return found.rows;
  });
  for (const { relname, seq_scan, n_live_tup } of rows)
    line(`read row by row: ${relname}`, `${seq_scan} times`, `${n_live_tup} rows of all schools`);
}

async function withOwner<T>({ url }: Cluster, work: (owner: pg.Client) => Promise<T>) {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}

async function mapInOrder<In, Out>(list: In[], work: (one: In) => Promise<Out>) {
  const done: Out[] = [];
  for (const one of list) done.push(await work(one));
  return done;
}
