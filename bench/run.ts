import pg from 'pg';
import { firstLoad, MAX_FIRST_LOAD } from '../scripts/lib/first-load.mjs';
import {
  kilobytes,
  line,
  median,
  microseconds,
  milliseconds,
  printTarget,
  row,
  times,
} from './figures.ts';
import { load, type LoadRequest, type Cost } from './load.ts';
import { fill, seedSchool } from './seed.ts';
import { startCluster, startServer, type Cluster, type Server } from './servers.ts';
import {
  homeCall,
  homePages,
  largeHomeCall,
  loginPage,
  panelSave,
  saveColor,
  workloadsOf,
  type Part,
  type Schools,
  type Workload,
} from './workloads.ts';

/**
 * Compares the product with a control server. The machine's speed drifts by half within a minute,
 * so only the ratios mean something. Both get requests in the same seconds. Each round runs every
 * workload, and the median of the rounds is printed.
 *
 * Both get equally many requests. A server at full speed never sleeps and pays for no wake-up. One
 * that waits for PostgreSQL pays for several in every request. The figures at full speed are
 * printed too.
 */
const words = process.argv.slice(2);
const isShort = words.includes('--short');
const seconds = Number(process.env['BENCH_SECONDS'] ?? (isShort ? 1 : 3));
const rounds = Number(process.env['BENCH_ROUNDS'] ?? (isShort ? 3 : 9));
const saves = isShort ? 20 : 60;
const selectedParts = words.filter((word) => word !== '--short');
const isSelected = (part: Part) => selectedParts.length === 0 || selectedParts.includes(part);

const clusters = [await startCluster(), await startCluster()] as const;
const servers: Server[] = [];
try {
  await measureAll();
} finally {
  for (const server of servers) server.stop();
  for (const cluster of clusters) await cluster.stop();
}

async function measureAll() {
  const [controlCluster, productCluster] = clusters;
  const schools = await seed(productCluster);
  const control = await startServer('control.ts', controlCluster, { port: 3190 });
  const product = await startServer('product.ts', productCluster, { port: 3191 });
  servers.push(control, product);
  const workloads = workloadsOf(schools).filter(({ part }) => isSelected(part));
  const loadBoth = (workload: Workload, amountOf: (rate: number) => Parameters<typeof load>[2]) =>
    Promise.all([
      load(product, workload.requests, amountOf(workload.rate)),
      load(control, workload.requests.map(asControl), amountOf(workload.rate)),
    ]);

  // Warms up the compiler at full speed.
  for (const workload of workloads) await loadBoth(workload, () => ({ duration: isShort ? 2 : 5 }));

  const figures = new Map(workloads.map(({ name }) => [name, new Array<Round>()]));
  for (let round = 0; round < rounds; round += 1)
    for (const workload of workloads) {
      const [productCost, controlCost] = await loadBoth(workload, (rate) => ({
        amount: rate * seconds,
        overallRate: rate,
      }));
      figures
        .get(workload.name)!
        .push({ own: productCost, base: controlCost, ratio: productCost.sum / controlCost.sum });
    }
  const medianOf = (name: string, figure: (round: Round) => number) =>
    median(figures.get(name)!.map(figure));

  printMethod();
  row(
    'per request',
    'server',
    'PostgreSQL',
    'sum',
    'control',
    'ratio',
    'statements',
    'round trips',
    'p50',
    'p95',
    'control p50',
  );
  for (const { name } of workloads) {
    const medianHere = (figure: (round: Round) => number) => medianOf(name, figure);
    row(
      name,
      microseconds(medianHere(({ own }) => own.server)),
      microseconds(medianHere(({ own }) => own.database)),
      microseconds(medianHere(({ own }) => own.sum)),
      microseconds(medianHere(({ base }) => base.sum)),
      times(medianHere(({ ratio }) => ratio)),
      medianHere(({ own }) => own.statements).toFixed(1),
      medianHere(({ own }) => own.roundTrips).toFixed(1),
      milliseconds(medianHere(({ own }) => own.p50)),
      milliseconds(medianHere(({ own }) => own.p95)),
      milliseconds(medianHere(({ base }) => base.p50)),
    );
  }

  console.log('');
  row('at full speed', 'product', 'control', 'share', 'server', 'PostgreSQL', 'sum', 'control');
  for (const workload of workloads) {
    const [own, base] = await loadBoth(workload, () => ({ duration: seconds }));
    row(
      workload.name,
      `${own.perSecond.toFixed(0)}/s`,
      `${base.perSecond.toFixed(0)}/s`,
      (own.perSecond / base.perSecond).toFixed(2),
      microseconds(own.server),
      microseconds(own.database),
      microseconds(own.sum),
      microseconds(base.sum),
    );
  }

  console.log('');
  line('', 'figure', 'target, at most');
  for (const { name, target } of workloads)
    if (target)
      printTarget(
        name,
        medianOf(name, ({ ratio }) => ratio),
        target,
        (value) => `${times(value)} control`,
      );
  if (isSelected('calls')) {
    // They follow each other in every round. The control would only add its own variance.
    const homeFigures = figures.get(homeCall)!;
    const largeHomeFigures = figures.get(largeHomeCall)!;
    const growth = median(
      largeHomeFigures.map(({ own }, index) => own.sum / homeFigures[index]!.own.sum),
    );
    printTarget('home, 100 times the school', growth, 1.2, times);
  }
  if (isSelected('writes')) await measureSaves(product, schools);
  printTarget('first load of JavaScript', firstLoad().bytes, MAX_FIRST_LOAD, kilobytes);
  for (const [table, count] of await readAllRows(productCluster))
    line(`read row by row: ${table}`, `${count} rows of all schools`);
}

/** A workload in one round. */
interface Round {
  own: Cost;
  base: Cost;
  ratio: number;
}

/** The same request to the control: a write inserts a row, anything else reads one. */
function asControl(request: LoadRequest): LoadRequest {
  return { ...request, method: request.method === 'GET' ? 'GET' : 'POST', path: '/' };
}

function printMethod() {
  console.log(
    `median of ${rounds} rounds of ${seconds} s, product and control asked equally often in the same seconds, 10 connections each`,
  );
  if (clusters[0].processor() === null)
    console.log(
      'this system has no /proc: PostgreSQL is not counted, every figure is the server alone',
    );
  console.log('');
}

/**
 * Prints how long one save delays other requests. That is the longest block of the event loop
 * during the save, and during the next rendering of the changed pages. Other programs interrupt the
 * server, so the minimum is printed beside the median.
 */
async function measureSaves(product: Server, { written }: Schools) {
  const longestBlock = async (requests: LoadRequest[]) => {
    await product.query('watch');
    for (const request of requests) await load(product, [request], { amount: 1 });
    return (await product.query<{ longest: number }>('unwatch')).longest;
  };
  const saveOnly: number[] = [];
  const withPages: number[] = [];
  for (let save = 0; save < saves; save += 1) {
    const color = `#2b4c${(save + 16).toString(16)}`;
    saveOnly.push(await longestBlock([saveColor(written, color)]));
    withPages.push(await longestBlock([homePages(written)[0]!, loginPage(written)]));
  }
  const format = (value: number) => `${milliseconds(value)} of event loop`;
  printTarget(panelSave, median(saveOnly), 2, format);
  line('  the least of all saves', format(Math.min(...saveOnly)));
  printTarget('the pages after a panel save', median(withPages), 2, format);
  line('  the least of all', format(Math.min(...withPages)));
}

function seed(cluster: Cluster): Promise<Schools> {
  return fill(cluster, async (context) => {
    const size = { courses: 24, members: 400 };
    return {
      small: await seedSchool(context, 'small', size),
      written: await seedSchool(context, 'written', size),
      large: await seedSchool(context, 'large', {
        courses: size.courses * 100,
        members: size.members * 100,
      }),
    };
  });
}

/** Tables of some size that were read from end to end: a statement went without its school's index. */
async function readAllRows({ url }: Cluster) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ relname: string; n_live_tup: string }>(
    `SELECT relname, n_live_tup FROM pg_stat_user_tables
     WHERE seq_scan > 0 AND n_live_tup > 1000 ORDER BY relname`,
  );
  await client.end();
  return rows.map(({ relname, n_live_tup }) => [relname, n_live_tup] as const);
}
