import { sql } from 'kysely';
import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import { line, median, microseconds, milliseconds, row, times } from './figures.ts';
import { load, type Ask, type Cost } from './load.ts';
import { fill, type Filling } from './seed.ts';
import { startCluster, startServer, type Server } from './servers.ts';

/**
 * npm run bench -- ranking: the first page and the people around oneself, in a school of 1,000,000
 * scores (BENCH_MEMBERS) beside one of 1,000. Both are asked in turn, so that the ratio means
 * something where the figures do not.
 */
const isShort = process.argv.includes('--short');
const rounds = Number(process.env['BENCH_ROUNDS'] ?? (isShort ? 3 : 9));
const seconds = Number(process.env['BENCH_SECONDS'] ?? (isShort ? 1 : 3));
const members = Number(process.env['BENCH_MEMBERS'] ?? 1_000_000);
const FEW = 1_000;
/** As many students ask, from everywhere in the ranking. */
const ASKING = 200;
const RATE = 100;
const MOST_GROWTH = 1.3;

interface Town {
  host: string;
  students: string[];
}

const cluster = await startCluster();
let server: Server | undefined;
try {
  const [city, village] = await fill(cluster, async (filling) => [
    await seedTown(filling, 'city', members),
    await seedTown(filling, 'village', FEW),
  ]);
  server = await startServer('product.ts', cluster, { port: 3194 });
  await measure(server, city!, village!);
} finally {
  server?.stop();
  await cluster.stop();
}

async function measure(product: Server, city: Town, village: Town) {
  const asks = ({ host, students }: Town, query: string) =>
    students.map((cookie): Ask => ({
      method: 'GET',
      path: `/api/v1/ranking${query}`,
      host,
      cookie,
    }));
  const calls = ['', '?around=me'].flatMap((query) => [
    { name: `${nameOf(query)}, ${FEW}`, asks: asks(village, query) },
    { name: `${nameOf(query)}, ${members}`, asks: asks(city, query) },
  ]);
  for (const call of calls) await load(product, call.asks, { duration: isShort ? 2 : 5 });
  const figures = new Map(calls.map(({ name }) => [name, [] as Cost[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const call of calls) {
      const howMuch = { amount: RATE * seconds, overallRate: RATE };
      figures.get(call.name)!.push(await load(product, call.asks, howMuch));
    }

  const of = (name: string, figure: (cost: Cost) => number) =>
    median(figures.get(name)!.map(figure));
  console.log(`median of ${rounds} rounds of ${seconds} s\n`);
  row('per request', 'server', 'PostgreSQL', 'sum', 'statements', 'p50');
  for (const { name } of calls)
    row(
      name,
      microseconds(of(name, ({ server: own }) => own)),
      microseconds(of(name, ({ database }) => database)),
      microseconds(of(name, ({ sum }) => sum)),
      of(name, ({ statements }) => statements).toFixed(1),
      milliseconds(of(name, ({ p50 }) => p50)),
    );
  console.log('');
  line('', 'figure', 'aim, at most');
  for (const query of ['', '?around=me']) {
    const few = figures.get(`${nameOf(query)}, ${FEW}`)!;
    const many = figures.get(`${nameOf(query)}, ${members}`)!;
    const growth = median(many.map(({ sum }, round) => sum / few[round]!.sum));
    line(
      `${nameOf(query)}, ${members / FEW} times as many`,
      times(growth),
      times(MOST_GROWTH),
      growth <= MOST_GROWTH ? 'met' : 'missed',
    );
  }
}

function nameOf(query: string) {
  return query ? 'around oneself' : 'first page';
}

/** Scores of a season and of its last Monday; few students have many points. */
async function seedTown(
  { platform: { database }, owner: db }: Filling,
  slug: string,
  size: number,
): Promise<Town> {
  const person = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const { id: tenant } = await createSchool(database, { name: slug, slug, owner: person });
  await db.query('SET statement_timeout = 0');
  await database.transaction(tenant, async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx.db);
    await sql`INSERT INTO points_settings (custom_name) VALUES ('XP')`.execute(tx.db);
    await sql`INSERT INTO point_seasons DEFAULT VALUES`.execute(tx.db);
  });
  // Without triggers: each name would be put into the search.
  await db.query('SET session_replication_role = replica');
  await db.query(
    `INSERT INTO members (tenant_id, name, email)
     SELECT $1, 'Aluno ' || n, 'aluno' || n || '@' || $2::text FROM generate_series(1, $3) n`,
    [tenant, `${slug}.example.com`, size],
  );
  await db.query('SET session_replication_role = DEFAULT');
  // Without statistics, each score is checked against all members, one by one.
  await db.query('ANALYZE');
  const tokens = await database.transaction(tenant, async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx.db);
    // The triggers write a move for each; then all are counted, as the job does.
    await sql`INSERT INTO point_scores (season_id, member_id, score, reached_at, week, week_score, listed)
      SELECT s.id, m.id, it.score, now() - random() * interval '3 days',
        date_trunc('week', now() AT TIME ZONE 'UTC')::date, (it.score * random())::bigint, true
      FROM point_seasons s, members m
      CROSS JOIN LATERAL (SELECT 5 * ceil(power(random(), 3) * 4000 + m.id * 0) AS score) AS it
      WHERE m.roles = '{student}'`.execute(tx.db);
    await sql`SELECT count_score_moves()`.execute(tx.db);
    const { rows } = await sql<{ id: number }>`
      SELECT member_id AS id FROM (
        SELECT member_id, row_number() OVER (ORDER BY score DESC) AS place FROM point_scores) AS it
      WHERE place % ${Math.max(1, Math.floor(size / ASKING))} = 0 LIMIT ${ASKING}`.execute(tx.db);
    for (const { id } of rows)
      await sql`INSERT INTO sessions (member_id, token_hash, expires_at)
        VALUES (${id}, sha256(${`${slug}-${id}`}::bytea), now() + interval '1 day')`.execute(tx.db);
    return rows.map(({ id }) => `${slug}-${id}`);
  });
  return { host: `${slug}.localhost`, students: tokens.map((token) => `vitrine=${token}`) };
}
