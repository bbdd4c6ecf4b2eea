import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import type { SeedContext } from './seed.ts';

/** A school with enough text to search. */
export interface Library {
  tenantId: number;
  host: string;
  /** Cookies. A student holds half of the courses and channels. */
  student: string;
  staff: string;
  channelId: number;
  /** Searched words, by their frequency. */
  searches: Record<string, string[]>;
  /** Texts of new posts. */
  texts: string[];
}

const LESSONS = Number(process.env['BENCH_LESSONS'] ?? 100_000);
const POSTS = Number(process.env['BENCH_POSTS'] ?? 1_000_000);
const COURSES = 200;
const CHANNELS = 40;
const PEOPLE = 5_000;
const BATCH = 10_000;
const VOCABULARY = 60_000;

/** The most frequent words of Portuguese, in their order. Words of its syllables follow. */
const commonest =
  `de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele
  das foi seu sua ou quando muito nos já eu também só pelo pela até isso ela entre depois sem mesmo aos
  seus quem nas me esse eles você essa num nem suas meu minha numa luz foto aula câmera lente sombra
  retrato fotografia manhã cidade exposição abertura estúdio revelação contraste paisagem`.split(
    /\s+/,
  );
const syllables =
  `ba ca da fa ga la ma na pa ra sa ta va ção be de fe le me ne pe re se te ve bi di fi li
  mi ni pi ri si ti vi bo co do fo lo mo no po ro so to vo lu mu nu pu ru su tu tra pre gra cla flo bri
  nha lho cha gue qui ão ar er or al es am em im`.split(/\s+/);

/** A seeded generator: the same words and texts each time. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function vocabulary() {
  const next = random(7);
  const words = new Set(commonest);
  while (words.size < VOCABULARY) {
    const length = 2 + Math.floor(next() * 4);
    let word = '';
    for (let index = 0; index < length; index += 1)
      word += syllables[Math.floor(next() * syllables.length)];
    words.add(word);
  }
  return [...words];
}

/** Words as often as language has them: the nth with a frequency of 1 / n. */
function writer(words: string[]) {
  const next = random(11);
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= words.length; rank += 1) sums.push((sum += 1 / (rank + 1.7)));
  const word = () => {
    const target = next() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
  return (count: number) => Array.from({ length: count }, word).join(' ');
}

/** Runs a statement of the school: `$1` is its id, the values begin at `$2`. */
type Run = <Row extends object>(text: string, ...values: unknown[]) => Promise<{ rows: Row[] }>;
/** Makes a text of this many words. */
type Write = (count: number) => string;

/** Makes the school. Its words follow Zipf's law, as those of a language do. */
export async function seedLibrary({
  platform: { database },
  owner: db,
}: SeedContext): Promise<Library> {
  const words = vocabulary();
  const write = writer(words);
  const slug = 'biblioteca';
  const person = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const { id: tenantId, ownerId } = await createSchool(database, {
    name: slug,
    slug,
    owner: person,
  });
  const run: Run = (text, ...values) => db.query(text, [tenantId, ...values]);
  // A failed run reports its own error, not that its cluster then stopped.
  db.on('error', () => {});
  // Without triggers, which would count and index each row alone.
  await db.query(`SET session_replication_role = replica; SET statement_timeout = 0;
    SET maintenance_work_mem = '1GB'; SET synchronous_commit = off;
    DROP INDEX search_documents_by_word`);
  await seedFrame(run, words);
  await seedLessons(run, write);
  await seedPosts(run, write);
  await run(`DELETE FROM search_documents WHERE tenant_id = $1`);
  await run(`DELETE FROM search_places WHERE tenant_id = $1`);
  await indexAll(run);
  await db.query('ANALYZE search_documents');
  await db.query(`CREATE INDEX search_documents_by_word ON search_documents USING gin (words)
    WITH (fastupdate = off)`);
  await run(
    `INSERT INTO search_words (tenant_id, word)
     SELECT DISTINCT $1::bigint, word FROM unnest($2::text[]) AS given
     CROSS JOIN LATERAL unnest(search_words_of(given)) AS word ON CONFLICT DO NOTHING`,
    words,
  );
  await signInTwo(run, slug, ownerId);
  await db.query('SET session_replication_role = DEFAULT');
  const { rows } = await run<{ id: string }>(
    'SELECT min(id) AS id FROM channels WHERE tenant_id = $1',
  );
  return {
    tenantId,
    host: `${slug}.localhost`,
    student: `vitrine=${slug}-${ownerId + 1}`,
    staff: `vitrine=${slug}-${ownerId}`,
    channelId: Number(rows[0]!.id),
    searches: searchesOf(words),
    texts: Array.from({ length: 1_000 }, () => `<p>${write(25)}</p>`),
  };
}

/** Words by which the bench searches, by the name of their group. */
function searchesOf(words: string[]): Library['searches'] {
  const rare = words.slice(30_000, 30_030);
  const middle = words.slice(800, 830);
  const common = words.slice(30, 90);
  return {
    rare,
    middle,
    common,
    commonest: words.slice(0, 8),
    nowhere: ['qzxwk', 'wwwyyy', 'xqxqxq'],
    'two common': common.map((word, index) => `${word} ${words[index + 90]}`),
    'two middle': middle.map((word, index) => `${word} ${words[index + 900]}`),
    'commonest and rare': rare.map((word, index) => `${words[index % 8]} ${word}`),
    misspelt: ['fotogrfia', 'exposicao', 'estudo', 'fitografia', ...middle.map(withSlip)],
    'one letter': [...'abcdefgilmnoprstv'],
    'three letters': middle.map((word) => word.slice(0, 3)),
    'rare and a letter': rare.map((word) => `${word} a`),
  };
}

const withSlip = (word: string) => word.slice(0, 3) + word.slice(4);

/** Members, courses with their modules, and channels. The student may read half of them. */
async function seedFrame(run: Run, words: string[]) {
  await run(`INSERT INTO products (tenant_id, title) VALUES ($1, 'Plano Luz')`);
  await run(
    `INSERT INTO members (tenant_id, name, email)
     SELECT $1, 'Aluno ' || initcap(name), 'aluno' || n || '@example.com'
     FROM unnest($2::text[]) WITH ORDINALITY AS given (name, n)`,
    words.slice(1_000, 1_000 + PEOPLE),
  );
  await run(
    `INSERT INTO courses (tenant_id, title, published)
     SELECT $1, 'Curso ' || initcap(name), true FROM unnest($2::text[]) AS name`,
    words.slice(60, 60 + COURSES),
  );
  await run(`INSERT INTO course_products (tenant_id, course_id, product_id)
    SELECT $1, c.id, p.id FROM courses c JOIN products p ON p.tenant_id = $1
    WHERE c.tenant_id = $1 AND c.id % 2 = 0`);
  await run(`INSERT INTO modules (tenant_id, course_id, position, title, published)
    SELECT $1, c.id, n, 'Módulo ' || n, true FROM courses c, generate_series(1, 5) n
    WHERE c.tenant_id = $1`);
  await run(`INSERT INTO communities (tenant_id, position, title, principal, active)
    VALUES ($1, 1, 'A cidade', true, true)`);
  await run(
    `INSERT INTO channels (tenant_id, community_id, position, title, restricted)
     SELECT $1, c.id, n, 'Canal ' || n, n % 2 = 0
     FROM communities c, generate_series(1, $2) n WHERE c.tenant_id = $1`,
    CHANNELS,
  );
}

async function seedLessons(run: Run, write: Write) {
  for (let from = 0; from < LESSONS; from += BATCH) {
    const count = Math.min(BATCH, LESSONS - from);
    await run(
      `INSERT INTO lessons (tenant_id, course_id, module_id, position, title, content, published)
       SELECT $1, m.course_id, m.id, $2 + given.n, title, '<p>' || content || '</p>', true
       FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (title, content, n)
       JOIN (SELECT id, course_id, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS of
         FROM modules WHERE tenant_id = $1) AS m ON m.n = 1 + (given.n + $2) % m.of`,
      from,
      Array.from({ length: count }, () => write(4)),
      Array.from({ length: count }, () => write(80)),
    );
  }
}

async function seedPosts(run: Run, write: Write) {
  for (let from = 0; from < POSTS; from += BATCH)
    await run(
      `INSERT INTO posts (tenant_id, community_id, channel_id, content)
       SELECT $1, c.community_id, c.id, '<p>' || content || '</p>'
       FROM unnest($2::text[]) WITH ORDINALITY AS given (content, n)
       JOIN (SELECT id, community_id, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS of
         FROM channels WHERE tenant_id = $1) AS c ON c.n = 1 + given.n % c.of
       ORDER BY given.n`,
      Array.from({ length: Math.min(BATCH, POSTS - from) }, () => write(25)),
    );
}

/** Signs in the owner, and a student who holds the product. */
async function signInTwo(run: Run, slug: string, ownerId: number) {
  await run(
    `INSERT INTO sessions (tenant_id, member_id, token_hash, expires_at)
     SELECT $1, id, sha256(('${slug}-' || id)::bytea), now() + interval '1 day'
     FROM members WHERE tenant_id = $1 AND id <= $2 + 1`,
    ownerId,
  );
  await run(
    `INSERT INTO member_products (tenant_id, member_id, product_id)
    SELECT $1, $2 + 1, id FROM products WHERE tenant_id = $1`,
    ownerId,
  );
}

/** Indexes like the triggers, in one pass per kind. */
async function indexAll(run: Run) {
  const contents = {
    course: 'SELECT id, id AS course_id, 0 AS of_id, title, description AS content FROM courses',
    module: `SELECT id, course_id, course_id AS of_id, title, '' AS content FROM modules`,
    lesson: 'SELECT id, course_id, course_id AS of_id, title, content FROM lessons',
    person: `SELECT id, NULL::bigint AS course_id, 0 AS of_id, name AS title, '' AS content FROM members`,
    post: `SELECT id, NULL::bigint AS course_id, channel_id AS of_id,
      left(search_text_of(content), 80) AS title, content FROM posts`,
  };
  for (const [kind, select] of Object.entries(contents))
    await run(`INSERT INTO search_documents
        (tenant_id, kind, thing_id, course_id, title, body, place, title_words, words)
      SELECT $1, '${kind}', it.id, it.course_id, it.title, it.said, it.place,
        array_to_tsvector(ARRAY(
          SELECT $1::bigint || '_' || word FROM unnest(search_words_of(it.title)) AS word)),
        search_lexemes($1::bigint, '${kind}', it.place, search_words_of(it.title || ' ' || it.said),
          search_words_of(it.title))
      FROM (
        SELECT *, search_text_of(content) AS said,
          search_place_of($1::bigint, '${kind}', of_id, id) AS place
        FROM (${select} WHERE tenant_id = $1 ORDER BY id) AS thing OFFSET 0) AS it`);
}
