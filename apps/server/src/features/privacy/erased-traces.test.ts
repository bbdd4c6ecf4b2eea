import { DAY_MS } from '@vitrine/contract/durations';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { type TestSchool } from '../../../test/harness.ts';
import { send } from '../../../test/imports.ts';
import { openOwnWorld } from '../../../test/own-world.ts';
import {
  entriesOf,
  erase,
  password,
  photoOf,
  privacyCalls,
  tokenIn,
  type SignedInMember,
} from '../../../test/privacy.ts';
import { escapeHtml } from '../../platform/html.ts';
import { enqueue } from '../../platform/jobs.ts';

const { world, dba } = await openOwnWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const { joinMember, signIn, mailsTo, runErasure, download, quizFor } = privacyCalls(
  world,
  () => school,
);

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
  const other = await joinMember('Outra Pessoa', ['student'], [product]);
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

/** Imports people from a CSV, and returns the import's id. */
async function importPeople(content: string) {
  const { body } = await send('/api/v1/members/import', content, school.owner, { name: 'a.csv' });
  await world.platform.jobs.runAll();
  return body.data.id as number;
}

async function memberNamed(search: string) {
  const { data } = (await school.owner.get(`/api/v1/members?search=${search}`)).body;
  return data[0] as { id: number; email: string };
}

test('undoing an import leaves nothing of the accounts that it removes', async () => {
  const marker = `desfeita${process.pid}`;
  const email = `${marker}@example.com`;
  const row = `Zoé ${marker},${email}`;
  // The report names the second row of a person. So does that of another file.
  const id = await importPeople(`name,email\n${row}\n${row}`);
  await importPeople(`name,email,products\n${row},Nenhum`);
  const { id: memberId } = await memberNamed(marker);
  await signIn(email, 'errada-demais');
  await school.visitor.post('/api/v1/password/forgot', { email });
  await world.platform.jobs.runAll();
  const { channels } = await communityWith(school);
  const mention = `<p>Oi <span data-mention="${memberId}">@x</span></p>`;
  const post = await publish(school.owner as never, channels[0]!, mention);
  await school.owner.post('/api/v1/data-requests', {
    member_id: memberId,
    kind: 'other',
    details: `Pedido de ${marker}`,
  });
  await school.transaction(({ db }) =>
    db.updateTable('mails').set({ state: 'sent', sent_at: new Date() }).execute(),
  );
  expect((await tablesWith(marker)).length).toBeGreaterThan(5);

  expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
  await world.platform.jobs.runAll();

  expect(await tablesWith(marker)).toEqual([]);
  expect((await school.owner.get(`/api/v1/posts/${post.id}`)).text).toContain('@membro removido');
});

test('undoing an import leaves an account that waits for its erasure to the erasure', async () => {
  const marker = `espera${process.pid}`;
  const id = await importPeople(`name,email\nZoé ${marker},${marker}@example.com`);
  const { id: memberId } = await memberNamed(marker);
  expect((await school.owner.post(`/api/v1/members/${memberId}/erasure`)).status).toBe(202);
  await school.owner.post(`/api/v1/imports/${id}/undo`, {});
  await world.platform.jobs.runAll();
  const { body } = await school.owner.get(`/api/v1/imports/${id}`);
  expect(body.data.undo).toMatchObject({ removed: 0, kept: 1 });

  await dba.query(`UPDATE mails SET created_at = created_at - interval '8 days'`);
  await runErasure(memberId);

  expect(await tablesWith(marker)).toEqual([]);
});

/** Gives the account another e-mail, which both addresses confirm. */
async function moveTo(email: string, person: Pick<SignedInMember, 'id' | 'email'>) {
  await school.owner.send('PUT', `/api/v1/members/${person.id}/email`, { email });
  for (const address of [person.email, email])
    await school.visitor.post('/api/v1/email/confirm', {
      token: tokenIn((await mailsTo(address)).at(-1)!.plain),
    });
}

test('removing a member leaves no mail to an address of before', async () => {
  const marker = `velho${process.pid}`;
  const rosa = await joinMember('Rosa Lima');
  const former = { ...rosa, email: `${marker}@example.com` };
  await moveTo(former.email, rosa);
  await school.visitor.post('/api/v1/password/forgot', { email: former.email });
  await world.platform.jobs.runAll();
  await moveTo(rosa.email, former);
  await school.transaction(({ db }) =>
    db.insertInto('email_bounces').values({ email: former.email, error: '550' }).execute(),
  );
  const all = await entriesOf((await download(await signIn(rosa.email))).bytes);
  expect(String(all.get('json/mails.json'))).toContain(former.email);
  // Later mails do not name it.
  await dba.query(`UPDATE mails SET html = '', plain = '' WHERE tenant_id = $1`, [school.id]);
  expect(await tablesWith(marker)).toEqual(
    expect.arrayContaining(['public.mails', 'public.email_bounces']),
  );
  await school.owner.send('DELETE', `/api/v1/members/${rosa.id}`);
  expect((await tablesWith(marker)).filter((name) => !name.endsWith('failed_tries'))).toEqual([]);
});

test('removing a member leaves no word of the e-mail that their texts had', async () => {
  const marker = `correio${process.pid}`;
  const email = `${marker}@example.com`;
  const created = await school.owner.post('/api/v1/members', { name: 'Rui Sá', email, password });
  const rui = { ...(await signIn(email)), id: created.body.data.id as number };
  const { channels } = await communityWith(school);
  await publish(rui as never, channels[0]!, `<p>Escrevam a ${email}</p>`);
  expect(await tablesWith(marker)).toContain('public.search_words');
  expect((await school.owner.send('DELETE', `/api/v1/members/${rui.id}`)).status).toBe(204);
  expect(await tablesWith(marker)).toEqual([]);
});

test('removing a member leaves no sent mail that names them, and what waits is sent', async () => {
  const marker = `assunto${process.pid}`;
  const rui = await joinMember(`Rui ${marker}`);
  const mail = { recipient: 'outra@example.com', html: '', plain: '' };
  const subjects = () =>
    school.transaction(({ db }) =>
      db.selectFrom('mails').select('subject').where('recipient', '=', mail.recipient).execute(),
    );
  await school.transaction(({ db }) =>
    db
      .insertInto('mails')
      .values([
        { ...mail, subject: `Rui ${marker} comentou`, state: 'sent', sent_at: new Date() },
        { ...mail, subject: `Rui ${marker} respondeu`, state: 'waiting' },
      ])
      .execute(),
  );
  expect((await school.owner.send('DELETE', `/api/v1/members/${rui.id}`)).status).toBe(204);
  expect(await subjects()).toEqual([{ subject: `Rui ${marker} respondeu` }]);
});

test('removing a member finds the name in the points of others', async () => {
  const marker = `razao${process.pid}`;
  const rui = await joinMember(`Rui ${marker}`);
  const other = await joinMember('Outra Pessoa');
  const { channels } = await communityWith(school);
  await school.owner.post('/api/auth/ranking/gamification/platform/create-parameters', {
    tenant_id: school.id,
    custom_name: 'XP',
    platform: {},
    community: { score_likes: 2 },
  });
  const post = await publish(rui as never, channels[0]!, `<p>Aqui é o Rui ${marker}, oi</p>`);
  const named = await publish(
    other as never,
    channels[0]!,
    `<p>Com <span data-mention="${rui.id}">@x</span></p>`,
  );
  for (const { id } of [post, named]) await other.send('PUT', `/api/v1/posts/${id}/like`);
  const ledger = async () =>
    (await other.get('/api/v1/me/score')).body.data.ledger.map(
      ({ thing }: { thing: { title: string } }) => thing.title,
    );
  expect(await ledger()).toContain(`Aqui é o Rui ${marker}, oi`);
  await school.owner.send('DELETE', `/api/v1/members/${rui.id}`);
  expect(await ledger()).toContain('Aqui é o membro removido, oi');
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
