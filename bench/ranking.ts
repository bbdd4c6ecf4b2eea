import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { line, median, milliseconds, printTarget, times } from './figures.ts';
import { load, type Cost, type LoadRequest } from './load.ts';
import { seedRankingSchool, type RankingSchool } from './ranking-schools.ts';
import {
  columns,
  growthOf,
  loadBoth,
  printCosts,
  ratioOf,
  rounds,
  seconds,
  warmUpSeconds,
  type PairedCost,
  type ServerPair,
} from './rounds.ts';
import { fill } from './seed.ts';
import { startCluster, startServer, type Server } from './servers.ts';

/**
 * npm run bench -- ranking: the ranking, an action that scores, trying rules and a reset. A school
 * has 1,000,000 scores (BENCH_MEMBERS) with five ledger rows each. It is compared with a school of
 * 1,000 scores and with a control. They are asked in turn, so that the ratios are valid even where the figures vary.
 */
const members = Number(process.env['BENCH_MEMBERS'] ?? 1_000_000);
const SMALL_SIZE = 1_000;
const FIRST = 'first look';
/** The calls that readers repeat. */
const QUERIES = { 'first page': '', 'around oneself': '?around=me', 'the week': '?period=week' };
const RATE = 100;
const TARGETS = { growth: 1.3, overControl: 3, statements: 2, withPoints: 1.5 };
const TARGETS_MS = { reset: 10_000, preview: 3_000 };

const cluster = await startCluster();
const controlCluster = await startCluster();
const servers: Server[] = [];
try {
  const { large, small } = await fill(cluster, async (context) => ({
    large: await seedRankingSchool(context, 'large', members),
    small: await seedRankingSchool(context, 'small', SMALL_SIZE),
  }));
  const product = await startServer('product.ts', cluster, { port: 3194 });
  const control = await startServer('control.ts', controlCluster, { port: 3190 });
  servers.push(product, control);
  const database = new pg.Client({ connectionString: cluster.url });
  await database.connect();
  database.on('error', () => {}); // what ended the run is told, not that the cluster stopped
  await measureRanking({ product, control }, large, small);
  await measureActions(product, database, large);
  await measurePreview(product, large);
  await measureReset(product, large);
  await database.end();
} finally {
  for (const server of servers) server.stop();
  await cluster.stop();
  await controlCluster.stop();
}

async function measureRanking(pair: ServerPair, large: RankingSchool, small: RankingSchool) {
  const again = Object.entries(QUERIES).flatMap(([name, query]) => [
    { name: `${name}, ${SMALL_SIZE}`, requestsOf: () => pages(small, query) },
    { name: `${name}, ${members}`, requestsOf: () => pages(large, query) },
  ]);
  const calls = [
    { name: `${FIRST}, ${SMALL_SIZE}`, requestsOf: (round: number) => firstLooks(small, round) },
    { name: `${FIRST}, ${members}`, requestsOf: (round: number) => firstLooks(large, round) },
    ...again,
  ];
  for (const call of again)
    await load(pair.product, call.requestsOf(), { duration: warmUpSeconds });
  const costs = new Map(calls.map(({ name }) => [name, new Array<PairedCost>()]));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, requestsOf } of calls) {
      const requests = requestsOf(round);
      const amount = name.startsWith(FIRST) ? requests.length : RATE * seconds;
      costs.get(name)!.push(await loadBoth(pair, requests, { amount, overallRate: RATE }));
    }

  console.log(`median of ${rounds} rounds of ${seconds} s\n`);
  const { server, database, sum, statements, p50 } = columns;
  printCosts('per request', costs, [server, database, sum, statements, p50]);
  console.log('');
  line('', 'figure', 'target, at most');
  for (const kind of [FIRST, ...Object.keys(QUERIES)]) printRankingTargets(kind, costs);
}

function printRankingTargets(kind: string, costs: Map<string, PairedCost[]>) {
  const name = `${kind}, ${members}`;
  const many = costs.get(name)!;
  const growth = growthOf(many, costs.get(`${kind}, ${SMALL_SIZE}`)!);
  printTarget(`${kind}, ${members / SMALL_SIZE} times as many`, growth, TARGETS.growth, times);
  printTarget(`${name}, beside control`, median(many.map(ratioOf)), TARGETS.overControl, times);
  // A job in between runs its own statements.
  const statements = Math.round(10 * median(many.map((cost) => cost.statements))) / 10;
  printTarget(`${name}, statements`, statements, TARGETS.statements, (count) => count.toFixed(1));
}

/** The server has cached nothing of these readers: each of them asks once in a run. */
function firstLooks({ host, newcomers }: RankingSchool, round: number): LoadRequest[] {
  const share = Math.min(RATE * seconds, Math.floor(newcomers.length / rounds));
  return pages({ host, students: newcomers.slice(round * share, (round + 1) * share) });
}

/** A like that scores beside the same like while no action is worth anything. */
async function measureActions(product: Server, database: pg.Client, large: RankingSchool) {
  const turns = rounds + 1;
  const amount = Math.min(RATE * seconds, Math.floor(large.lessons.length / (2 * turns)) * 100);
  let next = 0;
  const likes = () =>
    Array.from({ length: amount }, (): LoadRequest => {
      const turn = next++;
      const student = large.students[turn % large.students.length]!;
      const lesson =
        large.lessons[Math.floor(turn / large.students.length) % large.lessons.length]!;
      return {
        method: 'PUT',
        path: `/api/v1/lessons/${lesson}/like`,
        host: large.host,
        cookie: student,
        body: {},
      };
    });
  const costs: { scoring: Cost[]; silent: Cost[] } = { scoring: [], silent: [] };
  for (let turn = 0; turn < turns; turn += 1)
    for (const kind of ['silent', 'scoring'] as const) {
      const points = kind === 'scoring' ? 10 : 0;
      await database.query(
        `UPDATE points_rules SET points = $2, enable = $3 WHERE tenant_id = $1 AND action = 'like_class'`,
        [large.id, points, points > 0],
      );
      const cost = await load(product, likes(), { amount, overallRate: RATE });
      if (turn > 0) costs[kind].push(cost); // the first turn compiles
    }
  console.log('');
  const { server, database: postgres, sum, statements, p50, p95 } = columns;
  printCosts('per like', new Map(Object.entries(costs)), [
    server,
    postgres,
    sum,
    statements,
    p50,
    p95,
  ]);
  const ratio = growthOf(costs.scoring, costs.silent);
  printTarget('a like with its points', ratio, TARGETS.withPoints, times);
}

/** Rules tried over a month of 1,000,000 events, while others read the ranking. */
async function measurePreview(product: Server, large: RankingSchool) {
  const rule = { enable: 1, needed_interaction: 2, plus_user_score: 15 };
  const body = {
    custom_name: 'XP',
    platform: { login: 5, watch_class: 2, like_class: 1, finish_class: 20, finish_course: 100 },
    community: { score_posts: 10, score_comments: 5, score_replies: 5, score_likes: 1 },
    platform_settings: { watch_class: rule, finish_class: rule, like_class: rule },
    community_settings: { like: rule, post: rule },
  };
  const ask: LoadRequest = {
    method: 'POST',
    path: '/api/v1/points/preview',
    host: large.host,
    cookie: large.owner,
    body,
  };
  const quiet = await load(product, pages(large), { amount: 3 * RATE, overallRate: RATE });
  const durations: number[] = [];
  for (let round = 0; round < 3; round += 1)
    durations.push((await load(product, [ask], { amount: 1 })).p50);
  const [busy] = await Promise.all([
    load(product, pages(large), { amount: 3 * RATE, overallRate: RATE }),
    load(product, [ask], { amount: 1 }),
  ]);
  printTarget('rules tried over a month', median(durations), TARGETS_MS.preview, milliseconds);
  line('the ranking meanwhile, p50', milliseconds(busy.p50), `alone ${milliseconds(quiet.p50)}`);
}

/** A reset while others read the ranking. */
async function measureReset(product: Server, large: RankingSchool) {
  const ask: LoadRequest = {
    method: 'POST',
    path: '/api/auth/community/reset-ranking',
    host: large.host,
    cookie: large.owner,
    body: {},
  };
  const working = load(product, pages(large), { amount: 3 * RATE, overallRate: RATE });
  await sleep(1_000);
  const { p50 } = await load(product, [ask], { amount: 1 });
  const busy = await working;
  printTarget('a reset', p50, TARGETS_MS.reset, milliseconds);
  line('the ranking meanwhile, p95', milliseconds(busy.p95));
}

function pages({ host, students }: Pick<RankingSchool, 'host' | 'students'>, query = '') {
  return students.map((cookie): LoadRequest => ({
    method: 'GET',
    path: `/api/v1/ranking${query}`,
    host,
    cookie,
  }));
}
