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
import { load, type LoadRequest } from './load.ts';
import {
  columns,
  growthOf,
  isShort,
  loadBoth,
  measureRounds,
  printCosts,
  ratioOf,
  rounds,
  seconds,
  type PairedCost,
  type ServerPair,
} from './rounds.ts';
import { fill, seedSchool } from './seed.ts';
import { startCluster, startServer, type Cluster, type Server } from './servers.ts';
import { printTableScans } from './table-scans.ts';
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
const saves = isShort ? 20 : 60;
const selectedParts = process.argv.slice(2).filter((word) => word !== '--short');
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
  const pair = { product, control };
  const workloads = workloadsOf(schools).filter(({ part }) => isSelected(part));

  const costs = await measureRounds(pair, workloads);
  printMethod();
  const { server, database, sum, ratio, statements, roundTrips, p50, p95 } = columns;
  printCosts('per request', costs, [
    server,
    database,
    sum,
    columns.control,
    ratio,
    statements,
    roundTrips,
    p50,
    p95,
    columns.controlP50,
  ]);
  console.log('');
  await measureFullSpeed(pair, workloads);

  console.log('');
  line('', 'figure', 'target, at most');
  printRatios(workloads, costs);
  if (isSelected('writes')) await measureSaves(product, schools);
  printTarget('first load of JavaScript', firstLoad().bytes, MAX_FIRST_LOAD, kilobytes);
  await printTableScans(productCluster);
}

async function measureFullSpeed(pair: ServerPair, workloads: Workload[]) {
  row('at full speed', 'product', 'control', 'share', 'server', 'PostgreSQL', 'sum', 'control');
  for (const { name, requests } of workloads) {
    const { control, ...own } = await loadBoth(pair, requests, { duration: seconds });
    row(
      name,
      `${own.perSecond.toFixed(0)}/s`,
      `${control.perSecond.toFixed(0)}/s`,
      (own.perSecond / control.perSecond).toFixed(2),
      microseconds(own.server),
      microseconds(own.database),
      microseconds(own.sum),
      microseconds(control.sum),
    );
  }
}

function printRatios(workloads: Workload[], costs: Map<string, PairedCost[]>) {
  for (const { name, target } of workloads)
    if (target)
      printTarget(
        name,
        median(costs.get(name)!.map(ratioOf)),
        target,
        (value) => `${times(value)} control`,
      );
  if (!isSelected('calls')) return;
  // They follow each other in every round. The control would only add its own variance.
  const growth = growthOf(costs.get(largeHomeCall)!, costs.get(homeCall)!);
  printTarget('home, 100 times the school', growth, 1.2, times);
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
