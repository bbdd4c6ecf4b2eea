import { DAY_MS } from '@vitrine/contract/durations';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { comment, communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { password, photoOf, privacyCalls } from '../../../test/privacy.ts';

// An erasure leaves other people alone, whose e-mail or name is similar.

const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
beforeEach(async () => {
  school = await world.school('Contraluz');
});

const { joinMember, signIn, mailsTo } = privacyCalls(world, () => school);

async function join(name: string, email: string) {
  const { body } = await school.owner.post('/api/v1/members', { name, email, password });
  return { id: body.data.id as number, email };
}

const remove = async ({ id }: { id: number }) =>
  expect((await school.owner.send('DELETE', `/api/v1/members/${id}`)).status).toBe(204);

const ana = (letters = '') => `${letters}ana@example.com`;

test.each([ana('mari'), ana('mari.'), ana('mari-'), `${ana()}.br`])(
  'a person whose e-mail ends with it, or begins so, keeps what waits for them: %s',
  async (email) => {
    const [removed, other] = [await join('Ana Prado', ana()), await join('Outra Pessoa', email)];
    for (const address of [removed.email, other.email]) {
      await signIn(address, 'errada-demais');
      await school.visitor.post('/api/v1/password/forgot', { email: address });
    }

    await remove(removed);

    await world.platform.jobs.runAll();
    expect(await mailsTo(other.email)).toHaveLength(1);
    expect(await mailsTo(removed.email)).toEqual([]);
    const tries = await school.transaction(({ db }) =>
      db.selectFrom('failed_tries').select('key').where('key', 'like', 'sign-in:%').execute(),
    );
    const keys = tries.map(({ key }) => key);
    expect(keys).toContain(`sign-in:account:${other.email}`);
    expect(keys).not.toContain(`sign-in:account:${removed.email}`);
  },
);

test('a text keeps the e-mail of somebody else, whose e-mail ends with it', async () => {
  const removed = await join('Ana Prado', ana());
  const { channels } = await communityWith(school);
  const post = await publish(
    (await signIn(removed.email)) as never,
    channels[0]!,
    `<p>${ana()}, ou ${ana('mari.')} e ${ana()}.</p>`,
  );

  await remove(removed);

  const { content } = (await school.owner.get(`/api/v1/posts/${post.id}`)).body.data;
  expect(content).toBe(`<p>membro removido, ou ${ana('mari.')} e membro removido.</p>`);
});

test('the mails of others stay whose words hold a short name', async () => {
  const removed = await join('Ana', 'ana.prado@example.com');
  const mail = {
    recipient: 'outra@example.com',
    state: 'sent',
    subject: 'Sua semana na escola',
    html: '<p>Ana Lima comentou</p>',
    plain: '',
    created_at: new Date(Date.now() - 8 * DAY_MS),
    sent_at: new Date(),
  };
  await school.transaction(({ db }) => db.insertInto('mails').values(mail).execute());

  await remove(removed);

  expect(await mailsTo(mail.recipient)).toHaveLength(1);
});

test('a mail of others goes that names the person as a whole, and stays with a longer word', async () => {
  const removed = await join('Rosa Lima', 'rosa.lima@example.com');
  const recipient = 'outra@example.com';
  const subjects = ['Rosa Lima respondeu a você', 'Tulipa-rosa limada'];
  for (const subject of subjects)
    await school.transaction(({ db }) =>
      db
        .insertInto('mails')
        .values({ recipient, subject, html: '', plain: '', state: 'sent', sent_at: new Date() })
        .execute(),
    );

  await remove(removed);

  expect((await mailsTo(recipient)).map(({ subject }) => subject)).toEqual([subjects[1]]);
});

test('a person of the same name keeps every row, and every word', async () => {
  const name = 'Rosa Lima';
  const product = await school.product('Anual');
  const removed = await joinMember(name, ['student'], [product]);
  const other = await joinMember(name, ['student'], [product]);
  const { channels } = await communityWith(school);
  const { lessons } = await courseWith(school, { products: [product] });
  for (const person of [removed, other]) {
    const post = await publish(person as never, channels[0]!, `<p>${name}</p>`);
    await comment(person as never, post.id, `<p>${name}</p>`);
    await person.post(`/api/v1/lessons/${lessons[0]}/comments`, { content: `<p>${name}</p>` });
    await person.post('/api/v1/me/data-requests', { kind: 'access', details: name });
    await photoOf(person);
    await school.visitor.post('/api/v1/password/forgot', { email: person.email });
  }
  await world.platform.jobs.runAll();
  const rowsBefore = await rowsOf(other.id);
  const used = ['data_requests', 'files', 'lesson_comments', 'mails', 'post_comments', 'posts'];
  expect(Object.keys(rowsBefore)).toEqual(expect.arrayContaining(used));

  await remove(removed);
  await world.platform.jobs.runAll();

  expect(await rowsOf(other.id)).toEqual(rowsBefore);
});

/** The rows of all tables that name a member, by table. */
const rowsOf = (member: number) =>
  school.transaction(async ({ db }) => {
    const tables = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'member_id' ORDER BY table_name`.execute(db);
    const rows: Record<string, unknown[]> = {};
    for (const { name } of tables.rows) {
      const found = await sql<{ row: unknown }>`
        SELECT to_jsonb(t) AS row FROM ${sql.table(name)} t
        WHERE member_id = ${member} ORDER BY to_jsonb(t)`.execute(db);
      if (found.rows.length) rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  });
