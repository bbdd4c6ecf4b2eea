import { DAY_MS } from '@vitrine/contract/durations';
import { limits, messages, MyData, retentionLimits } from '@vitrine/contract/privacy';
import { translate } from '@vitrine/contract/texts';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import yauzl from 'yauzl';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish, show } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { personalTables } from '../../kit/personal-data.ts';
import { escapeHtml } from '../../platform/html.ts';
import { enqueue } from '../../platform/jobs.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { storedWords } from './export-words.ts';

// A database of its own: no other test's server may run the jobs.
const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);
const dba = new pg.Client({ connectionString: databaseUrl });
beforeAll(() => dba.connect());
afterAll(() => dba.end());

const password = 'segredo-bom';
let school: TestSchool;
let count = 0;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

/** A member with a password, signed in by it. */
async function join_(name = 'Rosa Lima', roles = ['student'], productIds: number[] = []) {
  const email = `rosa-${process.pid}-${(count += 1)}@example.com`;
  const created = await school.owner.post('/api/v1/members', {
    name,
    email,
    password,
    roles,
    product_ids: productIds,
  });
  const person = await signIn(email);
  return { ...person, id: created.body.data.id as number, email };
}

async function signIn(email: string, secret = password) {
  const signedIn = await school.visitor.post('/api/v1/session', { email, password: secret });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  const send: Person['send'] = (method, path, body, more = {}) =>
    school.visitor.send(method, path, body, { ...more, headers: { ...more.headers, cookie } });
  return {
    status: signedIn.status,
    body: signedIn.body,
    cookie,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
  };
}

type SignedInMember = Pick<Person, 'send' | 'get' | 'post' | 'cookie' | 'id' | 'email'>;
const erase = (person: Pick<Person, 'send'>, body: object = { password }) =>
  person.send('DELETE', '/api/v1/me', body);
const eraseMember = (id: number, person: Pick<Person, 'post'> = school.owner) =>
  person.post(`/api/v1/members/${id}/erasure`);
const mailsTo = (recipient: string) =>
  school.transaction(({ db }) =>
    db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute(),
  );
const tokenIn = (plain: string) => /token=([\w-]+)/.exec(plain)![1]!;
const cancelToken = async (email: string) => tokenIn((await mailsTo(email)).at(-1)!.plain);
const cancel = (token: string, person: Pick<Person, 'post'> = school.visitor) =>
  person.post('/api/v1/erasures/cancel', { token });
const rowOf = (id: number) =>
  school.transaction(({ db }) =>
    db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst(),
  );

/** Lets seven days pass and runs the job. */
async function runErasure(id: number) {
  await school.transaction(async (tx) => {
    await tx.db
      .updateTable('members')
      .set({ erase_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .where('erase_at', 'is not', null)
      .execute();
    await enqueue(tx, 'erase-member', { memberId: id });
  });
  await world.platform.jobs.runAll();
}

// The zip ----------------------------------------------------------------------------------------

async function download(person: Pick<Person, 'cookie'>, path = '/api/v1/me/export') {
  const response = await world.app.inject({
    method: 'GET',
    url: path,
    headers: { host: school.host, cookie: person.cookie },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

const entriesOf = (bytes: Buffer) =>
  new Promise<Map<string, Buffer>>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const entries = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(entries));
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (trouble, stream) => {
          if (trouble) return reject(trouble);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            entries.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    });
  });

async function photoOf(person: Pick<Person, 'send' | 'post'>) {
  const form = new FormData();
  form.set('use', 'photo');
  form.set('file', new Blob([new Uint8Array(await media.png())]), 'retrato.png');
  const { path } = (await person.send('POST', '/api/v1/uploads/image', form)).body.data;
  await person.send('PATCH', '/api/v1/me', { photo: path });
  return path as string;
}

async function quizFor(person: Pick<Person, 'post' | 'send'>) {
  const { body } = await school.owner.post('/api/auth/quiz/create', { name: 'Luz', published: 1 });
  const id = body[2].data.id as number;
  const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
    questions: [
      {
        kind: 'single',
        text: 'Qual?',
        weight: 1,
        options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
      },
    ],
  });
  const [question] = saved.body.data.questions;
  const attempt = (await person.post(`/api/v1/quizzes/${id}/attempts`)).body.data;
  await person.post(`/api/v1/attempts/${attempt.id}/finish`, {
    answers: [{ question_id: question.id, option_ids: [question.options[0].id] }],
  });
  return attempt.id as number;
}

describe('the page of the member’s data', () => {
  test('lists the stored data, and has the shape of the contract', async () => {
    const rosa = await join_();
    const { status, body } = await rosa.get('/api/v1/me/data');
    expect(status).toBe(200);
    expect(z.strictObject(MyData.shape).safeParse(body.data).error).toBeUndefined();
    expect(body.data).toMatchObject({ consents: [], views: [], requests: [], password: 1 });
    expect(body.data.groups[0]).toEqual({ group: 'account', records: 1 });
    expect((await school.visitor.get('/api/v1/me/data')).status).toBe(401);
  });

  test('dates the consents: the ranking, and the terms when they are accepted', async () => {
    const rosa = await join_();
    await rosa.send('PATCH', '/api/v1/me', { in_ranking: 0 });
    await rosa.send('PATCH', '/api/v1/me', { in_ranking: 0, bio: 'Luz' });
    expect((await rosa.post('/api/v1/me/consents/terms')).status).toBe(201);
    const { consents } = (await rosa.get('/api/v1/me/data')).body.data;
    expect(consents).toEqual([
      { kind: 'ranking', granted: 0, at: expect.stringMatching(/Z$/) },
      { kind: 'terms', granted: 1, at: expect.stringMatching(/Z$/) },
    ]);
    const { rows } = await dba.query('SELECT * FROM member_consents WHERE member_id = $1', [
      rosa.id,
    ]);
    expect(rows).toHaveLength(2);
  });

  test('shows nothing of another member', async () => {
    const [rosa, lia] = [await join_(), await join_('Lia Nova')];
    await lia.post('/api/v1/me/consents/terms');
    await rosa.send('PATCH', '/api/v1/me', { in_ranking: 0 });
    for (const person of [rosa, lia]) {
      await person.post('/api/v1/me/data-requests', { kind: 'other', details: person.email });
      await person.post('/api/v1/reminders', { title: 'Luz', weekdays: [1], time: '20:00' });
    }
    await school.owner.get(`/api/v1/members/${lia.id}/score`);
    const { data } = (await rosa.get('/api/v1/me/data')).body;
    expect(data).toMatchObject({
      consents: [{ kind: 'ranking', granted: 0 }],
      views: [],
      requests: [{ details: rosa.email }],
    });
    expect((await lia.get('/api/v1/me/data')).body.data).toMatchObject({
      consents: [{ kind: 'terms' }],
      views: [{ what: 'points' }],
      requests: [{ details: lia.email }],
    });
  });

  test('lists which staff opened the record, once a day, without the member', async () => {
    const rosa = await join_();
    const attempt = await quizFor(rosa);
    await rosa.get(`/api/v1/attempts/${attempt}`);
    for (const _ of '12') {
      await school.owner.get(`/api/v1/attempts/${attempt}`);
      await school.owner.get(`/api/v1/members/${rosa.id}/score`);
    }
    await school.owner.get(`/api/v1/members/${rosa.id}/email`);
    await school.owner.get('/api/v1/members/export');
    await download(school.owner, `/api/v1/members/${rosa.id}/export`);
    const { views } = (await rosa.get('/api/v1/me/data')).body.data;
    expect(views.map(({ what }: { what: string }) => what).toSorted()).toEqual([
      'attempt',
      'email',
      'export',
      'list',
      'points',
    ]);
    expect(new Set(views.map(({ viewer }: { viewer: string }) => viewer))).toEqual(
      new Set(['Olívia Dona']),
    );
    // A list that left before one came named nobody.
    const later = await join_('Lia Nova');
    expect((await later.get('/api/v1/me/data')).body.data.views).toEqual([]);
    // Owners who change or open their own record are not listed as viewers.
    await school.owner.get(`/api/v1/members/${school.owner.id}/score`);
    expect((await school.owner.get('/api/v1/me/data')).body.data.views).toEqual([]);
  });
});

describe('the zip', () => {
  test('holds everything as JSON and as pages, and the files', async () => {
    const product = await school.product();
    const rosa = await join_('Rosa <b>Lima', ['student'], [product]);
    const { lessons } = await courseWith(school, { products: [product] });
    await photoOf(rosa);
    await rosa.post('/api/v1/reminders', {
      title: 'Estudar à noite',
      weekdays: [1],
      time: '20:00',
    });
    await rosa.send('PUT', `/api/v1/lessons/${lessons[0]}/like`);
    const { status, headers, bytes } = await download(rosa);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toContain('meus-dados.zip');
    const entries = await entriesOf(bytes);
    const json = (name: string) => JSON.parse(String(entries.get(`json/${name}.json`)));
    expect(json('members')).toMatchObject([{ name: 'Rosa <b>Lima', email: rosa.email }]);
    expect(json('reminders')).toMatchObject([{ title: 'Estudar à noite' }]);
    expect(json('member_products')).toMatchObject([{ product: 'Plano Estúdio' }]);
    expect(json('lesson_likes')).toMatchObject([{ lesson: 'Aula 1.1' }]);
    expect(json('posts')).toEqual([]);
    const page = String(entries.get('paginas/members.html'));
    expect(page).toContain('<html lang="pt">');
    expect(page).toContain('Rosa Lima');
    expect(page).not.toContain('<b>Lima');
    expect(String(entries.get('index.html'))).toContain('paginas/members.html');
    const files = [...entries].filter(([name]) => name.startsWith('arquivos/'));
    expect(files.map(([name]) => name)).toEqual([expect.stringMatching(/\d+-retrato\.png$/)]);
    expect(files[0]![1].length).toBeGreaterThan(100);
    // The zip holds no hash of a password or a session.
    const all = [...entries.values()].map(String).join('\n');
    expect(all).not.toMatch(/argon2id|token_hash|password_hash/);
  });

  test('translates the database’s own words for the reader', async () => {
    const rosa = await join_();
    await rosa.post('/api/v1/me/consents/terms');
    await rosa.post('/api/v1/reminders', { title: 'Luz', weekdays: [1, 3], time: '20:00' });
    const pages = async () => {
      const entries = await entriesOf((await download(rosa)).bytes);
      return (name: string) => String(entries.get(`paginas/${name}.html`));
    };
    const page = await pages();
    expect(page('members')).toContain('<td>Aluno</td>');
    expect(page('member_consents')).toContain('<td>Termos de uso e privacidade</td>');
    expect(page('reminders')).toContain('<td>segunda-feira, quarta-feira</td>');
    await rosa.send('PATCH', '/api/v1/me', { language: 'en' });
    const english = await pages();
    expect(english('members')).toContain('<td>Student</td>');
    expect(english('member_consents')).toContain('<td>Terms of use and privacy</td>');
    expect(english('reminders')).toContain('<td>Monday, Wednesday</td>');
  });

  test('has a translation for every word that the database accepts', async () => {
    const { rows } = await dba.query<{ place: string; rule: string }>(`
      SELECT c.relname || '.' || a.attname AS place, pg_get_constraintdef(k.oid) AS rule
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
      WHERE k.contype = 'c' AND c.relnamespace = 'public'::regnamespace`);
    const shown = new Set(
      personalTables.flatMap(({ table, exported }) =>
        Object.keys(exported?.columns ?? {}).map((column) => `${table}.${column}`),
      ),
    );
    const missing = rows.flatMap(({ place, rule }) =>
      shown.has(place) && /ANY \(\(?ARRAY\[/.test(rule)
        ? [...rule.matchAll(/'([a-z_]+)'::text/g)]
            .filter(([, word]) => !storedWords[place]?.[word!])
            .map(([, word]) => `${place}: ${word}`)
        : [],
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
    for (const [place, words] of Object.entries(storedWords)) {
      expect([place, shown.has(place)]).toEqual([place, true]);
      for (const text of Object.values(words))
        expect([text, translate('en', text) !== text && translate('es', text) !== '']).toEqual([
          text,
          true,
        ]);
    }
  });

  test('has every row, in batches, and speaks the reader’s language', async () => {
    const rosa = await join_();
    await school.transaction(({ db }) =>
      sql`INSERT INTO member_consents (member_id, kind, granted)
        SELECT ${rosa.id}, 'terms', true FROM generate_series(1, 1203)`.execute(db),
    );
    await rosa.send('PATCH', '/api/v1/me', { language: 'en' });
    const entries = await entriesOf((await download(rosa)).bytes);
    const consents = JSON.parse(String(entries.get('json/member_consents.json')));
    expect(new Set(consents.map(({ id }: { id: number }) => id)).size).toBe(1203);
    const page = String(entries.get('paginas/member_consents.html'));
    expect(page.slice(0, 1000)).toContain('<h1>Consents');
    expect(page.match(/<tr><td>/g)).toHaveLength(1203);
  });

  test('asks the database once for a table that is small, for its JSON and its page', async () => {
    const rosa = await join_();
    const transactions = vi.spyOn(world.platform.database, 'readTransaction');
    const entries = await entriesOf((await download(rosa)).bytes);
    // Plus one query for the files.
    expect(transactions).toHaveBeenCalledTimes(
      personalTables.filter((one) => one.exported).length + 1,
    );
    transactions.mockRestore();
    expect(String(entries.get('json/members.json'))).toContain(rosa.email);
    expect(String(entries.get('paginas/members.html'))).toContain(rosa.email);
  });

  test('holds nothing of anybody else', async () => {
    const rosa = await join_();
    const other = await join_('Outra Pessoa');
    await other.post('/api/v1/reminders', { title: 'De outra', weekdays: [1], time: '20:00' });
    for (const person of [other, rosa]) await photoOf(person);
    await other.post('/api/v1/me/data-requests', { kind: 'other', details: 'Pedido de outra' });
    const entries = await entriesOf((await download(rosa)).bytes);
    expect([...entries.keys()].filter((name) => name.startsWith('arquivos/'))).toHaveLength(1);
    // The request that the zip answers is the reader's, and no other one.
    const requests = async (person: SignedInMember) =>
      (await person.get('/api/v1/me/data')).body.data.requests;
    expect(await requests(rosa)).toMatchObject([{ kind: 'access', done_at: expect.any(String) }]);
    expect(await requests(other)).toMatchObject([{ kind: 'other', done_at: null }]);
    const all = [...entries.values()].map(String).join('');
    expect(all).not.toContain('Outra Pessoa');
    expect(all).not.toContain('De outra');
    expect(all).not.toContain(other.email);
  });

  test('is closed to visitors, ended sessions and too many requests', async () => {
    const rosa = await join_();
    expect((await download({ cookie: '' })).status).toBe(401);
    expect((await download({ cookie: 'vitrine=gone' })).status).toBe(401);
    for (let turn = 0; turn < limits.exportsPerHour; turn += 1)
      expect((await download(rosa)).status).toBe(200);
    expect((await download(rosa)).status).toBe(429);
  });

  test('of a member is for the owner; of an owner not for admins; of another school for nobody', async () => {
    const rosa = await join_();
    const admin = await join_('Ada Min', ['admin']);
    const exportOf = (id: number) => `/api/v1/members/${id}/export`;
    expect((await download(school.owner, exportOf(rosa.id))).status).toBe(200);
    expect((await download(admin, exportOf(rosa.id))).status).toBe(200);
    expect((await download(admin, exportOf(school.owner.id))).status).toBe(403);
    expect((await download(rosa, exportOf(rosa.id))).status).toBe(403);
    const neighbour = await world.school();
    expect((await neighbour.owner.get(exportOf(rosa.id))).status).toBe(404);
    const { rows } = await dba.query(
      `SELECT params FROM audit_entries WHERE tenant_id = $1 AND action = 'privacy.exportMember'`,
      [school.id],
    );
    expect(rows).toEqual([{ params: { id: rosa.id } }, { params: { id: rosa.id } }]);
  });
});

describe('erasure', () => {
  test('closes the account at once: no session, no sign-in, no name', async () => {
    const rosa = await join_();
    const elsewhere = await signIn(rosa.email);
    const { id, channels } = await communityWith(school);
    const post = await publish(rosa as never, channels[0]!, '<p>Boa luz</p>');
    await publish(
      school.owner,
      channels[0]!,
      `<p>Oi <span data-mention="${rosa.id}">@x</span></p>`,
    );
    const { status, body, headers } = await erase(rosa);
    expect(status).toBe(202);
    expect(body.message).toBe(messages.erasureAsked.replace('{{days}}', '7'));
    const days = (new Date(body.data.erase_at).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(limits.erasureDays);
    expect(String(headers['set-cookie'])).toMatch(/^vitrine=;/);
    for (const person of [rosa, elsewhere])
      expect((await person.get('/api/v1/me')).status).toBe(401);
    const feed = await school.owner.get(`/api/v1/channels/${channels[0]}/posts`);
    expect(feed.text).not.toContain('Rosa');
    expect(feed.body.data.find((one: { id: number }) => one.id === post.id).author).toBeNull();
    expect(feed.text).toContain('@membro removido');
    for (const path of [
      '/api/v1/members',
      '/api/v1/members?search=Rosa',
      '/api/v1/members/export',
      '/api/v1/search?q=Rosa',
      '/api/v1/ranking',
      `/api/v1/communities/${id}`,
    ]) {
      const { text } = await school.owner.get(path);
      expect([path, text.includes('Rosa'), text.includes(rosa.email)]).toEqual([
        path,
        false,
        false,
      ]);
      expect([path, text.includes('membro removido')]).toEqual([path, false]);
    }
    expect((await school.owner.get(`/api/v1/members/${rosa.id}/score`)).text).not.toContain('Rosa');
    expect((await download(school.owner, `/api/v1/members/${rosa.id}/export`)).status).toBe(404);
    const change = { name: 'Rosa de volta' };
    for (const answer of [
      await school.owner.send('PATCH', `/api/v1/members/${rosa.id}`, change),
      await school.owner.send('DELETE', `/api/v1/members/${rosa.id}`),
      await school.owner.send('PUT', `/api/v1/members/${rosa.id}/email`, {
        email: 'n@example.com',
      }),
      await school.owner.post(`/api/v1/members/${rosa.id}/invitation`),
      await eraseMember(rosa.id),
    ])
      expect(answer.status).toBe(404);
    expect((await show(school.owner, id)).id).toBe(id);
  });

  test('needs the password, or a new link of the member', async () => {
    const rosa = await join_();
    const other = await join_('Outra Pessoa');
    expect((await erase(rosa, {})).body.errors).toEqual({ password: [messages.proofNeeded] });
    expect((await erase(rosa, { password: 'errada' })).status).toBe(422);
    expect((await erase(rosa, { token: 'x'.repeat(201) })).status).toBe(422);
    expect((await erase(rosa, { token: 'errado' })).status).toBe(422);
    expect((await rosa.send('DELETE', '/api/v1/me')).status).toBe(400);
    expect((await other.post('/api/v1/me/erasure-link')).status).toBe(202);
    const otherToken = tokenIn((await mailsTo(other.email)).at(-1)!.plain);
    expect((await erase(rosa, { token: otherToken })).status).toBe(422);
    expect((await rosa.get('/api/v1/me')).status).toBe(200);
    expect((await rosa.post('/api/v1/me/erasure-link')).status).toBe(202);
    const [mail] = await mailsTo(rosa.email);
    expect(mail!.plain).toContain('/perfil/dados?token=');
    const change = { email: `nova-${other.email}`, password };
    await other.send('PUT', '/api/v1/session/email', change);
    expect((await erase(rosa, { token: tokenIn(mail!.plain) })).status).toBe(202);
    // The links and the e-mail change of others stay.
    expect((await school.owner.get(`/api/v1/members/${other.id}/email`)).body.data).toMatchObject({
      email: change.email,
    });
    expect((await erase(other, { token: otherToken })).status).toBe(202);
  });

  test('takes a magic link, and none that is old or used', async () => {
    const rosa = await join_();
    const link = async (expires: number, used = false) => {
      const token = newToken();
      await school.transaction(({ db }) =>
        db
          .insertInto('sign_in_links')
          .values({
            member_id: rosa.id,
            purpose: 'sign_in',
            token_hash: hashToken(token),
            expires_at: new Date(Date.now() + expires),
            used_at: used ? new Date() : null,
          })
          .execute(),
      );
      return token;
    };
    expect((await erase(rosa, { token: await link(-1000) })).status).toBe(422);
    expect((await erase(rosa, { token: await link(60_000, true) })).status).toBe(422);
    expect((await erase(rosa, { token: await link(60_000) })).status).toBe(202);
  });

  test('limits password attempts', async () => {
    const rosa = await join_();
    for (let turn = 0; turn < limits.erasureTriesPerHour; turn += 1)
      expect((await erase(rosa, { password: 'chute' })).status).toBe(422);
    expect((await erase(rosa)).status).toBe(429);
  });

  test('a sign-in with the right password is told so, and mails the link once more', async () => {
    const [rosa, other] = [await join_(), await join_('Outra Pessoa')];
    for (const person of [other, rosa]) await erase(person);
    expect((await signIn('ninguem@example.com')).body.code).toBe('wrong_sign_in');
    const again = await signIn(rosa.email);
    expect([again.status, again.body.code]).toEqual([401, 'erasure_pending']);
    expect(again.body.message).toMatch(/^Esta conta será apagada em \d+ de \p{L}+ de \d{4}\./u);
    const wrong = await signIn(rosa.email, 'errada-demais');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_sign_in']);
    await world.platform.jobs.runAll();
    const mails = await mailsTo(rosa.email);
    expect(mails).toHaveLength(2);
    // Only the later link is valid.
    expect((await cancel(tokenIn(mails[0]!.plain))).status).toBe(401);
    expect((await cancel(tokenIn(mails[1]!.plain))).status).toBe(200);
    // The link of somebody else stays valid.
    expect((await cancel(await cancelToken(other.email))).status).toBe(200);
  });

  test('a sign-in names the day of the erasure in the zone of the account', async () => {
    const rosa = await join_();
    await erase(rosa);
    const dayIn = async (time_zone: string | null) => {
      await school.transaction(async ({ db }) =>
        db
          .updateTable('members')
          .set({ time_zone, erase_at: '2099-03-10T01:30:00Z' })
          .where('id', '=', rosa.id)
          .execute(),
      );
      return (await signIn(rosa.email)).body.message;
    };
    expect(await dayIn(null)).toContain('9 de março de 2099');
    expect(await dayIn('America/Manaus')).toContain('9 de março de 2099');
    expect(await dayIn('Asia/Tokyo')).toContain('10 de março de 2099');
  });

  test('is cancelled by the mail’s link: everything is as before', async () => {
    const product = await school.product();
    const rosa = await join_('Rosa Lima', ['moderator'], [product]);
    await rosa.send('PATCH', '/api/v1/me', { bio: 'Luz', language: 'es' });
    const photo = await photoOf(rosa);
    const { channels } = await communityWith(school);
    await publish(
      school.owner,
      channels[0]!,
      `<p>Oi <span data-mention="${rosa.id}">@x</span></p>`,
    );
    const correction = { kind: 'correction', details: 'Meu nome' };
    await rosa.post('/api/v1/me/data-requests', correction);
    const other = await join_('Outra Pessoa');
    await erase(other);
    const before = await rowOf(rosa.id);
    await erase(rosa);
    expect(await rowOf(rosa.id)).toMatchObject({
      bio: '',
      photo_url: null,
      password_hash: null,
      language: null,
    });
    const token = await cancelToken(rosa.email);
    const neighbour = await world.school();
    expect((await cancel(token, neighbour.visitor)).status).toBe(401);
    expect((await cancel('errado')).status).toBe(401);
    const answer = await cancel(token);
    expect([answer.status, answer.body.message]).toEqual([200, messages.erasureCancelled]);
    expect((await cancel(token)).status).toBe(401);
    const { last_seen_at: _, ...same } = before!;
    expect(await rowOf(rosa.id)).toMatchObject({ ...same, photo_url: photo });
    const back = await signIn(rosa.email);
    expect(back.status).toBe(200);
    expect((await school.owner.get(`/api/v1/channels/${channels[0]}/posts`)).text).toContain(
      '@Rosa Lima',
    );
    expect((await school.owner.get('/api/v1/search?q=Rosa&kind=person')).body.data).toHaveLength(1);
    await runErasure(rosa.id);
    expect((await back.get('/api/v1/me')).body.data.name).toBe('Rosa Lima');
    expect((await back.get('/api/v1/me/data')).body.data.requests).toMatchObject([
      { kind: 'erasure', done_at: expect.any(String) },
      { ...correction, done_at: null },
    ]);
    expect((await school.owner.get('/api/v1/data-requests')).body).toMatchObject({
      open: 2,
      data: [correction, { kind: 'erasure' }],
    });
    expect((await cancel(await cancelToken(other.email))).status).toBe(200);
  });

  test('cannot be cancelled after seven days, nor where the e-mail has a new account', async () => {
    const rosa = await join_();
    await erase(rosa);
    const token = await cancelToken(rosa.email);
    await school.owner.post('/api/v1/members', { name: 'Nova Rosa', email: rosa.email, password });
    expect((await cancel(token)).status).toBe(409);
    await school.transaction(({ db }) =>
      db.updateTable('members').set({ erase_at: new Date() }).where('id', '=', rosa.id).execute(),
    );
    expect((await cancel(token)).status).toBe(401);
    expect((await signIn(rosa.email)).status).toBe(200);
  });

  test('is refused for the last owner, and to an admin for any owner', async () => {
    const hash = await join_('Ana Dona', ['owner']);
    const admin = await join_('Ada Min', ['admin']);
    expect((await eraseMember(school.owner.id, admin)).body.code).toBe('owners_only');
    expect((await eraseMember(school.owner.id, school.owner)).body.code).toBe('own_erasure');
    expect((await eraseMember(school.owner.id, hash)).status).toBe(202);
    const last = await erase(hash);
    expect([last.status, last.body.code]).toEqual([409, 'last_owner']);
    expect((await hash.get('/api/v1/me')).status).toBe(200);
  });

  test('two last owners at once: one stays', async () => {
    const owners = [await join_('Ana Dona', ['owner']), await join_('Bia Dona', ['owner'])];
    await eraseMember(school.owner.id, owners[0]!);
    const answers = await Promise.all(owners.map((person) => erase(person)));
    expect(statuses(answers)).toEqual({ 202: 1, 409: 1 });
  });

  test('is requested by an admin, not by other staff or schools; the person gets the link', async () => {
    const rosa = await join_();
    const moderator = await join_('Mo De', ['moderator']);
    const neighbour = await world.school();
    expect((await eraseMember(rosa.id, moderator)).status).toBe(403);
    expect((await eraseMember(rosa.id, rosa)).status).toBe(403);
    expect((await eraseMember(rosa.id, neighbour.owner)).status).toBe(404);
    expect((await eraseMember(rosa.id)).status).toBe(202);
    expect((await rosa.get('/api/v1/me')).status).toBe(401);
    const { rows } = await dba.query(
      `SELECT params FROM audit_entries WHERE tenant_id = $1 AND action = 'privacy.eraseMember'`,
      [school.id],
    );
    expect(rows).toEqual([{ params: { id: rosa.id } }]);
    expect((await cancel(await cancelToken(rosa.email))).status).toBe(200);
  });

  test('of two concurrent requests one counts', async () => {
    const rosa = await join_();
    const again = await signIn(rosa.email);
    const answers = await Promise.all([erase(rosa), erase(again), eraseMember(rosa.id)]);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.every(({ status }) => [202, 401, 404, 422].includes(status))).toBe(true);
    expect(await mailsTo(rosa.email)).toHaveLength(1);
  });

  test('leaves no session, even during a sign-in', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const rosa = await join_();
      await Promise.all([eraseMember(rosa.id), signIn(rosa.email), signIn(rosa.email)]);
      const { rows } = await dba.query('SELECT 1 FROM sessions WHERE member_id = $1', [rosa.id]);
      expect(rows).toEqual([]);
    }
  });

  test('cancelled while the job runs: the account is whole or gone, never half', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const rosa = await join_();
      await erase(rosa);
      const token = await cancelToken(rosa.email);
      const [answer] = await Promise.all([cancel(token), runErasure(rosa.id)]);
      const row = await rowOf(rosa.id);
      if (answer.status === 200) expect(row).toMatchObject({ name: 'Rosa Lima', erase_at: null });
      else expect(row).toBeUndefined();
    }
  });

  test('a job that comes too early, or twice, does nothing', async () => {
    const [rosa, due] = [await join_(), await join_('Outra Pessoa')];
    const photo = await photoOf(rosa);
    for (const person of [due, rosa]) await erase(person);
    await school.transaction(async (tx) => {
      const erase_at = new Date(Date.now() - 1000);
      await tx.db.updateTable('members').set({ erase_at }).where('id', '=', due.id).execute();
      await enqueue(tx, 'erase-member', { memberId: rosa.id });
    });
    await world.platform.jobs.runAll();
    expect(await rowOf(rosa.id)).toBeDefined();
    expect((await school.visitor.get(photo)).status).toBe(200);
    await runErasure(rosa.id);
    expect(await rowOf(rosa.id)).toBeUndefined();
    await runErasure(rosa.id);
  });

  test('sends no mail to an account that waits for it', async () => {
    const rosa = await join_();
    const created = await rosa.post('/api/v1/reminders', {
      title: 'Luz',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      time: '08:00',
    });
    await erase(rosa);
    const due = new Date(Date.now() - 60_000);
    await school.transaction(async (tx) => {
      const { id } = created.body.data;
      await tx.db.updateTable('reminders').set({ next_at: due }).where('id', '=', id).execute();
      await enqueue(tx, 'mail-reminder', { id, due: due.toISOString() });
    });
    await world.platform.jobs.runAll();
    const { rows } = await dba.query(
      `SELECT recipient FROM mails WHERE tenant_id = $1 AND recipient LIKE '%.invalid'`,
      [school.id],
    );
    expect(rows).toEqual([]);
  });
});

// The proof --------------------------------------------------------------------------------------

/** Searches every table, the job queue's included, as the superuser. */
async function tablesWith(marker: string) {
  const { rows } = await dba.query(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname IN ('public', 'graphile_worker')`);
  const leaks: string[] = [];
  for (const { name } of rows as { name: string }[]) {
    const { rows: hits } = await dba.query(
      `SELECT 1 FROM ${name} t WHERE lower(to_jsonb(t)::text) LIKE '%' || lower($1) || '%' LIMIT 1`,
      [marker],
    );
    if (hits.length) leaks.push(name);
  }
  return leaks.toSorted();
}

/** Lists stored files whose name or content holds the text. */
async function storedFiles() {
  const root = join(inject('dataDir'), 'files');
  await mkdir(root, { recursive: true });
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test('after erasure no table, file, index, mail or export holds the person', async () => {
  const marker = `zulmarca${process.pid}`;
  const name = `Zuleica ${marker}`;
  const product = await school.product();
  const email = `${marker}@example.com`;
  const created = await school.owner.send(
    'POST',
    '/api/v1/members',
    { name, email, password, product_ids: [product] },
    { headers: { 'idempotency-key': `${marker}-key` } },
  );
  const id = created.body.data.id as number;
  const zu = { ...(await signIn(email)), id, email } as SignedInMember;
  const other = await join_('Outra Pessoa', ['student'], [product]);
  // A failed sign-in, an unused link and a failed job.
  await signIn(email, 'errada-demais');
  await school.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  await school.transaction((tx) =>
    enqueue(tx, 'mail-link', { email, purpose: 'password' }, { runAt: new Date(Date.now() + 1e9) }),
  );
  // The member's own acts.
  await zu.send('PATCH', '/api/v1/me', { bio: `Bio ${marker}`, in_ranking: 0 });
  const before = await storedFiles();
  const photo = await photoOf(zu);
  const otherPhoto = await photoOf(other);
  const otherName = otherPhoto.split('/').at(-1)!.split('.')[0]!;
  const withPhoto = (await storedFiles()).filter(
    (file) => !before.includes(file) && !file.includes(otherName),
  );
  expect(withPhoto.length).toBeGreaterThan(0);
  await zu.post('/api/v1/reminders', { title: `Lembrar ${marker}`, weekdays: [1], time: '08:00' });
  await zu.post('/api/v1/me/data-requests', { kind: 'other', details: `Pedido de ${marker}` });
  await zu.send('PUT', '/api/v1/session/email', { email: `novo-${marker}@example.com` });
  const attempt = await quizFor(zu);
  const { lessons } = await courseWith(school, { products: [product] });
  const posted = await zu.post(`/api/v1/lessons/${lessons[0]}/comments`, {
    content: `<p>Aqui é a ${name}, escrevam a ${email}</p>`,
  });
  expect(posted.status).toBe(201);
  const { channels } = await communityWith(school);
  const post = await publish(zu as never, channels[0]!, `<p>Eu, ${name}, gostei</p>`);
  await comment(zu as never, post.id, `<p>${name} de novo</p>`);
  await comment(other as never, post.id, `<p>Oi <span data-mention="${id}">@x</span></p>`);
  const otherPost = await publish(
    other as never,
    channels[0]!,
    `<p>Com <span data-mention="${id}">@x</span></p>`,
  );
  await zu.post(`/api/v1/posts/${otherPost.id}/reports`, { reason: `Motivo ${marker}` });
  // Acts of the staff about the member.
  await school.owner.get(`/api/v1/attempts/${attempt}`);
  await school.owner.send('PATCH', `/api/v1/members/${id}`, { name });
  expect((await download(zu)).status).toBe(200);

  expect((await tablesWith(marker)).length).toBeGreaterThan(10);
  expect(await tablesWith(marker)).toContain('public.search_words');
  expect(await tablesWith(marker)).toContain('graphile_worker._private_jobs');

  expect((await erase(zu)).status).toBe(202);
  await dba.query(`UPDATE mails SET created_at = created_at - interval '8 days'`);
  await runErasure(id);

  expect(await tablesWith(marker)).toEqual([]);
  const remaining = await storedFiles();
  expect(withPhoto.filter((file) => remaining.includes(file))).toEqual([]);
  for (const file of remaining) expect(String(await readFile(file))).not.toContain(marker);
  expect((await other.get(photo)).status).toBe(404);
  expect((await other.get(otherPhoto)).status).toBe(200);
  // Their posts stay without an author.
  const feed = (await other.get(`/api/v1/channels/${channels[0]}/posts`)).body.data;
  const anonymous = feed.find((one: { id: number }) => one.id === post.id);
  expect(anonymous).toMatchObject({ author: null, content: '<p>Eu, membro removido, gostei</p>' });
  const thread = await other.get(`/api/v1/lessons/${lessons[0]}/comments`);
  expect(thread.text).toContain('Aqui é a membro removido, escrevam a membro removido');
  // Later exports and lists do not hold the marker either.
  const later = await entriesOf((await download(school.owner)).bytes);
  for (const entry of later.values()) expect(String(entry)).not.toContain(marker);
  expect((await school.owner.get('/api/v1/members/export')).text).not.toContain(marker);
  expect((await school.owner.get(`/api/v1/search?q=${marker}`)).text).not.toContain(`Zuleica`);
  const requests = (await school.owner.get('/api/v1/data-requests?state=done')).body.data;
  expect(requests).toContainEqual(
    expect.objectContaining({ kind: 'erasure', member: null, details: '' }),
  );
});

test('removing a member leaves nothing either', async () => {
  const marker = `remarca${process.pid}`;
  const email = `${marker}@example.com`;
  const created = await school.owner.post('/api/v1/members', {
    name: `Rui ${marker}`,
    email,
    password,
  });
  const { id } = created.body.data;
  await signIn(email);
  await school.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  expect((await tablesWith(marker)).length).toBeGreaterThan(2);
  expect((await school.owner.send('DELETE', `/api/v1/members/${id}`)).status).toBe(204);
  expect(await tablesWith(marker)).toEqual([]);
});

test('removing a member finds a name with quotes and signs, in HTML and in plain texts', async () => {
  const marker = `aspas${process.pid}`;
  const name = `Rui "${marker}" d'Ávila & Irmãos`;
  const email = 'rui.aspas@example.com';
  const created = await school.owner.post('/api/v1/members', { name, email, password });
  const rui = { ...(await signIn(email)), id: created.body.data.id as number };
  const { channels } = await communityWith(school);
  const post = await publish(rui as never, channels[0]!, `<p>Eu, ${escapeHtml(name)}, gostei</p>`, {
    title: name,
  });
  await school.transaction(({ db }) =>
    db
      .insertInto('mails')
      .values({
        recipient: 'outra@example.com',
        subject: 'Resumo',
        html: `<p>${escapeHtml(name)} comentou</p>`,
        plain: '',
        created_at: new Date(Date.now() - 8 * DAY_MS),
      })
      .execute(),
  );
  expect(await tablesWith(marker)).toEqual(
    expect.arrayContaining(['public.mails', 'public.posts']),
  );
  expect((await school.owner.send('DELETE', `/api/v1/members/${rui.id}`)).status).toBe(204);
  expect(await tablesWith(marker)).toEqual([]);
  expect((await school.owner.get(`/api/v1/posts/${post.id}`)).body.data).toMatchObject({
    title: 'membro removido',
    content: '<p>Eu, membro removido, gostei</p>',
  });
});

// Requests and retention -------------------------------------------------------------------------

describe('requests', () => {
  const sendRequest = (person: Pick<Person, 'post'>, body: object = {}) =>
    person.post('/api/v1/me/data-requests', { kind: 'correction', details: 'Meu nome', ...body });
  const list = async (state = 'open', person = school.owner) =>
    (await person.get(`/api/v1/data-requests?state=${state}`)).body;

  test('have a deadline of 15 days, and are answered once', async () => {
    const rosa = await join_();
    const { status, body } = await sendRequest(rosa);
    expect(status).toBe(201);
    const days = (new Date(body.data.due_at).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(limits.requestDays);
    const open = await list();
    expect(open).toMatchObject({
      open: 1,
      data: [
        { member: { id: rosa.id, name: 'Rosa Lima', email: rosa.email }, details: 'Meu nome' },
      ],
    });
    const answer = (text = 'Corrigido.') =>
      school.owner.send('PUT', `/api/v1/data-requests/${body.data.id}/answer`, { answer: text });
    expect((await answer(' ')).status).toBe(422);
    const answers = await Promise.all([...'1234'].map(() => answer()));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 3 });
    expect((await list()).data).toEqual([]);
    expect((await list('done')).data).toHaveLength(1);
    expect((await rosa.get('/api/v1/me/data')).body.data.requests).toMatchObject([
      { answer: 'Corrigido.', done_at: expect.any(String) },
    ]);
  });

  test('of one person are five at most, also at once', async () => {
    const rosa = await join_();
    const lia = await join_('Lia Nova');
    const answers = await Promise.all([...'12345678'].map(() => sendRequest(rosa)));
    expect(statuses(answers)).toEqual({ 201: 5, 409: 3 });
    const { status, body } = await sendRequest(lia);
    expect(status).toBe(201);
    // An answer closes one request, and makes room for another one.
    const ids = (await list()).data.map(({ id }: { id: number }) => id);
    const path = `/api/v1/data-requests/${ids[2]}/answer`;
    const answered = await school.owner.send('PUT', path, { answer: 'Corrigido.' });
    expect(answered.body.data).toMatchObject({ id: ids[2], answer: 'Corrigido.' });
    expect((await list()).data.map(({ id }: { id: number }) => id)).toEqual(ids.toSpliced(2, 1));
    expect(ids.at(-1)).toBe(body.data.id);
    expect(statuses([await sendRequest(rosa), await sendRequest(rosa)])).toEqual({
      201: 1,
      409: 1,
    });
  });

  test.each([
    ['no text', { details: ' ' }],
    ['1,001 characters', { details: 'a'.repeat(1001) }],
    ['another kind', { kind: 'x' }],
    ['a list', { details: [] }],
  ])('with %s are refused', async (_what, body) => {
    expect((await sendRequest(await join_(), body)).status).toBe(422);
  });

  test('that came by mail are noted by an admin; staff and neighbours see none', async () => {
    const rosa = await join_();
    const body = { member_id: rosa.id, kind: 'access', details: 'Por e-mail' };
    expect((await school.owner.post('/api/v1/data-requests', body)).status).toBe(201);
    const moderator = await join_('Mo De', ['moderator']);
    const neighbour = await world.school();
    expect((await moderator.get('/api/v1/data-requests')).status).toBe(403);
    expect((await neighbour.owner.post('/api/v1/data-requests', body)).status).toBe(404);
    expect((await list('open', neighbour.owner)).data).toEqual([]);
    const { id } = (await list()).data[0];
    const path = `/api/v1/data-requests/${id}/answer`;
    expect((await neighbour.owner.send('PUT', path, { answer: 'x' })).status).toBe(404);
    expect((await school.owner.get('/api/v1/data-requests?cursor=x')).status).toBe(400);
  });

  test('come in pages, the nearest deadline first', async () => {
    const rosa = await join_();
    await school.transaction(({ db }) =>
      sql`INSERT INTO data_requests (member_id, kind, details)
        SELECT ${rosa.id}, 'other', n::text FROM generate_series(1, 25) n`.execute(db),
    );
    const first = await list();
    expect(first.data).toHaveLength(20);
    expect(first.data[0].details).toBe('1');
    const { body } = await school.owner.get(`/api/v1/data-requests?cursor=${first.next_cursor}`);
    expect(body.data.map(({ details }: { details: string }) => details)).toEqual([
      '21',
      '22',
      '23',
      '24',
      '25',
    ]);
    expect(body.next_cursor).toBeNull();
  });

  test('an erasure is in the list until it is done or cancelled', async () => {
    const rosa = await join_();
    await sendRequest(rosa, { details: 'Sou a Rosa' });
    await erase(rosa);
    const [answered, request] = (await list()).data;
    expect(answered).toMatchObject({ kind: 'correction', member: null, details: '' });
    expect(request).toMatchObject({ kind: 'erasure', member: null, erase_at: expect.any(String) });
    const answer = { answer: 'x' };
    const path = `/api/v1/data-requests/${request.id}/answer`;
    expect((await school.owner.send('PUT', path, answer)).status).toBe(409);
    await runErasure(rosa.id);
    expect((await list()).data).toEqual([]);
  });
});

describe('how long things are kept', () => {
  const change = (body: object, person: Pick<Person, 'send'> = school.owner) =>
    person.send('PATCH', '/api/v1/retention', body);
  const agedDays = (days: number) => `now() - interval '${days} days'`;

  test('has defaults, and changes one by one', async () => {
    const { body } = await school.owner.get('/api/v1/retention');
    expect(body.data).toEqual(
      Object.fromEntries(
        Object.entries(retentionLimits).map(([name, limit]) => [name, limit.preset]),
      ),
    );
    const changed = await change({ mail_days: 10 });
    expect(changed.body.data).toEqual({ ...body.data, mail_days: 10 });
    expect((await change({})).body.data).toEqual({ ...body.data, mail_days: 10 });
  });

  test.each(
    Object.entries(retentionLimits).flatMap(([name, { min, max }]) => [
      [name, min - 1, 422],
      [name, min, 200],
      [name, max, 200],
      [name, max + 1, 422],
      [name, min + 0.5, 422],
      [name, 'x', 422],
    ]),
  )('%s of %s is %i', async (name, value, status) => {
    expect((await change({ [name]: value })).status).toBe(status);
  });

  test('is for admins', async () => {
    const moderator = await join_('Mo De', ['moderator']);
    expect((await change({ mail_days: 10 }, moderator)).status).toBe(403);
    const neighbour = await world.school();
    await change({ mail_days: 10 });
    expect((await neighbour.owner.get('/api/v1/retention')).body.data.mail_days).toBe(30);
  });

  test('removes older rows only, in bounded batches', async () => {
    const [rosa, ines] = [await join_(), await join_('Inês Braga')];
    const neighbour = await world.school();
    for (const tenant of [school.id, neighbour.id])
      await dba.query(`
        INSERT INTO mails (tenant_id, recipient, subject, html, plain, created_at)
        SELECT ${tenant}, 'a@example.com', CASE WHEN n > 2500 THEN 'jovem' ELSE 'velha' END, '', '',
          CASE WHEN n > 2500 THEN ${agedDays(20)} ELSE ${agedDays(31)} END
        FROM generate_series(1, 2501) n`);
    await dba.query(`
      INSERT INTO audit_entries (tenant_id, action, at) VALUES
        (${school.id}, 'velha', ${agedDays(800)}), (${school.id}, 'jovem', ${agedDays(200)})`);
    await dba.query(`
      INSERT INTO failed_tries (tenant_id, key, window_ends) VALUES
        (${school.id}, 'velha', ${agedDays(31)}), (${school.id}, 'jovem', ${agedDays(29)})`);
    for (const [age, days, { id }] of [
      ['velha', 31, rosa],
      ['jovem', 29, ines],
    ] as const) {
      for (const [table, columns, values] of [
        ['sessions', '', ''],
        ['sign_in_links', ', purpose', `, 'sign_in'`],
      ])
        await dba.query(`
          INSERT INTO ${table} (tenant_id, member_id, token_hash, expires_at ${columns})
          VALUES (${school.id}, ${id}, sha256('${age}'), ${agedDays(days)} ${values})`);
      await dba.query(`
        INSERT INTO email_changes (tenant_id, member_id, old_email, new_email, old_token_hash,
          new_token_hash, expires_at)
        VALUES (${school.id}, ${id}, 'a@example.com', '${age}@example.com', sha256('old ${age}'),
          sha256('new ${age}'), ${agedDays(days)})`);
    }
    await dba.query(`
      INSERT INTO email_bounces (tenant_id, email, error, at) VALUES
        (${school.id}, 'velha@example.com', 'x', ${agedDays(31)}),
        (${school.id}, 'jovem@example.com', 'x', ${agedDays(29)}),
        (${school.id}, '${rosa.email}', 'x', ${agedDays(31)})`);
    await dba.query(`
      INSERT INTO record_views (tenant_id, member_id, viewer_id, what, day) VALUES
        (${school.id}, ${rosa.id}, 1, 'points', current_date - 370),
        (${school.id}, ${rosa.id}, 2, 'points', current_date - 360)`);
    await dba.query(`
      INSERT INTO watched_hours (tenant_id, member_id, hour, seconds) VALUES
        (${school.id}, ${rosa.id}, ${agedDays(36)}, 36), (${school.id}, ${rosa.id}, ${agedDays(34)}, 34)`);
    await dba.query(`
      INSERT INTO data_requests (tenant_id, kind, details, created_at, done_at) VALUES
        (${school.id}, 'other', 'velha', ${agedDays(1900)}, ${agedDays(1890)}),
        (${school.id}, 'other', 'aberta', ${agedDays(1900)}, NULL)`);
    for (const [item, status, days] of [
      ['velha', 'done', 400],
      ['jovem', 'done', 1],
      ['aberta', 'running', 400],
    ] as const)
      await dba.query(`
        WITH import AS (
          INSERT INTO imports (tenant_id, kind, status, filename, path, created_at)
          VALUES (${school.id}, 'members', '${status}', 'a.csv', 'a', ${agedDays(days)})
          RETURNING id)
        INSERT INTO import_rows (tenant_id, import_id, line, outcome, item)
        SELECT ${school.id}, id, 1, 'created', '${item}' FROM import`);
    // Each turn of a school is a job. The next one runs a second later.
    for (let turn = 0; turn < 4; turn += 1) {
      await school.transaction((tx) =>
        enqueue(tx, 'apply-retention', {}, { key: 'apply-retention' }),
      );
      await world.platform.jobs.runAll();
    }
    const texts = async (table: string, column: string, tenant = school.id) =>
      new Set(
        (
          await dba.query(`SELECT ${column} AS it FROM ${table} WHERE tenant_id = ${tenant}`)
        ).rows.map(({ it }) => it),
      );
    expect(await texts('mails', 'subject')).not.toContain('velha');
    expect(await texts('mails', 'subject')).toContain('jovem');
    expect(await texts('mails', 'subject', neighbour.id)).toContain('velha');
    expect(await texts('watched_hours', 'seconds')).toEqual(new Set([34]));
    expect(await texts('failed_tries', 'key')).not.toContain('velha');
    expect(await texts('failed_tries', 'key')).toContain('jovem');
    expect(await texts('data_requests', 'details')).toEqual(new Set(['aberta']));
    expect(await texts('record_views', 'viewer_id')).toEqual(new Set(['2']));
    for (const table of ['sessions', 'sign_in_links']) {
      const tokens = await texts(table, `encode(token_hash, 'hex')`);
      const isKept = (age: string) => tokens.has(createHash('sha256').update(age).digest('hex'));
      expect([table, isKept('velha'), isKept('jovem')]).toEqual([table, false, true]);
    }
    expect(await texts('email_changes', 'new_email')).toEqual(new Set(['jovem@example.com']));
    // A member's address stays marked.
    expect(await texts('email_bounces', 'email')).toEqual(
      new Set(['jovem@example.com', rosa.email]),
    );
    // An import that still runs needs its rows.
    expect(await texts('import_rows', 'item')).toEqual(new Set([null, 'jovem', 'aberta']));
    expect(await texts('audit_entries', 'action')).not.toContain('velha');
    expect(await texts('audit_entries', 'action')).toContain('jovem');
  });

  test('no setting of the application removes an audit entry of the last six months', async () => {
    await dba.query(`
      INSERT INTO audit_entries (tenant_id, action, at) VALUES
        (${school.id}, 'recente', ${agedDays(100)})`);
    const erased = await school.transaction(({ db }) =>
      sql<{ count: number }>`SELECT prune_audit_entries(0, 100000) AS count`.execute(db),
    );
    expect(erased.rows).toEqual([{ count: 0 }]);
  });
});
