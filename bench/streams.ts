import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import { measureStreams } from './event-streams.ts';
import { line } from './figures.ts';
import { fill, type SeedContext } from './seed.ts';
import { startCluster, startServer } from './servers.ts';

/**
 * npm run bench -- streams: many browsers listen at one school. It measures the memory of a stream
 * and the slowdown of others. It measures when a new post and a message of a live have reached all.
 * One server, one listening process.
 */
const streamCount = Number(process.env['BENCH_STREAMS'] ?? 5_000);

const cluster = await startCluster();
try {
  const school = await fill(cluster, seed);
  const execArgv = ['--expose-gc'];
  const product = await startServer('product.ts', cluster, { port: 3197, execArgv });
  const { host, owner, students, channel, live } = school;
  const post = (path: string, body: object) =>
    ({ method: 'POST', path, host, cookie: owner, body }) as const;
  try {
    await measureStreams(
      product,
      { host, cookies: students },
      {
        news: [
          {
            name: 'a new post',
            event: 'post',
            request: () =>
              post(`/api/v1/channels/${channel}/posts`, { content: '<p>Amanhã às seis.</p>' }),
          },
          {
            name: 'a message in a live',
            event: 'live_messages',
            request: (turn) => post(`/api/v1/lives/${live}/messages`, { text: `Já volto ${turn}` }),
          },
        ],
        others: students.slice(0, 100).map((cookie) => ({
          method: 'GET',
          path: `/api/v1/channels/${channel}/posts`,
          host,
          cookie,
        })),
      },
    );
    line(
      'load of the machine',
      (await import('node:os'))
        .loadavg()
        .map((figure) => figure.toFixed(1))
        .join(' '),
    );
  } finally {
    product.stop();
  }
} finally {
  await cluster.stop();
}

/** A school of one channel, and a live on air that everybody may enter. */
async function seed({ platform: { database }, owner: db }: SeedContext) {
  const slug = 'sala';
  const owner = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const { id: tenant, ownerId } = await createSchool(database, { name: slug, slug, owner });
  const insertRow = async (text: string, ...values: unknown[]) =>
    Number((await db.query<{ id: string }>(text, [tenant, ...values])).rows[0]!.id);
  await db.query(
    `INSERT INTO members (tenant_id, name, email)
     SELECT $1, 'Aluno ' || n, 'aluno' || n || '@example.com' FROM generate_series(1, $2::integer) n`,
    [tenant, streamCount],
  );
  const community = await insertRow(
    `INSERT INTO communities (tenant_id, title, position) VALUES ($1, 'Praça', 1) RETURNING id`,
  );
  const channel = await insertRow(
    `INSERT INTO channels (tenant_id, community_id, title, position)
     VALUES ($1, $2, 'Geral', 1) RETURNING id`,
    community,
  );
  const live = await insertRow(
    `INSERT INTO lives (tenant_id, title, url, starts_at, open_to_all)
     VALUES ($1, 'Retrato', 'https://cdn.example.com/a.m3u8', now() - interval '1 minute', true)
     RETURNING id`,
  );
  await db.query(
    `INSERT INTO sessions (tenant_id, member_id, token_hash, expires_at)
     SELECT $1, id, sha256(('${slug}-' || id)::bytea), now() + interval '1 day'
     FROM members WHERE tenant_id = $1`,
    [tenant],
  );
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM members WHERE tenant_id = $1 AND id <> $2 ORDER BY id',
    [tenant, ownerId],
  );
  const cookieOf = (member: number | string) => `vitrine=${slug}-${member}`;
  return {
    host: `${slug}.localhost`,
    owner: cookieOf(ownerId),
    students: rows.map(({ id }) => cookieOf(id)),
    channel,
    live,
  };
}
