import { messages } from '@vitrine/contract/imports';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestSchool } from '../../../test/harness.ts';
import { openImportWorld, readImport, send } from '../../../test/imports.ts';
import { makeJobsDue, runSql } from '../../../test/sql.ts';

const world = await openImportWorld();
let school: TestSchool;
let studio: number;
let night: number;
beforeEach(async () => {
  school = await world.school();
  studio = await school.product('Plano Estúdio');
  night = await school.product('Noite; e Dia');
});

const run = () => world.platform.jobs.runAll();
const sendPeople = (content: Uint8Array | string, person = school.owner) =>
  send('/api/v1/members/import', content, person, { name: 'alunos.csv' });

async function imported(content: Uint8Array | string) {
  const { status, body } = await sendPeople(content);
  expect(status).toBe(202);
  await run();
  const entry = await readImport(school.owner, body.data.id);
  expect(entry).toMatchObject({ kind: 'members', status: 'done' });
  return entry;
}

interface ListedMember {
  name: string;
  email: string;
  roles: string[];
  product_ids: number[];
}
const people = async (): Promise<ListedMember[]> =>
  (await school.owner.get('/api/v1/members?role=student')).body.data;
const invited = () =>
  school.transaction(async ({ db }) =>
    (await db.selectFrom('mails').select(['recipient', 'plain']).orderBy('id').execute()).map(
      ({ recipient, plain }) => ({ recipient, plain }),
    ),
  );

test('valid lines are imported with products and an invitation; invalid ones are reported', async () => {
  const entry = await imported(
    [
      'name,email,products',
      'Ágata Müller,agata@example.com,plano estudio',
      '"Souza, João",joao@example.com,',
      'Sem E-mail,,Plano Estúdio',
      ',sem.nome@example.com,',
      'Torto,torto@,',
      'Plano Errado,errado@example.com,Plano Estúdio|Plano Lua',
      '"Aspas,aspas@example.com,',
      'Ana "Nina" Reis,nina@example.com,Plano Estúdio',
      '',
      'Última,ultima@example.com',
    ].join('\r\n'),
  );
  expect(entry).toMatchObject({ done: 10, total: 10, filename: 'alunos.csv' });
  expect(entry.report).toEqual([
    { line: 4, item: 'Sem E-mail', message: common.invalidEmail },
    { line: 5, item: 'sem.nome@example.com', message: messages.noName },
    { line: 6, item: 'torto@', message: common.invalidEmail },
    { line: 7, item: 'errado@example.com', message: expect.stringContaining('“Plano Lua”') },
    { line: 8, item: '"Aspas,aspas@example.com,', message: messages.unreadableLine },
  ]);
  expect(await people()).toMatchObject([
    { name: 'Ágata Müller', roles: ['student'], product_ids: [studio] },
    { name: 'Ana "Nina" Reis', product_ids: [studio] },
    { name: 'Souza, João', product_ids: [] },
    { name: 'Última', email: 'ultima@example.com' },
  ]);
  const mails = await invited();
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    'agata@example.com',
    'joao@example.com',
    'nina@example.com',
    'ultima@example.com',
  ]);
  expect(mails[0]!.plain).toContain(`http://${school.host}/entrar/senha?token=`);
  expect(await world.objects(school)).toEqual([]);
});

test('an overlong line fails alone', async () => {
  const { report } = await imported(
    `name,email\n${'a'.repeat(30_000)},longa@example.com\nAna,ana@example.com${','.repeat(30_000)}\nRosa,rosa@example.com\n`,
  );
  expect(report.map(({ line, message }) => [line, message])).toEqual([
    [2, messages.unreadableLine],
    [3, messages.unreadableLine],
  ]);
  expect(await people()).toMatchObject([{ name: 'Rosa' }]);
});

test('an unreadable line that is cut at an emoji costs its own line only', async () => {
  const { report } = await imported(`name,email\n"${'x'.repeat(253)}🌅\nRosa,rosa@example.com\n`);
  expect(report).toMatchObject([{ line: 2, message: messages.unreadableLine }]);
  expect(await people()).toMatchObject([{ name: 'Rosa' }]);
});

test('an answer of many lines, as a form exports it, belongs to its person', async () => {
  const question = 'Conte de você.\n\nO que quer aprender?\n\n(opcional)\n';
  const answer = `Oi!\n\n${'Li ""Luz"", de ana@example.com.\n\n'.repeat(12)}Até lá`;
  for (const delimiter of [',', ';'])
    expect(
      await imported(
        [
          [`"${question}"`, 'name', 'email'].join(delimiter),
          [`"${answer}"`, 'João Ávila', 'j@example.com'].join(delimiter),
        ].join('\n'),
      ),
    ).toMatchObject({ report: [{ message: messages.unknownColumns }] });
  expect(await people()).toMatchObject([{ name: 'João Ávila', email: 'j@example.com' }]);
});

test('a quote that nothing closes costs its own line only', async () => {
  const { report } = await imported(
    `name,email\n"Aspas,aspas@example.com\n${Array.from({ length: 12 }, (_, at) => `P ${at},p${at}@example.com\n`).join('')}"Rosa",rosa@example.com\n"Fim,fim@example.com\nBia,bia@example.com`,
  );
  expect(report.map(({ line, message }) => [line, message])).toEqual([
    [2, messages.unreadableLine],
    [16, messages.unreadableLine],
  ]);
  expect(await people()).toHaveLength(14);
});

test('thousands of empty lines below the people are no people', async () => {
  await imported(`name;email\nAna;ana@example.com\n${';;;;\n'.repeat(30_000)}`);
  expect(await people()).toMatchObject([{ name: 'Ana' }]);
});

test('an existing member keeps everything and gets the products, without a mail', async () => {
  const marina = await school.join(['student'], [night]);
  const entry = await imported(
    `name;email;products\nOutro Nome;${marina.email.toUpperCase()};Plano Estúdio\n`,
  );
  expect(entry.report).toEqual([]);
  expect(await people()).toMatchObject([
    { name: 'Marina Teles', email: marina.email, product_ids: [studio, night] },
  ]);
  expect(await invited()).toEqual([]);
});

test('the same e-mail twice is one person with the products of both lines', async () => {
  await school.product('Plano Lua');
  const entry = await imported(
    'name,email,products\nAna,ana@example.com,Plano Estúdio\nAna B,ANA@example.com,Plano Lua\n',
  );
  expect(entry.report).toEqual([
    { line: 3, item: 'ANA@example.com', message: expect.stringContaining('linha 2') },
  ]);
  expect((await people()).map(({ product_ids }) => product_ids.length)).toEqual([2]);
  expect(await invited()).toHaveLength(1);
});

test.each([
  [
    'semicolons and Latin-1',
    Buffer.from('Nome;E-mail;Produtos\nJoão Ávila;j@example.com;Plano Estúdio', 'latin1'),
  ],
  ['UTF-8 with its mark', '\uFEFFname,email,products\nJoão Ávila,j@example.com,Plano Estúdio'],
  [
    'UTF-16',
    Buffer.from('\uFEFFname\temail\tproducts\nJoão Ávila\tj@example.com\tPlano Estúdio', 'utf16le'),
  ],
  ['no headings', 'João Ávila,j@example.com,Plano Estúdio\n'],
  ['another order of columns', 'email;products;name\nj@example.com;"Plano Estúdio";João Ávila'],
  ['a line break in quotes', 'name,email,products\n"João\nÁvila",j@example.com,Plano Estúdio'],
])('%s', async (_what, content) => {
  expect((await imported(content)).report).toEqual([]);
  expect(await people()).toMatchObject([
    { name: 'João Ávila', email: 'j@example.com', product_ids: [studio] },
  ]);
});

describe('the server refuses', () => {
  test.each([
    ['an xlsx', Buffer.from('504b03040a000000', 'hex'), 415, messages.notCsv],
    [
      'an old xls',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
      415,
      messages.notCsv,
    ],
    ['no e-mails', 'nome,telefone\nAna,123\n', 422, messages.noEmails],
    ['nothing', '\n\n', 422, messages.noLines],
    ['headings alone', 'name,email,products\n', 422, messages.noLines],
    [
      'too many lines',
      `name,email\n${'Ana,a@example.com\n'.repeat(20_001)}`,
      422,
      messages.tooManyLines,
    ],
  ])('%s', async (_what, content, status, message) => {
    expect(await sendPeople(content)).toMatchObject({ status, body: { message } });
    expect(await world.objects(school)).toEqual([]);
  });

  test('a file of more than 10 MB', async () => {
    expect((await sendPeople(Buffer.alloc(10 * 1_048_576 + 1, 'a'))).status).toBe(413);
  });

  test('an import by anybody but an admin', async () => {
    for (const role of ['student', 'instructor', 'moderator'])
      expect((await sendPeople('name,email\nA,a@b.co', await school.join([role]))).status).toBe(
        403,
      );
  });
});

test('an interrupted run continues: nobody twice, no mail twice', async () => {
  const lines = Array.from({ length: 250 }, (_, index) => `Pessoa ${index},p${index}@example.com,`);
  const { body } = await sendPeople(['name,email,products', ...lines].join('\n'));
  await runSql(
    world.databaseUrl,
    `ALTER TABLE members ADD CONSTRAINT trouble CHECK (name <> 'Pessoa 210') NOT VALID`,
  );
  await run();
  expect(await readImport(school.owner, body.data.id)).toMatchObject({
    status: 'queued',
    done: 200,
    total: 250,
  });
  await runSql(world.databaseUrl, 'ALTER TABLE members DROP CONSTRAINT trouble');
  await makeJobsDue(world.databaseUrl);
  await run();
  expect(await readImport(school.owner, body.data.id)).toMatchObject({ status: 'done', done: 250 });
  const mails = await invited();
  expect(mails).toHaveLength(250);
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(250);
});

test('the report of an interrupted import says what came of each line, whatever changed meanwhile', async () => {
  const lines = Array.from(
    { length: 250 },
    (_, nth) => `P ${nth},p${nth}@example.com,Plano Estúdio`,
  );
  lines[3] = 'Torto,torto@,';
  lines[240] = 'De novo,P9@example.com,';
  const { body } = await sendPeople(['name,email,products,cor', ...lines].join('\n'));
  await runSql(
    world.databaseUrl,
    `ALTER TABLE members ADD CONSTRAINT trouble CHECK (name <> 'P 210') NOT VALID`,
  );
  await run();
  const product = { title: 'Plano Ateliê' };
  expect((await school.owner.send('PATCH', `/api/v1/products/${studio}`, product)).status).toBe(
    200,
  );
  await runSql(world.databaseUrl, 'ALTER TABLE members DROP CONSTRAINT trouble');
  await makeJobsDue(world.databaseUrl);
  await run();
  const entry = await readImport(school.owner, body.data.id);
  expect(entry).toMatchObject({ status: 'done', counts: { created: 199, refused: 50 } });
  const [columns, torto, ...others] = entry.report;
  expect(columns).toMatchObject({ item: '“cor”', message: messages.unknownColumns });
  expect(torto).toMatchObject({ line: 5, message: common.invalidEmail });
  const again = others.find(({ line }) => line === 242);
  expect(again?.message).toContain('já estava na linha 11');
  const refused = others.filter((line) => line !== again);
  expect(refused.map(({ line }) => line)).toEqual(
    Array.from({ length: 50 }, (_, nth) => 202 + nth).filter((line) => line !== 242),
  );
  for (const { message } of refused) expect(message).toContain('“Plano Estúdio” não existe');
});

test('what the export of the people says, an import gives back', async () => {
  const titles = ['Luz', 'Som', 'Luz|Som', 'Noite; e "Dia"', '"Aspas" no começo', '=Prata', 'A  B'];
  titles.push('luz', 'LÚZ', 'Antigo');
  const ids = new Map<string, number>();
  for (const title of titles) ids.set(title, await school.product(title));
  const everybody = [
    { name: '=HYPERLINK("x")', email: '+eva@example.com', product_ids: [ids.get('Luz|Som')] },
    { name: "'=Ana", email: '-ana@example.com', product_ids: [ids.get('Luz'), ids.get('Som')] },
    { name: '@bia', email: 'bia@example.com', product_ids: [...ids.values()] },
    { name: "'Cida", email: 'cida@example.com', product_ids: [ids.get('"Aspas" no começo')] },
    { name: 'Davi', email: 'davi@example.com', product_ids: [ids.get('A  B')] },
    { name: 'Enzo', email: 'enzo@example.com', product_ids: [ids.get('luz'), ids.get('Antigo')] },
  ];
  const closed = { status: 'inactive' };
  await school.owner.send('PATCH', `/api/v1/products/${ids.get('Antigo')}`, closed);
  for (const person of everybody)
    expect((await school.owner.post('/api/v1/members', person)).status).toBe(201);
  const { text } = await school.owner.get('/api/v1/members/export?role=student');
  for (const { id } of (await school.owner.get('/api/v1/members?role=student')).body.data)
    await school.owner.send('DELETE', `/api/v1/members/${id}`);
  expect(await people()).toEqual([]);

  expect((await imported(text)).report).toEqual([]);
  const sorted = (list: unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();
  expect(
    sorted((await people()).map(({ name, email, product_ids }) => ({ name, email, product_ids }))),
  ).toEqual(sorted(everybody));
});

test('of products with one name an active product wins, then the older one, and one in another case is none', async () => {
  const [old, first, second] = [
    await school.product('Retrato'),
    await school.product('Retrato'),
    await school.product('Retrato'),
  ];
  const upper = await school.product('RETRATO');
  await school.owner.send('PATCH', `/api/v1/products/${old}`, { status: 'inactive' });
  await imported(
    'name,email,products\nAna,ana@example.com,Retrato\nBia,bia@example.com,RETRATO\nCida,cida@example.com,retrato',
  );
  expect((await people()).map(({ product_ids }) => product_ids)).toEqual([
    [first],
    [upper],
    [first],
  ]);
  expect(second).toBeGreaterThan(first!);
});

test('an import changes no product and no member of another school', async () => {
  const neighbour = await world.school();
  await sendPeople('name,email,products\nAna,ana@example.com,Plano Estúdio', neighbour.owner);
  await run();
  const [entry] = (await neighbour.owner.get('/api/v1/imports')).body.data;
  expect(entry).toMatchObject({ status: 'done', report_count: 1 });
  expect(await people()).toEqual([]);
});

test('the report speaks the language of whoever reads it', async () => {
  const { id } = await imported('name,email,products\nAna,ana@example.com,Lua');
  const { body } = await school.owner.send('GET', `/api/v1/imports/${id}`, undefined, {
    headers: { cookie: `${school.owner.cookie}; language=es` },
  });
  expect(body.data.report[0].message).toBe(
    'El producto “Lua” no existe. La persona no se importó.',
  );
});
