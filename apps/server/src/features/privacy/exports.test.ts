import { limits } from '@vitrine/contract/privacy';
import { translate } from '@vitrine/contract/texts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { openOwnWorld } from '../../../test/own-world.ts';
import { entriesOf, photoOf, privacyCalls, type SignedInMember } from '../../../test/privacy.ts';
import { signInByPassword, withPassword } from '../../../test/sign-in.ts';
import { personalTables } from '../../kit/privacy/personal-data.ts';
import { storedWords } from './export-words.ts';

const { world, dba } = await openOwnWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const { joinMember, download } = privacyCalls(world, () => school);

describe('the zip', () => {
  test('holds everything as JSON and as pages, and the files', async () => {
    const product = await school.product();
    const rosa = await joinMember('Rosa <b>Lima', ['student'], [product]);
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

  test('holds no link of a mail that works without a session', async () => {
    const rosa = await joinMember();
    const stop = 'https://escola.example/avisos/parar/segredo-de-parar/all';
    await school.transaction(({ db }) =>
      db
        .insertInto('mails')
        .values({
          recipient: rosa.email,
          member_id: rosa.id,
          subject: 'Aviso',
          html: stop,
          plain: stop,
          headers: JSON.stringify({ 'List-Unsubscribe': `<${stop}>` }),
        })
        .execute(),
    );
    const entries = await entriesOf((await download(rosa)).bytes);
    expect(JSON.parse(String(entries.get('json/mails.json')))).toMatchObject([
      { subject: 'Aviso' },
    ]);
    expect([...entries.values()].map(String).join('\n')).not.toContain('segredo-de-parar');
  });

  test('translates the database’s own words for the reader', async () => {
    const rosa = await joinMember();
    await rosa.post('/api/v1/me/consents/terms');
    await rosa.post('/api/v1/reminders', { title: 'Luz', weekdays: [1, 3], time: '20:00' });
    const pages = async () => {
      const entries = await entriesOf((await download(rosa)).bytes);
      return (name: string) =>
        String([...entries].find(([path]) => path.endsWith(`/${name}.html`))?.[1]);
    };
    const page = await pages();
    expect(page('members')).toContain('<td>Aluno</td>');
    expect(page('member_consents')).toContain('<td>Termos de uso e privacidade</td>');
    expect(page('reminders')).toContain('<td>segunda-feira, quarta-feira</td>');
    // The words of the list of people.
    const owned = await entriesOf((await download(school.owner)).bytes);
    expect(String(owned.get('paginas/members.html'))).toContain('<td>Proprietário</td>');
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
    const rosa = await joinMember();
    await school.transaction(({ db }) =>
      sql`INSERT INTO member_consents (member_id, kind, granted)
        SELECT ${rosa.id}, 'terms', true FROM generate_series(1, 1203)`.execute(db),
    );
    await rosa.send('PATCH', '/api/v1/me', { language: 'en' });
    const entries = await entriesOf((await download(rosa)).bytes);
    const consents = JSON.parse(String(entries.get('json/member_consents.json')));
    expect(new Set(consents.map(({ id }: { id: number }) => id)).size).toBe(1203);
    const page = String(entries.get('pages/member_consents.html'));
    expect(page.slice(0, 1000)).toContain('<h1>Consents');
    expect(page.match(/<tr><td>/g)).toHaveLength(1203);
  });

  test('and its folders have names in the reader’s language, and the zip of a member names no reader', async () => {
    const rosa = await joinMember();
    await photoOf(rosa);
    await rosa.send('PATCH', '/api/v1/me', { language: 'en' });
    const own = await download(rosa);
    expect(own.headers['content-disposition']).toBe('attachment; filename="my-data.zip"');
    const entries = await entriesOf(own.bytes);
    const folders = new Set([...entries.keys()].map((name) => name.split('/')[0]));
    expect(folders).toEqual(new Set(['index.html', 'json', 'pages', 'files']));
    const index = String(entries.get('index.html'));
    expect(index).toContain('href="pages/members.html"');
    expect(index).toContain('in the folder “files”');
    const { headers } = await download(school.owner, `/api/v1/members/${rosa.id}/export`);
    expect(headers['content-disposition']).toBe(`attachment; filename="dados-${rosa.id}.zip"`);
  });

  test('asks the database once for a table that is small, for its JSON and its page', async () => {
    const rosa = await joinMember();
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
    const rosa = await joinMember();
    const other = await joinMember('Outra Pessoa');
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

  test('holds more files than it reads at once, each once, and none whose upload has not ended', async () => {
    const rosa = await joinMember();
    await school.transaction(({ db }) =>
      sql`INSERT INTO files (name, use, kind, filename, type, bytes, member_id, state)
        SELECT left(md5(n::text), 22) || '.bin', 'post_file', 'file', n || '.bin', 'text/plain', 1, ${rosa.id},
          CASE WHEN n > 501 THEN 'pending' ELSE 'ready' END
        FROM generate_series(1, 503) n`.execute(db),
    );
    const entries = await entriesOf((await download(rosa)).bytes);
    const names = [...entries.keys()].filter((name) => name.startsWith('arquivos/'));
    expect(new Set(names).size).toBe(501);
    expect(names).toHaveLength(501);
  });

  test('holds no file of the school, whoever of its staff has sent it', async () => {
    const admin = await joinMember('Ada Min', ['admin']);
    await photoOf(admin);
    const form = new FormData();
    form.set('use', 'image');
    form.set('file', new Blob([new Uint8Array(await media.png())]), 'capa.png');
    expect((await admin.post('/api/v1/uploads/image', form)).status).toBe(201);
    const names = [...(await entriesOf((await download(admin)).bytes)).keys()];
    expect(names.filter((name) => name.startsWith('arquivos/'))).toEqual([
      expect.stringMatching(/\d+-retrato\.png$/),
    ]);
  });

  test('dates a device by its last sign-in, also where its former session went on', async () => {
    const email = await withPassword(school);
    const first = await signInByPassword(school, email);
    await school.transaction(({ db }) =>
      sql`UPDATE sessions SET created_at = now() - interval '9 days',
        last_seen_at = now() - interval '9 days'`.execute(db),
    );
    const cookie = await signInByPassword(school, email, first);
    const entries = await entriesOf((await download({ cookie })).bytes);
    const [device] = JSON.parse(String(entries.get('json/sessions.json')));
    for (const moment of [device.created_at, device.last_seen_at])
      expect(Date.now() - Date.parse(moment)).toBeLessThan(24 * 3_600_000);
  });

  test('names the reward that a product came from', async () => {
    const rosa = await joinMember();
    const product = await school.product('Bônus');
    await school.owner.post('/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: 'Mão firme',
      criteria: 'score',
      needed_score: 5,
      deliverable_product: product,
    });
    await school.owner.post(`/api/v1/members/${rosa.id}/points`, { points: 5, reason: 'Ajudou' });
    const entries = await entriesOf((await download(rosa)).bytes);
    const page = String(entries.get('paginas/member_products.html'));
    for (const words of ['Bônus', 'Recompensa', 'Mão firme']) expect(page).toContain(words);
  });

  test('is closed to visitors, ended sessions and too many requests', async () => {
    const rosa = await joinMember();
    expect((await download({ cookie: '' })).status).toBe(401);
    expect((await download({ cookie: 'vitrine=gone' })).status).toBe(401);
    for (let turn = 0; turn < limits.exportsPerHour; turn += 1)
      expect((await download(rosa)).status).toBe(200);
    expect((await download(rosa)).status).toBe(429);
    expect((await download(await joinMember('Lia Nova'))).status).toBe(200);
  });

  test('of a member is for the owner; of an owner not for admins; of another school for nobody', async () => {
    const rosa = await joinMember();
    const admin = await joinMember('Ada Min', ['admin']);
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
    // Each of them answers a request of the member.
    const answered = { kind: 'access', done_at: expect.any(String) };
    const { requests } = (await rosa.get('/api/v1/me/data')).body.data;
    expect(requests).toMatchObject([answered, answered]);
  });
});
