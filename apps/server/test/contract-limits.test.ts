import { MAX_URL_CHARACTERS } from '@vitrine/contract/addresses';
import { weights } from '@vitrine/contract/carousels';
import { limits as catalog } from '@vitrine/contract/catalog-limits';
import { limits as lessonComments } from '@vitrine/contract/comments';
import { limits as communities } from '@vitrine/contract/communities';
import { limits as footer } from '@vitrine/contract/footer';
import { limits as login } from '@vitrine/contract/login-page';
import { limits as posts } from '@vitrine/contract/posts';
import { fontNames } from '@vitrine/contract/site';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../src/platform/migrate.ts';
import { courseWith } from './catalog.ts';
import { comment, publish } from './communities.ts';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';
import { schoolWithPeople } from './posts.ts';

/** Rows also come from archives, past the calls: the database has the limits of the contract, too. */
const url = await ownDatabase();
await migrate(url);
const world = await openWorld({}, url);
const owner = new pg.Client({ connectionString: url });
await owner.connect();
afterAll(() => owner.end());

/** A school with a row in each table of `limits`. */
const { school, channel, marina } = await schoolWithPeople(world);
const { lessons } = await courseWith(school, { lessons: [7] });
await comment(marina, (await publish(marina, channel)).id);
await school.owner.post(`/api/v1/lessons/${lessons[0]}/comments`, { content: 'Que luz' });

const set = (table: string, column: string, value: unknown) =>
  owner.query(`UPDATE ${table} SET ${column} = $1`, [value]);

/** Two code units each, but one character to people (contract, Settled details). */
const text = (length: number) => '📷'.repeat(length);
const list = (length: number) => JSON.stringify(Array.from({ length }, () => ({})));
const address = (length: number) => `/${'a'.repeat(length - 1)}`;
const page = '/comunidade/1/1';

/** Table, column, the last accepted value and the first refused one. */
const limits: [table: string, column: string, accepted: unknown, refused: unknown][] = [
  ['platform_settings', 'login_text', text(login.text), text(login.text + 1)],
  ['platform_settings', 'title_cta_login', text(login.button), text(login.button + 1)],
  ['platform_settings', 'use_terms', text(footer.terms), text(footer.terms + 1)],
  ['platform_settings', 'privacy_terms', text(footer.terms), text(footer.terms + 1)],
  ['platform_settings', 'redirect_url', page, `${page}/../../x`],
  ['platform_settings', 'redirect_url', '/homepage', 'https://x.example'],
  ...[
    'link_cta_login',
    'showcase_url_redirect',
    'url_facebook',
    'url_instagram',
    'url_youtube',
  ].map((column): (typeof limits)[number] => [
    'platform_settings',
    column,
    address(MAX_URL_CHARACTERS),
    address(MAX_URL_CHARACTERS + 1),
  ]),
  ...weights.flatMap((weight): typeof limits => [
    ['carousels', 'weight_title', weight, weight + 1],
    ['carousels', 'weight_description', weight, weight + 1],
  ]),
  ...[...fontNames, null].flatMap((font): typeof limits => [
    ['carousels', 'font_title', font, 'constructor'],
    ['carousels', 'font_description', font, 'constructor'],
  ]),
  ['communities', 'links', list(communities.links), list(communities.links + 1)],
  ['communities', 'links', '[]', '{}'],
  ['lessons', 'content', text(catalog.content / 4), `${text(catalog.content / 4)}a`],
  ['lessons', 'embed', text(catalog.embed), text(catalog.embed + 1)],
  ...['cover', 'video_url', 'link'].map((column): (typeof limits)[number] => [
    'lessons',
    column,
    address(MAX_URL_CHARACTERS),
    address(MAX_URL_CHARACTERS + 1),
  ]),
  ['posts', 'content', text(posts.html), text(posts.html + 1)],
  ['posts', 'attachments', list(posts.attachments), list(posts.attachments + 1)],
  ['posts', 'attachments', '[]', '"x"'],
  ['post_comments', 'content', text(posts.html), text(posts.html + 1)],
  ['lesson_comments', 'content', text(lessonComments.html), text(lessonComments.html + 1)],
];

test.each(limits)('%s.%s holds the limit of the contract', async (...limit) => {
  const [table, column, accepted, refused] = limit;
  expect((await set(table, column, accepted)).rowCount).toBeGreaterThan(0);
  await expect(set(table, column, refused)).rejects.toThrow(/violates check constraint/);
});

test('rows of before are brought within the limits, and keep what fits', async () => {
  const { rows: constraints } = await owner.query<{ drop: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
    FROM pg_constraint WHERE contype = 'c' AND conname ~ '_(texts|addresses|redirect|weights|fonts|links|content|embed|attachments)_check$'
      AND conrelid <> 'rewards'::regclass`);
  for (const { drop } of constraints) await owner.query(drop);
  for (const [table, column, , refused] of limits) await set(table, column, refused);
  const link = (at: string) => `<a href="${at}" rel="noopener nofollow" target="_blank">${at}</a>`;
  const addresses = Array.from({ length: 900 }, (_, index) => `http://a.b/${index}`);
  await set('posts', 'content', `<p>${addresses.map(link).join(' ')}</p>`);
  const max = catalog.content;
  const anchor = '<a href="https://a.example/a-long-way-to-the-light">Luz</a>';
  const entity = '&quot;Luz&quot;';
  const contents: [before: string, after: string][] = [
    ['a'.repeat(max + 1), 'a'.repeat(max)],
    [`${'a'.repeat(max - 9)}${anchor}`, 'a'.repeat(max - 9)],
    [`${'a'.repeat(max - 3)}${entity}`, 'a'.repeat(max - 3)],
    [`<ul><li>${'a'.repeat(max)}`, `<ul><li>${'a'.repeat(max - 19)}</li></ul>`],
    // One to three of the four bytes of the last character would fit.
    ...['a', 'aa', 'aaa'].map((begin): [string, string] => [
      begin + text(max / 4),
      begin + text(max / 4 - 1),
    ]),
  ];
  for (const [index, [before]] of contents.entries())
    await owner.query('UPDATE lessons SET content = $1 WHERE id = $2', [before, lessons[index]]);
  const commentOf = (part: string) => `${'a'.repeat(lessonComments.html - 3)}${part}`;
  await set('lesson_comments', 'content', commentOf(anchor));
  await set('post_comments', 'content', `${'a'.repeat(posts.html - 3)}${entity}`);
  await set('platform_settings', 'use_terms', `${'a'.repeat(footer.terms - 3)}${anchor}`);
  await set('platform_settings', 'privacy_terms', `<ul><li>a<br>${'a'.repeat(footer.terms)}`);

  await owner.query(`DELETE FROM schema_migrations
    WHERE name ~ 'limits_of|cut_html_of' OR name = 'row-level-security.sql'`);
  await migrate(url);

  const valuesOf = async (table: string, column: string) => {
    const query = `SELECT ${column} AS value FROM ${table}`;
    const values = await owner.query<{ value: string }>(query);
    return values.rows.map(({ value }) => value).toSorted();
  };
  expect(await valuesOf('lessons', 'content')).toEqual(
    contents.map(([, after]) => after).toSorted(),
  );
  expect(await valuesOf('lesson_comments', 'content')).toEqual([commentOf('')]);
  expect(await valuesOf('post_comments', 'content')).toEqual(['a'.repeat(posts.html - 3)]);
  expect(await valuesOf('platform_settings', 'use_terms')).toEqual(['a'.repeat(footer.terms - 3)]);
  expect(await valuesOf('platform_settings', 'privacy_terms')).toEqual([
    `<ul><li>a<br>${'a'.repeat(footer.terms - 23)}</li></ul>`,
  ]);
  for (const [table, column, , refused] of limits)
    await expect(set(table, column, refused), column).rejects.toThrow(/violates check constraint/);
  const { rows } = await owner.query<{ content: string }>('SELECT content FROM posts');
  expect(rows[0]!.content).toBe(`<p>${addresses.join(' ')}</p>`);
  expect((await owner.query('SELECT FROM communities WHERE links <> $1', ['[]'])).rowCount).toBe(0);
  expect((await school.visitor.get('/api/v1/site')).body.data.login_page).toMatchObject({
    login_text: text(login.text),
    redirect_url: null,
    link_cta_login: null,
  });
});
