import type pg from 'pg';
import { line, printTarget, times } from './figures.ts';
import { load, type LoadRequest, type Cost } from './load.ts';
import { columns, growthOf, printCosts, rounds, seconds, warmUpSeconds } from './rounds.ts';
import { fill, seedSchool, type SeedContext } from './seed.ts';
import { startCluster, startServer, type Server } from './servers.ts';

/**
 * npm run bench -- bell: the cost of the bell for members with 100,000 notifications
 * (BENCH_NOTIFICATIONS), with one page of them, and with none. Some members have lost the channel
 * of nearly all of their notifications. Requests go to all of them in turn, and only the ratios mean something.
 */
const notificationCount = Number(process.env['BENCH_NOTIFICATIONS'] ?? 100_000);
const PAGE = 10;
const RATE = 100;
const MEMBERS_EACH = 4;
const TARGET_RATIO = 1.5;

const bells = {
  none: 0,
  'a page': PAGE,
  many: notificationCount,
  'many, locked': notificationCount,
};
type Bell = keyof typeof bells;

const calls = {
  unread: '/api/auth/notification/total',
  popover: `/api/auth/notification?page=1&paginate=${PAGE}`,
};
type Call = keyof typeof calls;

interface BellResult {
  call: Call;
  bell: Bell;
  requests: LoadRequest[];
  costs: Cost[];
}

const cluster = await startCluster();
const servers: Server[] = [];
try {
  const { host, cookies } = await fill(cluster, seed);
  const product = await startServer('product.ts', cluster, { port: 3198 });
  servers.push(product);
  await measure(product, host, cookies);
} finally {
  for (const server of servers) server.stop();
  await cluster.stop();
}

async function measure(product: Server, host: string, cookies: Record<Bell, string[]>) {
  const measured = (Object.keys(calls) as Call[]).flatMap((call) =>
    (Object.keys(bells) as Bell[]).map((bell): BellResult => {
      const requests = cookies[bell].map((cookie): LoadRequest => ({
        method: 'GET',
        path: calls[call],
        host,
        cookie,
      }));
      return { call, bell, requests, costs: [] };
    }),
  );
  for (const { requests } of measured) await load(product, requests, { duration: warmUpSeconds });
  for (let round = 0; round < rounds; round += 1)
    for (const { requests, costs } of measured)
      costs.push(await load(product, requests, { amount: RATE * seconds, overallRate: RATE }));

  console.log(`median of ${rounds} rounds of ${seconds} s, ${notificationCount} notifications\n`);
  const { server, database, sum, statements, p50, worst } = columns;
  printCosts(
    'per request',
    new Map(measured.map(({ call, bell, costs }) => [`${call}, ${bell}`, costs])),
    [server, database, sum, statements, p50, worst],
  );
  console.log('');
  line('', 'figure', 'target, at most');
  for (const { call, bell, costs } of measured) {
    if (!bell.startsWith('many')) continue;
    for (const baseline of ['none', 'a page'] as const) {
      const base = measured.find(
        (candidate) => candidate.call === call && candidate.bell === baseline,
      )!;
      const growth = growthOf(costs, base.costs);
      printTarget(`${call}, ${bell} beside ${baseline}`, growth, TARGET_RATIO, times);
    }
  }
}

/** Seeds one page of posts in an open channel, and the others in a restricted one. */
async function seed(context: SeedContext) {
  const { host, students } = await seedSchool(context, 'bell', { courses: 4, members: 400 });
  const db = context.owner;
  const { rows } = await db.query<{ id: string }>("SELECT id FROM tenants WHERE slug = 'bell'");
  const tenant = rows[0]!.id;
  // Without triggers, which would count and announce 100,000 posts one by one.
  await db.query('SET session_replication_role = replica; SET statement_timeout = 0');
  const run = (sql: string, ...values: unknown[]) => db.query(sql, [tenant, ...values]);
  await run(`INSERT INTO communities (tenant_id, position, title, principal)
    VALUES ($1, 1, 'A cidade', true)`);
  await run(`INSERT INTO channels (tenant_id, community_id, position, title, restricted)
    SELECT $1, c.id, n, 'Canal ' || n, n = 2
    FROM communities c, generate_series(1, 2) n WHERE c.tenant_id = $1`);
  await run(
    `INSERT INTO posts (tenant_id, community_id, channel_id, member_id, content)
    SELECT $1, ch.community_id, ch.id, (SELECT min(id) FROM members WHERE tenant_id = $1),
      '<p>Publicação sobre a luz da manhã.</p>'
    FROM channels ch, generate_series(1, $2::integer) n WHERE ch.tenant_id = $1`,
    notificationCount,
  );
  const cookies = {} as Record<Bell, string[]>;
  for (const [index, [bell, count]] of Object.entries(bells).entries()) {
    const first = index * MEMBERS_EACH;
    cookies[bell as Bell] = students.slice(first, first + MEMBERS_EACH);
    await insertNotifications(db, {
      tenant,
      first,
      count,
      channel: bell === 'many, locked' ? 2 : 1,
    });
  }
  await db.query('SET session_replication_role = DEFAULT');
  return { host, cookies };
}

interface NotifiedMembers {
  tenant: string;
  /** Id of the first notified student. */
  first: number;
  count: number;
  /** The channel of the posts. The first page of the locked one begins with open posts. */
  channel: number;
}

async function insertNotifications(
  db: pg.Client,
  { tenant, first, count, channel }: NotifiedMembers,
) {
  await db.query(
    `INSERT INTO notifications
      (tenant_id, member_id, event, subject, community_id, actor_id, post_id, at)
    SELECT $1, m.id, 'post', 'post:' || p.id, p.community_id, p.member_id, p.id,
      now() - p.n * interval '1 second'
    FROM (SELECT id FROM members WHERE tenant_id = $1 AND NOT is_staff(roles)
      ORDER BY id OFFSET $2 LIMIT ${MEMBERS_EACH}) AS m,
    (SELECT p.*, row_number() OVER (ORDER BY p.id) AS n FROM posts p
      JOIN channels ch ON ch.tenant_id = $1 AND ch.id = p.channel_id AND ch.position = $4
      WHERE p.tenant_id = $1 LIMIT $3) AS p`,
    [tenant, first, count, channel],
  );
}
