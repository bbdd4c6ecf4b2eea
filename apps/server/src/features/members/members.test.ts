import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimedPaths } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { scansOf } from '../../../test/plans.ts';
import { photoOf } from '../../../test/privacy.ts';
import { ownerLink } from '../tenants/tenants.store.ts';
import { listMembers, memberPage } from './members.store.ts';

// Own statistics: a plan depends on them.
const world = await openWorld({}, await ownDatabase());
const members = '/api/v1/members';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const add = (email: string, atSchool = school) =>
  atSchool.owner.post(members, { name: 'Ana Lima', email });

test('who waits for erasure is neither changed, invited, given an e-mail or a link nor removed', async () => {
  const { id } = await school.join();
  expect((await school.owner.post(`/api/v1/members/${id}/erasure`)).status).toBe(202);
  const at = `/api/v1/members/${id}`;
  for (const answer of [
    await school.owner.send('PATCH', at, { name: 'Outro Nome' }),
    await school.owner.post(`${at}/invitation`),
    await school.owner.post(`${at}/access-link`),
    await school.owner.send('PUT', `${at}/email`, { email: 'outra@example.com' }),
    await school.owner.post(`${at}/email/retry`),
    await school.owner.send('DELETE', at),
  ])
    expect(answer.status).toBe(404);
});

test('an e-mail is one person of a school, however it is written', async () => {
  expect((await add('ana@example.com')).status).toBe(201);
  const { status, body } = await add('ANA@example.com');
  expect(status).toBe(409);
  expect(body).toEqual({
    message: 'Já existe uma pessoa com este e-mail na escola.',
    code: 'email_taken',
    errors: { email: ['Já existe uma pessoa com este e-mail na escola.'] },
  });
  expect((await add('ana@example.com', await world.school())).status).toBe(201);
});

describe('an e-mail', () => {
  const owned = '/api/v1/session/owner';
  /** Every call that takes the e-mail of an account. */
  const statusesOf = async (email: string) => {
    const link = await ownerLink(world.platform.database, school.id, school.owner.id);
    const token = link.split('token=')[1];
    const { id } = await school.join();
    const answers = [
      await add(email),
      await school.owner.send('PUT', `${members}/${id}/email`, { email }),
      await (await school.join()).send('PUT', '/api/v1/session/email', { email }),
      await school.visitor.post(owned, { token, email, password: 'luz-e-sombra-42' }),
    ];
    return answers.map(({ status }) => status);
  };

  test.each([
    ['a name in brackets', '<ana@example.com>'],
    ['the end of a bracket', 'ana@example.com>'],
    // A mail program reads two addresses, and delivers to the second one.
    ['a list', 'x,ana@example.com'],
    ['a list with a semicolon', 'x;ana@example.com'],
    ['a comment', '(x)ana@example.com'],
    ['a group', 'x:ana@example.com'],
    ['a quote', '"ana"@example.com'],
    ['a letter that nobody sees', 'ana\u200B@example.com'],
    ['a letter that turns the text around', 'ana\u202E@example.com'],
    ['a domain without a dot', 'ana@example'],
    ['an empty part of the domain', 'ana@example..com'],
    ['a dot at the end', 'ana@example.com.'],
    ['a number for a domain', 'ana@127.0.0.1'],
    ['a comma in the domain', 'ana@example,com'],
    ['65 letters before the @', `${'a'.repeat(65)}@example.com`],
  ])('that is %s is refused at every door', async (_what, email) => {
    expect(await statusesOf(email)).toEqual([422, 422, 422, 422]);
  });

  test.each(['ana.lima+escola@example.com', "o'neil@sub.example.com", 'joão@são-josé.example'])(
    'as people have them is accepted: %s',
    async (email) => {
      expect((await add(email)).status).toBe(201);
    },
  );
});

test('a role is given once, however often it is sent', async () => {
  const sent = { name: 'Ana', email: 'ana@example.com', roles: ['moderator', 'moderator'] };
  const { body } = await school.owner.post(members, sent);
  expect(body.data.roles).toEqual(['moderator']);
  const roles = ['instructor', 'student', 'instructor'];
  const changed = await change(school.owner, body.data.id, { roles });
  expect(changed.body.data.roles).toEqual(['instructor', 'student']);
});

test('a name holds 120 characters, as its owner may write it in the profile', async () => {
  const named = (name: string) =>
    school.owner.post(members, { name, email: 'ana@example.com', password: 'luz-e-sombra-42' });
  const tooLong = { status: 422, body: { message: 'O nome deve ter no máximo 120 caracteres.' } };
  expect(await named('é'.repeat(121))).toMatchObject(tooLong);
  const { status, body } = await named('é'.repeat(120));
  expect(status).toBe(201);
  expect(await change(school.owner, body.data.id, { name: 'é'.repeat(121) })).toMatchObject(
    tooLong,
  );
});

test('only one of eight concurrent requests adds them', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => add('ana@example.com')));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 7 });
});

const change = (person: Person, id: number, body: object) =>
  person.send('PATCH', `${members}/${id}`, body);
const remove = (person: Person, id: number) => person.send('DELETE', `${members}/${id}`);

test('who is removed takes nobody along', async () => {
  const [first, second, third] = [await school.join(), await school.join(), await school.join()];
  expect((await remove(school.owner, second.id)).status).toBe(204);
  const { data } = (await school.owner.get(members)).body;
  expect(new Set(data.map(({ id }: { id: number }) => id))).toEqual(
    new Set([school.owner.id, first.id, third.id]),
  );
});

test('the photo of somebody who is removed is used no longer, and no other photo', async () => {
  const [removed, other] = [await school.join(), await school.join()];
  const [photo, otherPhoto] = [await photoOf(removed), await photoOf(other)];
  expect(await claimedPaths(world, school)).toEqual(new Set([photo, otherPhoto]));
  await remove(school.owner, removed.id);
  expect(await claimedPaths(world, school)).toEqual(new Set([otherPhoto]));
});

describe('owners', () => {
  const owners = async (target: TestSchool) => {
    const rows = await world.platform.database.transaction(target.id, ({ db }) =>
      db.selectFrom('members').select(['id', 'roles']).execute(),
    );
    return rows.filter(({ roles }) => roles.includes('owner')).map(({ id }) => id);
  };

  test('are created, changed and removed by owners only', async () => {
    const admin = await school.join(['admin']);
    const student = await school.join();
    const email = 'dona@example.com';
    const tried = [
      await admin.post(members, { name: 'Nova Dona', email, roles: ['owner'] }),
      await change(admin, student.id, { roles: ['student', 'owner'] }),
      await change(admin, school.owner.id, { roles: ['admin'] }),
      await remove(admin, school.owner.id),
    ];
    expect(statuses(tried)).toEqual({ 403: 4 });
    expect(tried[0]!.body.code).toBe('owners_only');
    expect(await owners(school)).toEqual([school.owner.id]);

    expect((await change(admin, school.owner.id, { name: 'Olívia' })).status).toBe(200);
    expect((await change(admin, student.id, { roles: ['moderator'] })).status).toBe(200);
    expect((await change(school.owner, student.id, { roles: ['owner'] })).status).toBe(200);
    expect(new Set(await owners(school))).toEqual(new Set([school.owner.id, student.id]));
  });

  test('always exist: the last one can neither leave nor change role', async () => {
    const answers = [
      await change(school.owner, school.owner.id, { roles: ['admin'] }),
      await remove(school.owner, school.owner.id),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'last_owner'],
      [409, 'last_owner'],
    ]);
    expect(await owners(school)).toEqual([school.owner.id]);
  });

  test('always exist, even if two remove each other’s role at once', async () => {
    const schools = await Promise.all(Array.from({ length: 8 }, () => world.school()));
    await Promise.all(
      schools.map(async (one) => {
        const other = await one.join(['owner']);
        await Promise.all([
          change(one.owner, other.id, { roles: ['admin'] }),
          change(other, one.owner.id, { roles: ['admin'] }),
        ]);
      }),
    );
    expect(await Promise.all(schools.map(async (one) => (await owners(one)).length))).toEqual(
      schools.map(() => 1),
    );
  });
});

describe('the products of a person', () => {
  test('are exactly those that were chosen last, and nobody else’s change', async () => {
    const [one, two, three] = [
      await school.product('Um'),
      await school.product('Dois'),
      await school.product('Três'),
    ];
    const { id } = await school.join(['student'], [one, two]);
    const other = await school.join(['student'], [one]);
    // One that is named twice is one.
    const { body } = await change(school.owner, id, { product_ids: [three, two, three] });
    expect(body.data).toMatchObject({ id, product_ids: [two, three] });
    const listed: { id: number; product_ids: number[] }[] = (
      await school.owner.get(`${members}?role=student`)
    ).body.data;
    expect(new Map(listed.map((one) => [one.id, one.product_ids]))).toEqual(
      new Map([
        [id, [two, three]],
        [other.id, [one]],
      ]),
    );
  });

  test('stay as they were where one of the chosen is unknown, or of another school', async () => {
    const one = await school.product('Um');
    const { id } = await school.join(['student'], [one]);
    const neighbourProduct = await (await world.school()).product('Deles');
    for (const unknown of [999_999, neighbourProduct]) {
      const { status } = await change(school.owner, id, { product_ids: [unknown] });
      expect(status).toBe(404);
    }
    const { body } = await school.owner.get(`${members}?role=student`);
    expect(body.data).toMatchObject([{ id, product_ids: [one] }]);
  });
});

describe('the list', () => {
  const insert = (names: string[]) =>
    school.transaction(({ db }) =>
      db
        .insertInto('members')
        .values(
          names.map((name, index) => ({
            name,
            email: `p${index}@example.com`,
            roles: ['student'],
          })),
        )
        .execute(),
    );

  test('has a cursor only if there is a next page', async () => {
    await insert(Array.from({ length: 20 }, (_, index) => `Aluno ${index}`));
    const students = `${members}?role=student`;
    const full = (await school.owner.get(students)).body;
    expect([full.data.length, full.next_page_url]).toEqual([20, null]);

    await school.join();
    const first = (await school.owner.get(students)).body;
    expect([first.data.length, first.next_page_url]).toEqual([20, `${students}&page=2`]);
    const second = (await school.owner.get(first.next_page_url)).body;
    expect([second.data.length, second.next_page_url]).toEqual([1, null]);
  });

  test('is searched for literal characters, without case or accents', async () => {
    await insert(['Ângela 100% Luz', 'Bento_Lemos', 'Caio']);
    const namesFor = async (search: string) =>
      (await school.owner.get(`${members}?search=${encodeURIComponent(search)}`)).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await namesFor('%')).toEqual(['Ângela 100% Luz']);
    expect(await namesFor('_')).toEqual(['Bento_Lemos']);
    expect(await namesFor('angela')).toEqual(['Ângela 100% Luz']);
    expect(await namesFor('\\')).toEqual([]);
    expect(await namesFor('P1@EXAMPLE')).toEqual(['Bento_Lemos']);
  });

  test('is searched whatever the number of spaces, in the search and in the name', async () => {
    const created = await school.owner.post(members, {
      name: ' Ana\u00A0  Lia   Souza ',
      email: 'lia@example.com',
    });
    expect(created.body.data.name).toBe('Ana Lia Souza');
    for (const search of ['ana  lia', ' lia   souza ', 'lia\u00A0souza', 'ana\tlia'])
      expect(
        (await school.owner.get(`${members}?search=${encodeURIComponent(search)}`)).body.data,
        search,
      ).toMatchObject([{ name: 'Ana Lia Souza' }]);
  });

  test('is in the order of the alphabet, wherever an accent stands', async () => {
    await insert(['Bento', 'Caio', 'Águeda', 'Zilá', 'Érica']);
    const { body } = await school.owner.get(`${members}?role=student`);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Águeda',
      'Bento',
      'Caio',
      'Érica',
      'Zilá',
    ]);
  });

  test('shows people of one name in the order in which they came, page by page', async () => {
    await insert(Array.from({ length: 23 }, () => 'Ana'));
    const ids = [];
    for (const page of [1, 2]) {
      const { body } = await school.owner.get(`${members}?role=student&page=${page}`);
      ids.push(...body.data.map(({ id }: { id: number }) => id));
    }
    expect(ids).toHaveLength(23);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('is searched by names that the index holds, and reads the members of one page', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO members (name, email)
        SELECT 'Aluna ' || n, 'aluna' || n || '@example.com' FROM generate_series(1, 300) n`.execute(
        db,
      ),
    );
    const scansFor = (role: 'student' | 'owner', search: string) =>
      school.transaction(async (tx) => {
        const options = { search, role, page: 1 };
        expect(await listMembers(tx, options)).toHaveLength(1);
        const { sql: text, parameters } = memberPage(options).compile(tx.db);
        const query = { text, bind: () => [...parameters] };
        return (await scansOf(world.databaseUrl, tx, 'members', query)).toSorted();
      });
    expect(await scansFor('student', 'aluna 299')).toEqual([
      'Index Only Scan members_found',
      'Index Scan members_pkey',
    ]);
    // Staff are few: their own index finds them.
    expect(await scansFor('owner', '@')).toEqual([
      'Index Scan members_pkey',
      'Index Scan members_staff',
    ]);
  });
});

describe('the export', () => {
  const exported = async (query = '', person = school.owner) => {
    const answer = await person.get(`${members}/export${query}`);
    expect(answer.status).toBe(200);
    return answer;
  };
  const linesOf = (text: string) => text.split('\r\n').slice(1, -1);

  test('opens in a spreadsheet and can be imported, without formulas in both', async () => {
    const [one, two] = [await school.product('Plano; "Ouro"'), await school.product('=Prata')];
    await school.owner.post(members, {
      name: '=HYPERLINK("http://x","y")',
      email: '+eva@example.com',
      product_ids: [one, two],
    });
    const { text, headers } = await exported('?search=eva');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="pessoas.csv"',
    });
    expect(text).toMatch(
      /^\uFEFF"name";"email";"products";"roles";"created_at";"last_seen_at"\r\n/,
    );
    expect(linesOf(text)).toEqual([
      expect.stringMatching(
        /^"'=HYPERLINK\(""http:\/\/x"",""y""\)";"'\+eva@example\.com";"""Plano; """"Ouro""""""\|=Prata";"student";"20[\d-]+T[\d:.]+Z";$/,
      ),
    ]);
  });

  test('has everybody, once, whom the filters find, and nobody of another school', async () => {
    const product = await school.product();
    await school.transaction(({ db }) =>
      db
        .insertInto('members')
        .values(
          Array.from({ length: 1_200 }, (_, n) => ({
            name: `Pessoa ${n}`,
            email: `p${n}@example.com`,
            roles: ['student'],
          })),
        )
        .execute(),
    );
    const buyer = await school.join(['student'], [product]);
    await (await world.school()).join();
    const emails = linesOf((await exported()).text).map((line) => line.split(';')[1]);
    expect(emails).toHaveLength(1_202);
    expect(new Set(emails).size).toBe(1_202);
    expect(linesOf((await exported(`?product_id=${product}`)).text)).toEqual([
      expect.stringContaining(buyer.email),
    ]);
    expect(linesOf((await exported('?role=owner')).text)).toHaveLength(1);
    expect(linesOf((await exported('?search=Pessoa%201199')).text)).toHaveLength(1);
  });

  test('is for admins, and leaves an audit row', async () => {
    for (const person of [await school.join(), await school.join(['moderator'])])
      expect((await person.get(`${members}/export`)).status).toBe(403);
    await exported('', await school.join(['admin']));
    expect(await school.auditEntries('members.export')).toHaveLength(1);
  });
});
