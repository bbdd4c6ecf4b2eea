import { loadavg } from 'node:os';
import pg from 'pg';
import { line, megabytes, milliseconds, row, times } from './figures.ts';
import { load, type LoadRequest } from './load.ts';
import { seedLibrary, type Library } from './search-library.ts';
import { fill } from './seed.ts';
import { startCluster, startServer, type Server } from './servers.ts';

/**
 * npm run bench -- search: searches 100,000 lessons (BENCH_LESSONS) and 1,000,000 posts
 * (BENCH_POSTS) of one school by words of every frequency. It searches as a student who may read
 * half of it, and as staff. It also measures the index on disk and its cost for a new post.
 */
const isShort = process.argv.includes('--short');
const amount = isShort ? 20 : 50;
const RATE = 5;
const TARGETS_MS = { p50: 60, worst: 300 };

const cluster = await startCluster();
const controlCluster = await startCluster();
const servers: Server[] = [];
try {
  const library = await fill(cluster, seedLibrary);
  const product = await startServer('product.ts', cluster, { port: 3195 });
  const control = await startServer('control.ts', controlCluster, { port: 3196 });
  servers.push(product, control);
  await measureSearches(product, control, library);
  await measureIndex(library);
} finally {
  for (const server of servers) server.stop();
  await cluster.stop();
  await controlCluster.stop();
}

async function measureSearches(product: Server, control: Server, library: Library) {
  const { host, student, staff } = library;
  const requestsFor = (words: string[], cookie: string, parameters = '') =>
    words.map((word): LoadRequest => ({
      method: 'GET',
      path: `/api/v1/search?q=${encodeURIComponent(word)}${parameters}`,
      host,
      cookie,
    }));
  const controlRequest: LoadRequest = { method: 'GET', path: '/', host: 'control.localhost' };
  const groups = Object.entries(library.searches).flatMap(([name, words]) => [
    { name, requests: requestsFor(words, student) },
    { name: `${name}, staff`, requests: requestsFor(words, staff) },
  ]);
  const common = library.searches['common']!;
  groups.push(
    { name: 'common, while typing', requests: requestsFor(common, student, '&grouped=1') },
    { name: 'posts alone, page 5', requests: requestsFor(common, student, '&kind=post&page=5') },
  );
  // Each connection of the server's pool plans the statements once.
  await load(product, requestsFor(Object.values(library.searches).flat(), student), { amount: 60 });
  console.log(`load of the machine before: ${loadavg()[0]!.toFixed(1)}\n`);
  row('search', 'p50', 'p99', 'worst', 'processor', 'control p50', 'ratio', 'statements');
  const missed: string[] = [];
  for (const { name, requests } of groups) {
    const measured = await load(product, requests, { amount, overallRate: RATE });
    const controlCost = await load(control, [controlRequest], { amount, overallRate: 50 });
    row(
      name,
      milliseconds(measured.p50),
      milliseconds(measured.p99),
      milliseconds(measured.worst),
      milliseconds(measured.sum / 1000),
      milliseconds(controlCost.p50),
      times(measured.sum / controlCost.sum),
      measured.statements.toFixed(1),
    );
    if (measured.p50 > TARGETS_MS.p50 || measured.worst > TARGETS_MS.worst) missed.push(name);
  }
  console.log(`\nload of the machine after: ${loadavg()[0]!.toFixed(1)}`);
  line(
    `p50 within ${TARGETS_MS.p50} ms, all within ${TARGETS_MS.worst} ms`,
    missed.length ? `missed by ${missed.join('; ')}` : 'met by all',
  );
}

/** Prints the size on disk, and the cost of new posts with and without search. */
async function measureIndex({ tenantId, channelId, texts }: Library) {
  const database = new pg.Client({ connectionString: cluster.url });
  await database.connect();
  const { rows } = await database.query<{ name: string; bytes: string }>(
    `SELECT c.relname AS name, pg_table_size(c.oid) AS bytes FROM pg_class c
     WHERE c.relname ~ '^search_' AND c.relkind IN ('r', 'i') ORDER BY 2 DESC`,
  );
  console.log('');
  for (const { name, bytes } of rows) line(name, megabytes(Number(bytes)));
  await database.query('SET statement_timeout = 0');
  await database.query(`SELECT set_config('app.tenant', $1::text, false)`, [tenantId]);
  /** ms of one new post. Leaves none of them. */
  const timeOfPost = async () => {
    await database.query('BEGIN');
    const startedAt = performance.now();
    for (const text of texts)
      await database.query(
        `INSERT INTO posts (tenant_id, community_id, channel_id, content)
         SELECT tenant_id, community_id, id, $3 FROM channels WHERE tenant_id = $1 AND id = $2`,
        [tenantId, channelId, text],
      );
    const ms = (performance.now() - startedAt) / texts.length;
    await database.query('ROLLBACK');
    return ms;
  };
  await timeOfPost();
  const withSearch = await timeOfPost();
  await database.query('ALTER TABLE posts DISABLE TRIGGER search');
  line('a row of posts', milliseconds(withSearch));
  line('the same without search', milliseconds(await timeOfPost()));
  await database.end();
}
