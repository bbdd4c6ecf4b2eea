import { median, microseconds, milliseconds, row, times } from './figures.ts';
import { load, type Cost, type LoadAmount, type LoadRequest } from './load.ts';
import type { Server } from './servers.ts';

/** Whether the command line asks for a short run. */
export const isShort = process.argv.includes('--short');
/** Number of rounds. The figures are their medians. */
export const rounds = Number(process.env['BENCH_ROUNDS'] ?? (isShort ? 3 : 9));
/** Seconds of each workload in a round. */
export const seconds = Number(process.env['BENCH_SECONDS'] ?? (isShort ? 1 : 3));
/** Seconds at full speed before the first round, in which the compiler warms up. */
export const warmUpSeconds = isShort ? 2 : 5;

/** The cost of a request to the product, and that of the control in the same seconds. */
export interface PairedCost extends Cost {
  control: Cost;
}

/** The two servers that are compared. */
export interface ServerPair {
  product: Server;
  control: Server;
}

/** Sends the requests to the product, and equally many to the control at the same time. */
export async function loadBoth(
  { product, control }: ServerPair,
  requests: LoadRequest[],
  amount: LoadAmount,
): Promise<PairedCost> {
  const [cost, controlCost] = await Promise.all([
    load(product, requests, amount),
    load(control, requests.map(asControl), amount),
  ]);
  return { ...cost, control: controlCost };
}

/** Measures every workload once in each round. Returns the costs by the name of the workload. */
export async function measureRounds(
  pair: ServerPair,
  workloads: { name: string; requests: LoadRequest[]; rate: number }[],
) {
  for (const { requests } of workloads) await loadBoth(pair, requests, { duration: warmUpSeconds });
  const costs = new Map(workloads.map(({ name }) => [name, new Array<PairedCost>()]));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, requests, rate } of workloads)
      costs
        .get(name)!
        .push(await loadBoth(pair, requests, { amount: rate * seconds, overallRate: rate }));
  return costs;
}

/** The same request to the control: a write inserts a row, anything else reads one. */
function asControl({ method, body, ...request }: LoadRequest): LoadRequest {
  return method === 'GET'
    ? { ...request, method, path: '/' }
    : { ...request, method: 'POST', path: '/', body: body ?? {} };
}

/** The processor time of the product's request over that of the control's. */
export const ratioOf = (cost: PairedCost) => cost.sum / cost.control.sum;

/** The median over all rounds of a figure over the same figure of a baseline, round by round. */
export const growthOf = (costs: Cost[], baseline: Cost[]) =>
  median(costs.map(({ sum }, round) => sum / baseline[round]!.sum));

interface Column<Round> {
  heading: string;
  figure: (round: Round) => number;
  format: (figure: number) => string;
}

const decimal = (count: number) => count.toFixed(1);

/** The columns that a table of costs may have. */
export const columns = {
  server: { heading: 'server', figure: ({ server }: Cost) => server, format: microseconds },
  database: {
    heading: 'PostgreSQL',
    figure: ({ database }: Cost) => database,
    format: microseconds,
  },
  sum: { heading: 'sum', figure: ({ sum }: Cost) => sum, format: microseconds },
  control: {
    heading: 'control',
    figure: ({ control }: PairedCost) => control.sum,
    format: microseconds,
  },
  ratio: { heading: 'ratio', figure: ratioOf, format: times },
  statements: {
    heading: 'statements',
    figure: ({ statements }: Cost) => statements,
    format: decimal,
  },
  roundTrips: {
    heading: 'round trips',
    figure: ({ roundTrips }: Cost) => roundTrips,
    format: decimal,
  },
  p50: { heading: 'p50', figure: ({ p50 }: Cost) => p50, format: milliseconds },
  p95: { heading: 'p95', figure: ({ p95 }: Cost) => p95, format: milliseconds },
  worst: { heading: 'worst', figure: ({ worst }: Cost) => worst, format: milliseconds },
  controlP50: {
    heading: 'control p50',
    figure: ({ control }: PairedCost) => control.p50,
    format: milliseconds,
  },
};

/** Prints a table with the median of all rounds, a line for each workload. */
export function printCosts<Round extends Cost>(
  title: string,
  costs: Map<string, Round[]>,
  shownColumns: Column<Round>[],
) {
  row(title, ...shownColumns.map(({ heading }) => heading));
  for (const [name, rounds] of costs)
    row(name, ...shownColumns.map(({ figure, format }) => format(median(rounds.map(figure)))));
}
