import type pg from 'pg';
import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import { line, median, printTarget, times } from './figures.ts';
import type { LoadRequest } from './load.ts';
import {
  columns,
  growthOf,
  measureRounds,
  printCosts,
  ratioOf,
  rounds,
  seconds,
  type ServerPair,
} from './rounds.ts';
import { fill, type SeedContext } from './seed.ts';
import { startCluster, startServer, type Server } from './servers.ts';

/**
 * npm run bench -- communities: a community of 100,000 members beside a control server. As in
 * run.ts, both get requests in the same seconds, and only the ratios mean something. `npm run bench --
 * streams` measures event streams.
 */
const CHANNELS = 20;
/** The posts and comments of one member within a minute are bounded: many write a little. */
const WRITERS = 4_000;
/** Members who have read every channel, as most have. */
const READERS = 400;

interface CommunitySchool {
  host: string;
  owner: string;
  community: number;
  students: string[];
  channels: number[];
  /** Posts of the first channel to comment on, and the id of a post in the middle of its pages. */
  posts: number[];
  deep: number;
}

interface Size {
  members: number;
  posts: number;
  comments: number;
}

const clusters = [await startCluster(), await startCluster()] as const;
const servers: Server[] = [];
try {
  const [large, small] = await fill(clusters[1], async (context) => [
    await seedCommunity(context, 'large', {
      members: 100_000,
      posts: 100_000,
      comments: 1_000_000,
    }),
    await seedCommunity(context, 'small', { members: 5_000, posts: 1_000, comments: 10_000 }),
  ]);
  const control = await startServer('control.ts', clusters[0], { port: 3192 });
  const product = await startServer('product.ts', clusters[1], { port: 3193 });
  servers.push(control, product);
  await measureCalls({ control, product }, workloadsOf(large!, small!));
} finally {
  for (const server of servers) server.stop();
  for (const cluster of clusters) await cluster.stop();
}

async function measureCalls(pair: ServerPair, workloads: ReturnType<typeof workloadsOf>) {
  const costs = await measureRounds(pair, workloads);
  console.log(`median of ${rounds} rounds of ${seconds} s, as \`npm run bench -- calls\`\n`);
  const { server, database, sum, control, ratio, statements, p50 } = columns;
  printCosts('per request', costs, [server, database, sum, control, ratio, statements, p50]);
  const growth = (name: string, baseline: string) =>
    growthOf(costs.get(name)!, costs.get(baseline)!);
  console.log('');
  line('', 'figure', 'target, at most');
  for (const name of ['feed', 'post', 'comment'])
    printTarget(name, median(costs.get(name)!.map(ratioOf)), 3, times);
  printTarget('feed, 100 times the posts', growth('feed', 'feed, 1,000 posts'), 1.2, times);
  printTarget('feed, a deep page', growth('feed, deep', 'feed'), 1.2, times);
}

function workloadsOf(large: CommunitySchool, small: CommunitySchool) {
  const feed = (school: CommunitySchool) =>
    school.students.map((cookie, index): LoadRequest => ({
      method: 'GET',
      path: `/api/v1/channels/${school.channels[index % CHANNELS]}/posts`,
      host: school.host,
      cookie,
    }));
  const write = (path: (at: number) => string) =>
    large.students.map((cookie, index): LoadRequest => ({
      method: 'POST',
      path: path(index),
      host: large.host,
      cookie,
      body: { content: '<p>A luz da janela ficou ótima na minha foto de hoje.</p>' },
    }));
  return [
    { name: 'feed, 1,000 posts', requests: feed(small), rate: 100 },
    { name: 'feed', requests: feed(large), rate: 100 },
    {
      name: 'feed, deep',
      requests: feed(large).map((request) => ({
        ...request,
        path: `/api/v1/channels/${large.channels[0]}/posts?cursor=${large.deep}`,
      })),
      rate: 100,
    },
    {
      name: 'community',
      requests: large.students.slice(0, READERS).map((cookie): LoadRequest => ({
        method: 'GET',
        path: `/api/v1/communities/${large.community}`,
        host: large.host,
        cookie,
      })),
      rate: 50,
    },
    {
      name: 'post',
      requests: write((index) => `/api/v1/channels/${large.channels[index % CHANNELS]}/posts`),
      rate: 50,
    },
    {
      name: 'comment',
      requests: write(
        (index) => `/api/v1/posts/${large.posts[index % large.posts.length]}/comments`,
      ),
      rate: 50,
    },
  ];
}

/**
 * Seeds a school with one community. Counts and search documents are written as the triggers would.
 */
async function seedCommunity(
  { platform: { database }, owner: db }: SeedContext,
  slug: string,
  size: Size,
): Promise<CommunitySchool> {
  const person = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const { id: tenant, ownerId } = await createSchool(database, { name: slug, slug, owner: person });
  // Without triggers and key checks, which would handle a million rows one by one.
  await db.query('SET session_replication_role = replica; SET statement_timeout = 0');
  const run = (sql: string, ...values: unknown[]) => db.query(sql, [tenant, ...values]);
  await run(
    `INSERT INTO members (tenant_id, name, email, created_at)
     SELECT $1, 'Aluno ' || n, 'aluno' || n || '@' || $2::text, now() - interval '30 days'
     FROM generate_series(1, $3) n`,
    `${slug}.example.com`,
    size.members,
  );
  const [firstMember, lastMember] = await span(db, 'members', tenant);
  await run(`INSERT INTO communities (tenant_id, position, title, principal)
     VALUES ($1, 1, 'A cidade', true)`);
  await run(
    `INSERT INTO channels (tenant_id, community_id, position, title)
     SELECT $1, c.id, n, 'Canal ' || n FROM communities c, generate_series(1, $2) n
     WHERE c.tenant_id = $1`,
    CHANNELS,
  );
  const [community] = await span(db, 'communities', tenant);
  const [firstChannel] = await span(db, 'channels', tenant);
  const commentsEach = size.comments / size.posts;
  const someone = `$2::bigint + (n::bigint * 7919) % ($3::bigint - $2::bigint)`;
  await run(
    `INSERT INTO posts (tenant_id, community_id, channel_id, member_id, content, created_at,
       active_at, comments)
     SELECT $1, (SELECT id FROM communities WHERE tenant_id = $1), $4::bigint + n % $5::integer,
       ${someone}, '<p>Publicação ' || n || ' sobre a luz da manhã na cidade.</p>',
       now() - (1e6 - n) * interval '1 second', now() - (1e6 - n) * interval '1 second', $6
     FROM generate_series(1, $7::integer) n`,
    firstMember,
    lastMember,
    firstChannel,
    CHANNELS,
    commentsEach,
    size.posts,
  );
  const [firstPost, lastPost] = await span(db, 'posts', tenant);
  await run(
    `INSERT INTO channel_reads (tenant_id, channel_id, member_id, post_id)
     SELECT $1, ch.id, member, $4 FROM channels ch, generate_series($2::bigint, $3::bigint) member
     WHERE ch.tenant_id = $1`,
    firstMember,
    firstMember + READERS,
    lastPost,
  );
  await run(
    `INSERT INTO post_comments (tenant_id, post_id, member_id, content)
     SELECT $1, $4::bigint + n % $5::integer, ${someone}, '<p>Comentário ' || n || '</p>'
     FROM generate_series(1, $6::integer) n`,
    firstMember,
    lastMember,
    firstPost,
    size.posts,
    size.comments,
  );
  await run(`INSERT INTO search_documents
      (tenant_id, kind, thing_id, title, body, place, title_words, words)
    SELECT $1, 'post', p.id, left(said, 60), said, its.place, '',
      search_lexemes($1::bigint, 'post', its.place, search_words_of(said), '{}')
    FROM posts p CROSS JOIN LATERAL (SELECT search_text_of(p.content) AS said) AS it
    CROSS JOIN LATERAL (
      SELECT search_place_of($1::bigint, 'post', p.channel_id, p.id) AS place OFFSET 0) AS its
    WHERE p.tenant_id = $1`);
  await run(`INSERT INTO search_words (tenant_id, word)
    SELECT DISTINCT $1::bigint, word FROM search_documents d
    CROSS JOIN LATERAL unnest(search_words_of(d.body)) AS word WHERE d.tenant_id = $1`);
  await run(
    `INSERT INTO sessions (tenant_id, member_id, token_hash, expires_at)
     SELECT $1, id, sha256(('${slug}-' || id)::bytea), now() + interval '1 day'
     FROM members WHERE tenant_id = $1 AND (id = $2 OR id >= $3)
     ORDER BY id LIMIT $4`,
    ownerId,
    firstMember,
    WRITERS + 2,
  );
  await db.query('SET session_replication_role = DEFAULT');
  await db.query('ANALYZE');
  const { rows: signedIn } = await db.query<{ member_id: string }>(
    'SELECT member_id FROM sessions WHERE tenant_id = $1 AND member_id <> $2 ORDER BY member_id',
    [tenant, ownerId],
  );
  const cookieOf = (member: number | string) => `vitrine=${slug}-${member}`;
  const channels = Array.from({ length: CHANNELS }, (_, index) => firstChannel + index);
  const middle = Math.floor((firstPost + lastPost) / 2);
  return {
    host: `${slug}.localhost`,
    owner: cookieOf(ownerId),
    community,
    students: signedIn.map(({ member_id }) => cookieOf(member_id)),
    channels,
    posts: Array.from({ length: 1_000 }, (_, index) => firstPost + index),
    deep: middle,
  };
}

async function span(db: pg.Client, table: string, tenant: number): Promise<[number, number]> {
  const { rows } = await db.query<{ first: string; last: string }>(
    `SELECT min(id) AS first, max(id) AS last FROM ${table} WHERE tenant_id = $1`,
    [tenant],
  );
  return [Number(rows[0]!.first), Number(rows[0]!.last)];
}
