import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from './catalog.ts';
import { communityWith, publish } from './communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from './harness.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const things = {
  links: {
    path: '/api/auth/config/plataforma/links/create',
    body: { link_title: 'Loja', link_url: 'loja.example.com' },
    table: 'custom_links',
  },
  snippets: {
    path: '/api/platform/auth/custom-html',
    body: { title: 'Pixel', customHtml: '<p>Olá</p>', page: 'homepage' },
    table: 'custom_html',
  },
  products: { path: '/api/v1/products', body: { title: 'Plano Anual' }, table: 'products' },
  banners: {
    path: '/api/auth/config/plataforma/bannersCustom/create',
    body: { title: 'A luz certa' },
    table: 'banners',
  },
  levels: { path: '/api/auth/ranking/levels/create', body: { name: 'Olhar' }, table: 'levels' },
  rewards: {
    path: '/api/auth/ranking/rewards/create',
    body: { name: 'Macro', criteria: 'score', needed_score: 10 },
    table: 'rewards',
  },
} as const;
const { links } = things;

const send = (
  { path }: { path: string },
  body: object,
  key?: string,
  person: Person = school.owner,
) =>
  person.send('POST', path, body, { headers: key === undefined ? {} : { 'idempotency-key': key } });

const count = (table: string, where = sql`true`) =>
  school.transaction(async ({ db }) => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${where}`.execute(db);
    return rows[0]!.n;
  });

describe.each(Object.entries(things))('of %s', (_name, thing) => {
  test('two requests at once with one key create one, and both get it', async () => {
    const answers = await Promise.all([
      send(thing, thing.body, 'one'),
      send(thing, thing.body, 'one'),
    ]);
    expect(statuses(answers)).toEqual({ 201: 2 });
    expect(answers[1]!.text).toBe(answers[0]!.text);
    expect(await count(thing.table)).toBe(1);
    expect(await count('audit_entries', sql`action LIKE '%.create'`)).toBe(1);
  });

  test('without a key, or with another one, a second is created', async () => {
    await Promise.all([send(thing, thing.body), send(thing, thing.body)]);
    await send(thing, thing.body, 'one');
    expect(await count(thing.table)).toBe(3);
  });
});

test('a community of the new form is created once', async () => {
  const target = { path: `/api/auth/v2/community/config/${school.id}` };
  const answers = await Promise.all([1, 2].map(() => send(target, { title: 'Clube' }, 'one')));
  expect(statuses(answers)).toEqual({ 201: 2 });
  expect(await count('communities')).toBe(1);
});

test('two requests with one key write once through one statement, and get the same answer', async () => {
  const { channels } = await communityWith(school);
  const post = await publish(school.owner, channels[0]!);
  const course = await courseWith(school, { lessons: [1] });
  const student = await school.join();
  const body = { content: '<p>Que luz</p>' };
  for (const { path, table, person } of [
    { path: `/api/v1/channels/${channels[0]}/posts`, table: 'posts', person: student },
    { path: `/api/v1/posts/${post.id}/comments`, table: 'post_comments', person: student },
    {
      path: `/api/v1/lessons/${course.lessons[0]}/comments`,
      table: 'lesson_comments',
      person: school.owner,
    },
  ]) {
    const before = await count(table);
    const answers = await Promise.all(
      ['one', 'one', 'two', undefined].map((key) => send({ path }, body, key, person)),
    );
    expect(statuses(answers), path).toEqual({ 201: 4 });
    expect(answers[1]!.text).toBe(answers[0]!.text);
    expect(await count(table)).toBe(before + 3);
  }
});

test('a key that is sent again with another body creates another', async () => {
  await send(links, links.body, 'one');
  const { status, body } = await send(links, { ...links.body, link_title: 'Agenda' }, 'one');
  expect(status).toBe(201);
  expect(body.data.title).toBe('Agenda');
});

test('a key that is sent again for another thing creates one there too', async () => {
  const { modules } = await courseWith(school, { lessons: [0, 0] });
  const add = (index: number) =>
    send({ path: `/api/v1/modules/${modules[index]!.id}/lessons` }, { title: 'Luz' }, 'one');
  const [first, second, again] = [await add(0), await add(1), await add(1)];
  expect([first.status, second.status, again.status]).toEqual([201, 201, 201]);
  expect(again.body.data.id).toBe(second.body.data.id);
  for (const { id } of modules) expect(await count('lessons', sql`module_id = ${id}`)).toBe(1);
});

test('a request that failed may be sent again', async () => {
  for (let index = 0; index < 3; index += 1) await send(links, links.body);
  expect((await send(links, links.body, 'one')).status).toBe(409);
  const { body } = await school.owner.get(`/api/auth/config/plataforma/links/index/${school.id}`);
  await school.owner.send(
    'DELETE',
    `/api/auth/config/plataforma/links/delete/${school.id}/${body.data[0].id}`,
  );
  expect((await send(links, links.body, 'one')).status).toBe(201);
  expect(await count('custom_links')).toBe(3);
});

test('a key belongs to one person', async () => {
  const admin = await school.join(['admin']);
  await send(links, links.body, 'one');
  await send(links, links.body, 'one', admin);
  expect(await count('custom_links')).toBe(2);
});

test('a key is stored for ten minutes', async () => {
  await send(links, links.body, 'one');
  const age = (minutes: number) =>
    school.transaction(({ db }) =>
      sql`UPDATE idempotency_keys SET created_at = now() - make_interval(mins => ${minutes})`.execute(
        db,
      ),
    );
  await age(9);
  await send(links, links.body, 'one');
  expect(await count('custom_links')).toBe(1);
  await age(11);
  await send(links, links.body, 'one');
  expect(await count('custom_links')).toBe(2);
  expect(await count('idempotency_keys')).toBe(1);
});

test('one write removes a bounded number of old keys, and its own among them', async () => {
  const { products } = things;
  await send(products, products.body, 'one');
  await school.transaction(({ db }) =>
    sql`INSERT INTO idempotency_keys (member_id, key, answer, created_at)
      SELECT ${school.owner.id}, sha256(n::text::bytea), '{}', now() - interval '1 hour'
      FROM generate_series(1, 50) AS n`.execute(db),
  );
  await school.transaction(({ db }) =>
    sql`UPDATE idempotency_keys SET created_at = now() - interval '11 minutes'
      WHERE created_at > now() - interval '11 minutes'`.execute(db),
  );
  // Its own key is the newest of the old ones.
  await send(products, products.body, 'one');
  expect(await count('products')).toBe(2);
  expect(await count('idempotency_keys')).toBe(31);
  for (const key of ['two', 'three']) await send(products, products.body, key);
  expect(await count('idempotency_keys')).toBe(3);
});

test('a key of an offline write is stored for a week', async () => {
  await send(links, links.body, 'queued-one');
  const age = (days: number) =>
    school.transaction(({ db }) =>
      sql`UPDATE idempotency_keys SET created_at = now() - make_interval(days => ${days})`.execute(
        db,
      ),
    );
  await age(6);
  await send(links, links.body, 'queued-one');
  expect(await count('custom_links')).toBe(1);
  await age(8);
  await send(links, links.body, 'queued-one');
  expect(await count('custom_links')).toBe(2);
  expect(await count('idempotency_keys')).toBe(1);
});

test('a lesson and a person are created once, however often a lost request is sent again', async () => {
  const course = await courseWith(school, { lessons: [0] });
  for (const { path, body, table, where } of [
    {
      path: `/api/v1/modules/${course.modules[0]!.id}/lessons`,
      body: { title: 'Aula de luz' },
      table: 'lessons',
      where: sql`title = 'Aula de luz'`,
    },
    {
      path: '/api/v1/members',
      body: { name: 'Lia', email: 'lia@example.com' },
      table: 'members',
      where: sql`email = 'lia@example.com'`,
    },
  ]) {
    const answers = await Promise.all([
      send({ path }, body, `once ${table}`),
      send({ path }, body, `once ${table}`),
    ]);
    expect(statuses(answers)).toEqual({ 201: 2 });
    expect(answers[1]!.text).toBe(answers[0]!.text);
    expect(await count(table, where)).toBe(1);
  }
  expect(await count('sign_in_links', sql`purpose = 'invitation'`)).toBe(1);
});
