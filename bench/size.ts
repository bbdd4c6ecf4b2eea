import { request, Agent } from 'node:http';
import { loadavg } from 'node:os';
import pg from 'pg';
import {
  line,
  median,
  microseconds,
  milliseconds,
  percentile,
  printTarget,
  row,
  times,
} from './figures.ts';
import { load, type LoadRequest, type Cost } from './load.ts';
import {
  openManySchoolsDir,
  schoolAt,
  schoolsAt,
  seedSchools,
  sizesOf,
  smallSize,
  readSchools,
  type NumberedSchool,
} from './schools.ts';
import { fill } from './seed.ts';
import { startCluster, startServer, type Cluster, type Server } from './servers.ts';
import { printTableScans } from './table-scans.ts';

/**
 * npm run bench -- size: the cost of a small school among many. It sends requests to small schools
 * and to the largest one of the installation that `bench -- seed` made. In the same seconds it
 * sends them to a small school on an installation of its own. Then it measures memory by answered
 * schools, and first answers.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const RATE = 60;
const MEASURED_SCHOOLS = 40;
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
  const schoolCount = await withOwner(many, async (owner) => (await readSchools(owner)).size);
  if (schoolCount < 20) throw new Error('Run npm run bench -- seed first: there are no schools.');
  const memberCount = await withOwner(many, async (owner) => {
    const { rows } = await owner.query<{ count: string }>('SELECT count(*) FROM members');
    return Number(rows[0]!.count);
  });
  const small = smallSize(sizesOf(schoolCount, memberCount - schoolCount).at(-1)?.members ?? 40);
  // A small school of the same shape on its own installation.
  await fill(alone, (context) => seedSchools(context, [small, small]));
  console.log(
    `${schoolCount} schools, ${memberCount} members; a small one has ${small.members}; load ${loadavg()[0]!.toFixed(1)}`,
  );

  const schoolsUnderTest = await withOwner(many, (owner) =>
    schoolsAt(owner, spreadIndexes(schoolCount)),
  );
  const largest = await withOwner(many, (owner) => schoolAt(owner, 0));
  const single = await withOwner(alone, (owner) => schoolAt(owner, 1));

  const control = await startServer('product.ts', alone, { port: 3190 });
  await control.usage(); // By then it has stored its compiled code, which every later start uses.
  const startedAt = performance.now();
  const product = await startServer('product.ts', many, { port: 3191, execArgv: ['--expose-gc'] });
  const startMs = performance.now() - startedAt;
  servers.push(product, control);

  await measureFirstAnswers(product, schoolCount);
  await measureCalls({ product, control, schoolsUnderTest, largest, single });
  await printTableScans(many);
  printTarget('start of the server', startMs, TARGETS.startMs, milliseconds);
  line('load of the machine after', loadavg()[0]!.toFixed(1));
}

/** Numbers of small schools, spread over all of them. `sizesOf` puts the large ones first. */
function spreadIndexes(schoolCount: number) {
  const firstSmall = 1 + Math.floor(schoolCount / 10);
  const step = Math.max(1, Math.floor((schoolCount - firstSmall) / MEASURED_SCHOOLS));
  return Array.from({ length: MEASURED_SCHOOLS }, (_, n) => firstSmall + n * step).filter(
    (index) => index < schoolCount,
  );
}

interface MeasureOptions {
  product: Server;
  control: Server;
  schoolsUnderTest: NumberedSchool[];
  largest: NumberedSchool;
  single: NumberedSchool;
}

async function measureCalls({
  product,
  control,
  schoolsUnderTest,
  largest,
  single,
}: MeasureOptions) {
  const loads = workloads();
  const rounds = loads.map((): Round[] => []);
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [index, workload] of loads.entries()) {
      const amount = { amount: RATE * SECONDS, overallRate: RATE };
      const requests = schoolsUnderTest
        .slice(0, workload.schools)
        .flatMap((school) => workload.requests(school, STUDENTS_EACH));
      const [manyCost, aloneCost] = await Promise.all([
        load(product, requests, amount),
        load(
          control,
          repeated(workload.requests(single, MEASURED_SCHOOLS), requests.length),
          amount,
        ),
      ]);
      const largestCost = await load(
        product,
        repeated(workload.requests(largest, MEASURED_SCHOOLS), requests.length),
        amount,
      );
      // The first round only compiles and plans.
      if (round >= 0)
        rounds[index]!.push({ many: manyCost, alone: aloneCost, largest: largestCost });
    }
  printCalls(loads, rounds);
}

/** The cost of a workload on each of the three, in the same seconds. */
type Round = Record<'many' | 'alone' | 'largest', Cost>;

function printCalls(loads: Workload[], roundsOfLoads: Round[][]) {
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
    const rounds = roundsOfLoads[index]!;
    const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure));
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

/** Repeats the requests, because their number decides how many connections `load` opens. */
function repeated(requests: LoadRequest[], count: number) {
  return Array.from({ length: count }, (_, index) => requests[index % requests.length]!);
}

interface Workload {
  name: string;
  /**
   * Maximum number of schools that get its requests. A school's panel saves wait for each other.
   */
  schools?: number;
  /** Requests of this many students of the school, or of its owner. */
  requests: (school: NumberedSchool, students: number) => LoadRequest[];
}

function workloads(): Workload[] {
  const asStudents =
    (path: (school: NumberedSchool) => string) => (school: NumberedSchool, students: number) =>
      school.students.slice(0, students).map((cookie): LoadRequest => ({
        method: 'GET',
        path: path(school),
        host: school.host,
        cookie,
      }));
  const asOwner = (path: string) => (school: NumberedSchool) => [
    { method: 'GET', path, host: school.host, cookie: school.owner } satisfies LoadRequest,
  ];
  return [
    { name: 'home', requests: asStudents(() => '/homepage') },
    {
      name: 'lesson',
      requests: asStudents((school) => `/curso/${school.courseId}/aula/${school.lessonId}`),
    },
    { name: 'login page', requests: ({ host }) => [{ method: 'GET', path: '/', host }] },
    { name: 'course', requests: asStudents((school) => `/courses/${school.courseId}`) },
    {
      name: 'feed',
      requests: asStudents((school) => `/api/v1/channels/${school.channelId}/posts`),
    },
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

/**
 * Opens the login page of each school, which no cache holds yet, and measures the server's memory.
 */
async function measureFirstAnswers(product: Server, schoolCount: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const open = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const sentAt = performance.now();
      request(`${product.url}/`, { agent, headers: { host } }, (answer) => {
        answer.resume().on('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - sentAt);
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
  for (let index = 10; index < schoolCount; index += 1) {
    firstAnswers.push(await open(`escola-${index}.localhost`));
    if (![100, 300, 1_000, 3_000].includes(index + 1) && index + 1 !== schoolCount) continue;
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
  const firstP99 = percentile(firstAnswers, 0.99);
  line(
    `first answer within ${TARGETS.firstAnswerMs} ms, p99`,
    firstP99 <= TARGETS.firstAnswerMs ? 'met' : 'missed',
  );
  line(
    `at most ${TARGETS.kibibytesASchool} KiB a school`,
    perSchool <= TARGETS.kibibytesASchool ? 'met' : 'missed',
  );
  console.log('');
}

async function withOwner<T>({ url }: Cluster, work: (owner: pg.Client) => Promise<T>) {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}
