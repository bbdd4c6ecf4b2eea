import { messages, type MembersChoices, type MembersPreview } from '@vitrine/contract/imports';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestSchool } from '../../../test/harness.ts';
import {
  cartridgeOf,
  openImportWorld,
  readImport,
  sendCourse,
  zip,
} from '../../../test/imports.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { makeJobsDue, runSql } from '../../../test/sql.ts';
import { enqueue } from '../../platform/jobs.ts';

const world = await openImportWorld();
let school: TestSchool;
let studio: number;
beforeEach(async () => {
  school = await world.school();
  studio = await school.product('Plano Estúdio');
});

type Choices = Partial<MembersChoices>;

function sendTo(path: string, content: Uint8Array | string, choices?: Choices) {
  const form = new FormData();
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'alunos.csv');
  if (choices) form.set('choices', JSON.stringify(choices));
  return school.owner.send('POST', path, form);
}
async function preview(content: Uint8Array | string, choices?: Choices): Promise<MembersPreview> {
  const { status, body } = await sendTo('/api/v1/members/import/preview', content, choices);
  expect(status).toBe(200);
  return body.data;
}
async function imported(content: Uint8Array | string, choices?: Choices) {
  const { status, body } = await sendTo('/api/v1/members/import', content, choices);
  expect(status).toBe(202);
  await world.platform.jobs.runAll();
  return readImport(school.owner, body.data.id);
}
const people = async (): Promise<{ name: string; email: string; product_ids: number[] }[]> =>
  (await school.owner.get('/api/v1/members?role=student')).body.data;
const invited = () =>
  school.transaction(
    async ({ db }) => (await db.selectFrom('mails').select('recipient').execute()).length,
  );
/** Undoes an import, and returns what came of it. */
async function undone(id: number) {
  expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
  await world.platform.jobs.runAll();
  return (await readImport(school.owner, id)).undo;
}
const later = async () => {
  await makeJobsDue(world.databaseUrl);
  await world.platform.jobs.runAll();
};

describe('columns are found', () => {
  test.each([
    ['Moodle', 'username,firstname,lastname,email\nana,Ana,Reis,ana@a.co', 'Ana Reis'],
    [
      'Canvas',
      'user_id,login_id,first_name,last_name,email,status\n1,ana,Ana,Reis,ana@a.co,active',
      'Ana Reis',
    ],
    [
      'a sales export with titles above',
      'Relatório de vendas\n\nNome do Produto;Nome do Comprador;CPF;E-mail do Comprador;Telefone;Nome do Afiliado;E-mail do Afiliado\nPlano Estúdio;Ana Reis;1;ana@a.co;11;Zé;ze@a.co',
      'Ana Reis',
    ],
    [
      'a sales export with slashes',
      'Cliente / Nome,Cliente / E-mail\nAna Reis,ana@a.co',
      'Ana Reis',
    ],
    ['a line that tells the separator', 'sep=;\nNome;E-mail\nAna Reis;ana@a.co', 'Ana Reis'],
    ['tabs', 'Nome\tE-mail\nAna Reis\tana@a.co', 'Ana Reis'],
    ['bars', 'Cliente|Email\nAna Reis|ana@a.co', 'Ana Reis'],
    ['no headings, the e-mail first', 'ana@a.co;Ana Reis', 'Ana Reis'],
  ])('%s', async (_, content, name) => {
    expect((await preview(content)).counts).toEqual({
      created: 1,
      changed: 0,
      unchanged: 0,
      refused: 0,
    });
    await imported(content);
    expect(await people()).toMatchObject([{ name, email: 'ana@a.co' }]);
  });

  test('in an XLSX with shared, inline and computed texts, on its first visible sheet', async () => {
    const file = zip({
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="x" state="hidden" r:id="a"/><sheet name="y" r:id="b"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/></Relationships>',
      'xl/sharedStrings.xml':
        '<sst><si><t>Nome</t></si><si><r><t>E-</t></r><r><t>mail</t></r></si><si><t>Ana Reis</t></si></sst>',
      'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
      'xl/worksheets/sheet2.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
        '<row r="3"><c r="A3" t="s"><v>2</v></c><c r="C3" t="str"><f>A</f><v>ana@a.co</v></c></row>' +
        '<row r="4"><c r="A4" t="inlineStr"><is><t>Bia</t></is></c><c r="C4" t="inlineStr"><is><t>bia@</t></is></c></row></sheetData></worksheet>',
    });
    const { counts, headings } = await preview(file);
    expect(headings).toEqual(['Nome', '', 'E-mail']);
    expect(counts).toMatchObject({ created: 1, refused: 1 });
    const { report } = await imported(file);
    expect(report).toMatchObject([{ line: 4, item: 'bia@' }]);
    expect(await people()).toMatchObject([{ name: 'Ana Reis', email: 'ana@a.co' }]);
  });

  test.each([
    ['no spreadsheet in it', zip({ 'a.txt': 'a' })],
    [
      'entities of its own',
      zip({
        'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>',
        'xl/_rels/workbook.xml.rels': '<a/>',
      }),
    ],
    ['a bomb', zip({ 'xl/workbook.xml': Buffer.alloc(3_000_000, ' ') })],
  ])('an XLSX with %s is refused', async (_, file) => {
    expect((await sendTo('/api/v1/members/import/preview', file)).status).toBe(415);
  });
});

test('a long cell is cut at a whole character, in the preview and in the result', async () => {
  const name = `${'a'.repeat(99)}📷b`;
  const email = `${'b'.repeat(254)}📷b`;
  const file = `name,email\n${name},${email}`;
  expect((await preview(file)).sample[0]![0]).toBe(`${'a'.repeat(99)}…`);
  const { id } = await imported(file);
  const { text } = await school.owner.get(`/api/v1/imports/${id}/result`);
  expect(text).toContain(`${'b'.repeat(254)}…`);
});

test('a preview shows the result, and writes nothing', async () => {
  const rosa = await school.join(['student'], []);
  const bia = await school.join(['student'], [studio]);
  const { counts, report, sample } = await preview(
    `name,email,products\nAna,ana@a.co,Plano Estúdio\nRosa,${rosa.email},Plano Estúdio\nBia,${bia.email},Plano Estúdio\nTorta,torta@,\nAna,ANA@a.co,`,
  );
  expect(counts).toEqual({ created: 1, changed: 1, unchanged: 2, refused: 1 });
  expect(report.map(({ line }) => line)).toEqual([5, 6]);
  expect(sample[0]).toEqual(['Ana', 'ana@a.co', 'Plano Estúdio']);
  expect(await people()).toHaveLength(2);
  expect((await school.owner.get('/api/v1/imports')).body.data).toEqual([]);
});

test('a column that was not understood is named, before and after', async () => {
  const content = 'nome,email,cor preferida,telefone\nAna,ana@a.co,azul,11';
  expect((await preview(content)).unknown).toEqual(['cor preferida']);
  const { report } = await imported(content);
  expect(report).toMatchObject([
    { item: '“telefone”', message: messages.unkeptColumns },
    { item: '“cor preferida”', message: messages.unknownColumns },
  ]);
});

test('unknown columns are chosen by hand, and remembered', async () => {
  const content = 'quem,onde\nAna,ana@a.co\nBia,bia@a.co';
  const odd = content.replace('@a.co', '').replace('@a.co', '');
  expect((await preview(odd)).columns.email).toBeNull();
  expect((await sendTo('/api/v1/members/import', odd)).body.message).toBe(messages.noEmails);

  const columns = {
    ...(await preview(content)).columns,
    name: 0,
    email: 1,
    product: null,
  };
  await imported('quem;onde\nAna;ana@a.co', { columns });
  expect(await people()).toMatchObject([{ name: 'Ana' }]);
  const again = await preview('quem,onde\nBia,bia@a.co');
  expect(again).toMatchObject({ remembered: true, columns: { name: 0, email: 1 } });
  const other = await preview('e-mail,nome\nbia@a.co,Bia');
  expect(other).toMatchObject({ remembered: false, columns: { name: 1, email: 0 } });
});

test('columns that are chosen again are remembered as they were chosen last', async () => {
  const content = 'quem,nome todo,onde\nAna,Ana Reis,ana@a.co';
  const { columns } = await preview(content);
  for (const name of [0, 1]) {
    await imported(content, { columns: { ...columns, name, email: 2, product: null } });
    expect(await preview(content)).toMatchObject({ remembered: true, columns: { name, email: 2 } });
  }
});

test('products are matched by hand once, and found the next time', async () => {
  const content = 'name,email,products\nAna,ana@a.co,Curso Antigo\nBia,bia@a.co,Brinde';
  const { products, counts } = await preview(content);
  expect(products).toEqual([
    { title: 'Curso Antigo', rows: 1, matched: false, product_id: null },
    { title: 'Brinde', rows: 1, matched: false, product_id: null },
  ]);
  expect(counts.refused).toBe(2);
  const chosen = {
    products: [
      { title: 'Curso Antigo', product_id: studio },
      { title: 'Brinde', product_id: null },
    ],
  };
  expect((await preview(content, chosen)).counts).toMatchObject({ created: 2, refused: 0 });
  await imported(content, chosen);
  expect(await people()).toMatchObject([
    { name: 'Ana', product_ids: [studio] },
    { name: 'Bia', product_ids: [] },
  ]);
  await imported('name,email,products\nCida,cida@a.co,curso antigo');
  expect((await people())[2]).toMatchObject({ name: 'Cida', product_ids: [studio] });
});

test('a match by hand wins over the product of that title, in the preview and in the import', async () => {
  const noite = await school.product('Noite');
  const content = 'name,email,products\nAna,ana@a.co,Plano Estúdio\nBia,bia@a.co,Noite';
  const chosen = {
    products: [
      { title: 'Plano Estúdio', product_id: noite },
      { title: 'Noite', product_id: null },
    ],
  };
  const matched = [
    { title: 'Plano Estúdio', rows: 1, matched: true, product_id: noite },
    { title: 'Noite', rows: 1, matched: true, product_id: null },
  ];
  expect((await preview(content, chosen)).products).toEqual(matched);
  await imported(content, chosen);
  expect(await people()).toMatchObject([
    { name: 'Ana', product_ids: [noite] },
    { name: 'Bia', product_ids: [] },
  ]);
  expect((await preview(content)).products).toEqual(matched);
});

test.each([
  ['{'],
  [JSON.stringify({ invite: 'sempre' })],
  [JSON.stringify({ per_day: 0 })],
  [JSON.stringify({ columns: { email: 1 } })],
])('invalid choices are refused: %s', async (choices) => {
  const form = new FormData();
  form.set('file', new Blob(['name,email\nA,a@b.co']), 'a.csv');
  form.set('choices', choices);
  for (const path of ['/api/v1/members/import', '/api/v1/members/import/preview'])
    expect((await school.owner.send('POST', path, form)).body.message).toBe(messages.wrongChoices);
});

test('a product that is matched by hand again is found as it was matched last', async () => {
  const content = 'name,email,products\nAna,ana@a.co,Curso Antigo';
  for (const product_id of [studio, await school.product('Noite')]) {
    await imported(content, { products: [{ title: 'Curso Antigo', product_id }] });
    expect((await preview(content)).products).toMatchObject([
      { title: 'Curso Antigo', product_id },
    ]);
  }
});

test('a product of the neighbour cannot be chosen', async () => {
  const neighbourProduct = await (await world.school()).product('Deles');
  const { status } = await sendTo('/api/v1/members/import', 'name,email,products\nA,a@b.co,X', {
    products: [{ title: 'X', product_id: neighbourProduct }],
  });
  expect(status).toBe(404);
});

describe('invitations', () => {
  const content = `name,email\n${Array.from({ length: 5 }, (_, index) => `P ${index},p${index}@a.co`).join('\n')}`;

  test('none at first, then all together', async () => {
    const { id, uninvited } = await imported(content, { invite: 'none' });
    expect(uninvited).toBe(5);
    expect(await invited()).toBe(0);
    const { body } = await school.owner.post(`/api/v1/imports/${id}/invite`, {});
    expect(body).toMatchObject({ message: 'Convites a caminho: 5.', data: { invited: 5 } });
    await world.platform.jobs.runAll();
    expect(await invited()).toBe(5);
    expect((await readImport(school.owner, id)).uninvited).toBe(0);
  });

  test('of each import by its own choice, and to its own people', async () => {
    const one = (invite: MembersChoices['invite'], ...names: string[]) =>
      imported(['name,email', ...names.map((name) => `${name},${name}@a.co`)].join('\n'), {
        invite,
      });
    const sent = async () =>
      school.transaction(async ({ db }) =>
        (await db.selectFrom('mails').select('recipient').orderBy('recipient').execute()).map(
          ({ recipient }) => recipient,
        ),
      );
    const ana = await one('none', 'ana');
    await one('now', 'bia');
    const cida = await one('none', 'ana', 'cida');
    await one('now', 'davi');
    expect(await sent()).toEqual(['bia@a.co', 'davi@a.co']);
    const { body } = await school.owner.post(`/api/v1/imports/${cida.id}/invite`, {});
    expect(body.data).toEqual({ invited: 1 });
    await world.platform.jobs.runAll();
    expect(await sent()).toEqual(['bia@a.co', 'cida@a.co', 'davi@a.co']);
    expect((await readImport(school.owner, ana.id)).uninvited).toBe(1);
    expect((await readImport(school.owner, cida.id)).uninvited).toBe(0);
  });

  test('in the language of who imported', async () => {
    await school.owner.send('PATCH', '/api/v1/me', { language: 'es' });
    await imported(content, { invite: 'now' });
    const subjects = await school.transaction(({ db }) =>
      db
        .selectFrom('mails')
        .select('subject')
        .distinct()
        .where('kind', '=', 'invitation')
        .execute(),
    );
    expect(subjects).toEqual([{ subject: expect.stringMatching(/^Tu acceso a /) }]);
  });

  test('everybody once, when two admins ask at the same moment', async () => {
    const { id } = await imported(content, { invite: 'none' });
    const running = await school.transaction(async (tx) => {
      await sql`SELECT FROM import_rows WHERE import_id = ${id} FOR UPDATE`.execute(tx.db);
      const jobs: Promise<void>[] = [];
      // The second admin asks while the first one's invitations are being written.
      for (const count of [1, 2]) {
        await school.owner.post(`/api/v1/imports/${id}/invite`, {});
        jobs.push(world.platform.jobs.runAll());
        await expectWaiting(tx, count);
      }
      return jobs;
    });
    await Promise.all(running);
    expect(await invited()).toBe(5);
  });

  test('nobody whose data is about to be erased, or who has signed in since', async () => {
    const { id } = await imported(content, { invite: 'none' });
    await runSql(
      world.databaseUrl,
      `UPDATE members SET last_seen_at = now() WHERE email = 'p1@a.co'`,
    );
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('email', '=', 'p0@a.co')
        .execute(),
    );
    expect((await readImport(school.owner, id)).uninvited).toBe(3);
    const { body } = await school.owner.post(`/api/v1/imports/${id}/invite`, {});
    expect(body).toMatchObject({ message: 'Convites a caminho: 3.', data: { invited: 3 } });
    await world.platform.jobs.runAll();
    expect(await invited()).toBe(3);
  });

  test('only those whom the import added', async () => {
    const rosa = { name: 'Rosa', email: 'rosa@a.co' };
    expect((await school.owner.post('/api/v1/members', rosa)).status).toBe(201);
    await world.platform.jobs.runAll();
    const before = await invited();
    const { id, uninvited } = await imported(
      'name,email,products\nRosa,rosa@a.co,Plano Estúdio\nAna,ana@a.co,',
      { invite: 'none' },
    );
    expect(uninvited).toBe(1);
    const { body } = await school.owner.post(`/api/v1/imports/${id}/invite`, {});
    expect(body.data).toEqual({ invited: 1 });
    await world.platform.jobs.runAll();
    expect((await invited()) - before).toBe(1);
  });

  test('some each day, until all are sent', async () => {
    await imported(content, { invite: 'gradual', per_day: 2 });
    expect(await invited()).toBe(2);
    await later();
    expect(await invited()).toBe(4);
    await later();
    expect(await invited()).toBe(5);
    await later();
    expect(await invited()).toBe(5);
  });

  test('reach everybody, also when they take longer than results are kept', async () => {
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    await runSql(world.databaseUrl, `UPDATE imports SET created_at = now() - interval '31 days'`);
    await imported('name,email\nBia,bia@b.co', { invite: 'none' });
    // The results of those who have their invitation go.
    expect((await readImport(school.owner, id)).counts).toMatchObject({ created: 3 });
    for (let day = 0; day < 3; day += 1) await later();
    expect(await invited()).toBe(5);
  });

  test('run once a day, even if requested several times', async () => {
    const chains = async () =>
      (await world.platform.jobs.counts())
        .filter((job) => job.task === 'invite-imported' && job.state !== 'failed')
        .reduce((sum, { jobs }) => sum + jobs, 0);
    const before = await chains();
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    await Promise.all([1, 2, 3].map(() => school.owner.post(`/api/v1/imports/${id}/invite`, {})));
    expect((await chains()) - before).toBe(1);
    await world.platform.jobs.runAll();
    expect(await invited()).toBe(5);
    expect(await chains()).toBe(before);
  });

  test('stop when the import is undone', async () => {
    const others = content.replaceAll('@', '-b@');
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    const other = await imported(others, { invite: 'gradual', per_day: 1 });
    expect(await invited()).toBe(2 + 1);
    await undone(id);
    // Those that wait to be sent are gone, too: they would lead to no account.
    expect(await invited()).toBe(1);
    await later();
    expect(await invited()).toBe(2);
    expect((await school.owner.post(`/api/v1/imports/${id}/invite`, {})).status).toBe(409);
    expect((await school.owner.post(`/api/v1/imports/${other.id}/invite`, {})).status).toBe(200);
  });

  test('stop when the import is undone, also for an account that stays', async () => {
    const { id } = await imported(content, { invite: 'gradual', per_day: 2 });
    const { id: last } = (await school.owner.get('/api/v1/members?search=p4')).body.data[0];
    const product_ids = [await school.product('Noite')];
    await school.owner.send('PATCH', `/api/v1/members/${last}`, { product_ids });
    expect(await undone(id)).toMatchObject({ removed: 4, kept: 1 });
    await later();
    expect(await invited()).toBe(0);
  });
});

test('a result file has a row for each row, and no formulas', async () => {
  const before = await imported('name,email\nCida,cida@a.co');
  const { id, counts } = await imported(
    'name,email,products\n=cmd(),ana@a.co,Plano Estúdio\nTorta,torta@,\nBia,bia@a.co,Lua',
  );
  expect(counts).toEqual({ created: 1, changed: 0, unchanged: 0, refused: 2 });
  const { counts: others } = await readImport(school.owner, before.id);
  expect(others).toEqual({ created: 1, changed: 0, unchanged: 0, refused: 0 });
  const { text, headers } = await school.owner.get(`/api/v1/imports/${id}/result`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    '"linha";"resultado";"nome";"e-mail";"produtos recebidos";"motivo"',
    `2;"criada";"'=cmd()";"ana@a.co";"Plano Estúdio";""`,
    '3;"recusada";"torta@";"";"";"E-mail inválido"',
    '4;"recusada";"bia@a.co";"";"";"O produto “Lua” não existe. A pessoa não foi importada."',
  ]);
  const student = await school.join(['student']);
  expect((await student.get(`/api/v1/imports/${id}/result`)).status).toBe(403);
  const neighbour = await world.school();
  expect((await neighbour.owner.get(`/api/v1/imports/${id}/result`)).status).toBe(404);
});

describe('an import is taken back', () => {
  test('its accounts and its products, and nothing else', async () => {
    const noite = await school.product('Noite');
    const rosa = await school.join(['student'], [noite]);
    const others = [await imported('name,email,products\nBia,bia@a.co,Plano Estúdio')];
    const { id } = await imported(
      `name,email,products\nAna,ana@a.co,Plano Estúdio\nRosa,${rosa.email},Plano Estúdio|Noite`,
    );
    const lua = await school.product('Lua');
    others.push(
      await imported(`name,email,products\nEva,eva@a.co,Plano Estúdio\nRosa,${rosa.email},Lua`),
    );
    expect(await undone(id)).toEqual({ done: 2, removed: 1, kept: 0, products: 2 });
    expect(await people()).toMatchObject([
      { email: 'bia@a.co', product_ids: [studio] },
      { email: 'eva@a.co', product_ids: [studio] },
      { email: rosa.email, product_ids: [noite, lua] },
    ]);
    const after = { id, undone_at: expect.any(String), undoing: false };
    expect(await readImport(school.owner, id)).toMatchObject(after);
    const { data: listed } = (await school.owner.get('/api/v1/imports')).body;
    expect(listed).toMatchObject([{}, after, {}]);
    expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(409);
    for (const { id: other } of others) {
      const before = await readImport(school.owner, other);
      expect(before).toMatchObject({ undoing: false });
      expect(before).not.toHaveProperty('undone_at');
      expect(await undone(other)).toMatchObject({ removed: 1, kept: 0 });
    }
  });

  test('but not an account that another product has opened since', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio\nBia,bia@a.co,');
    const noite = await school.product('Noite');
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids: [studio, noite] });
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [noite] }]);
  });

  test('but not an account that another product opens at the same moment', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    const noite = await school.product('Noite');
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    let undoing!: Promise<void>;
    await school.owner.post(`/api/v1/imports/${id}/undo`, {});
    await school.transaction(async (tx) => {
      const given = { member_id: ana.id, product_id: noite };
      await tx.db.insertInto('member_products').values(given).execute();
      undoing = world.platform.jobs.runAll();
      await expectWaiting(tx, 1);
    });
    await undoing;
    const { undo } = await readImport(school.owner, id);
    expect(undo).toMatchObject({ removed: 0, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [noite] }]);
  });

  test('with every mail to its accounts, and no other mail', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co\nBia,bia@a.co', { invite: 'now' });
    await imported('name,email\nEva,eva@a.co', { invite: 'now' });
    await school.transaction(({ db }) =>
      db.updateTable('mails').set({ state: 'sent' }).where('recipient', '=', 'ana@a.co').execute(),
    );
    await undone(id);
    const { body } = await school.owner.get('/api/v1/mails');
    expect(body.data).toMatchObject([{ recipient: 'eva@a.co' }]);
  });

  test('but not a product that a reward gave too', async () => {
    const { id } = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio\nBia,bia@a.co,Plano Estúdio',
    );
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.post('/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: 'Bolsa',
      criteria: 'score',
      needed_score: 10,
      deliverable_product: studio,
    });
    const points = { points: 10, reason: 'Ajudou' };
    await school.owner.post(`/api/v1/members/${ana.id}/points`, points);
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [studio] }]);
  });

  test('but not what a corrected import has found since, until that one is taken back too', async () => {
    const noite = await school.product('Noite');
    const wrong = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio|Noite\nBia,bia@a.co,\nCida,cida@a.co,Noite',
      { invite: 'none' },
    );
    const right = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio\nAna,ana@a.co,\nBia,bia@a.co,',
      { invite: 'none' },
    );
    expect(await undone(wrong.id)).toEqual({ done: 3, removed: 1, kept: 2, products: 2 });
    expect(await people()).toMatchObject([
      { email: 'ana@a.co', product_ids: [studio] },
      { email: 'bia@a.co', product_ids: [] },
    ]);
    // What was given by hand since stays, whichever import named it before.
    const [, bia] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.send('PATCH', `/api/v1/members/${bia.id}`, { product_ids: [noite] });
    expect(await undone(right.id)).toEqual({ done: 3, removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'bia@a.co', product_ids: [noite] }]);
  });

  test('but nothing that was there before both imports', async () => {
    const rosa = await school.join(['student'], [studio]);
    const content = `name,email,products\nRosa,${rosa.email},Plano Estúdio`;
    for (const { id } of [await imported(content), await imported(content)])
      expect(await undone(id)).toEqual({ done: 1, removed: 0, kept: 0, products: 0 });
    expect(await people()).toMatchObject([{ email: rosa.email, product_ids: [studio] }]);
  });

  test('but not a product that was taken away and given again by hand since', async () => {
    const { id } = await imported(
      'name,email,products\nAna,ana@a.co,Plano Estúdio\nBia,bia@a.co,Plano Estúdio',
    );
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    for (const product_ids of [[], [studio]])
      await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids });
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [studio] }]);
  });

  test('with the products that a row gave before rows said when', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    await runSql(world.databaseUrl, 'UPDATE import_rows SET given_at = NULL');
    expect(await undone(id)).toMatchObject({ removed: 1, kept: 0, products: 1 });
  });

  test('but not an account that is of the staff by now', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co');
    const [ana] = (await school.owner.get('/api/v1/members?role=student')).body.data;
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { roles: ['instructor'] });
    expect(await undone(id)).toMatchObject({ removed: 0, kept: 1, products: 0 });
    expect((await school.owner.get('/api/v1/members?role=instructor')).body.data).toHaveLength(1);
  });

  test('once it has ended, and only an import of people', async () => {
    const undo = (id: number) => school.owner.post(`/api/v1/imports/${id}/undo`, {});
    const waiting = (await sendTo('/api/v1/members/import', 'name,email\nAna,ana@a.co')).body.data;
    const course = (await sendCourse(cartridgeOf({ Luz: 'x' }), school.owner)).body.data;
    expect((await undo(waiting.id)).status).toBe(409);
    await world.platform.jobs.runAll();
    await world.platform.jobs.runAll();
    expect(await readImport(school.owner, course.id)).toMatchObject({ status: 'done' });
    expect((await undo(course.id)).status).toBe(409);
    expect((await undo(waiting.id)).status).toBe(202);
  });

  test('for thirty days', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co');
    const age = (days: number) =>
      runSql(
        world.databaseUrl,
        `UPDATE imports SET created_at = now() - interval '${days} days' WHERE id = ${id}`,
      );
    const undo = () => school.owner.post(`/api/v1/imports/${id}/undo`, {});
    await age(31);
    expect((await undo()).status).toBe(409);
    expect(await people()).toHaveLength(1);
    await age(29);
    expect(await undone(id)).toMatchObject({ removed: 1 });
  });

  test('by a job that continues where a crash stopped it', async () => {
    const lines = Array.from({ length: 150 }, (_, nth) => `P ${nth},p${nth}@a.co,Plano Estúdio`);
    // A person of two lines: the account depends on the products of both.
    const content = [
      'name,email,products',
      'Ana,ana@a.co,',
      ...lines,
      'Ana,ana@a.co,Plano Estúdio',
    ];
    const { id } = await imported(content.join('\n'), { invite: 'none' });
    await runSql(
      world.databaseUrl,
      `
      CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'trouble with %', OLD.name; END $$;
      CREATE TRIGGER trouble BEFORE DELETE ON members FOR EACH ROW
        WHEN (OLD.name = 'P 110') EXECUTE FUNCTION trouble()`,
    );
    expect(await undone(id)).toEqual({ done: 100, removed: 100, kept: 0, products: 100 });
    expect(await readImport(school.owner, id)).toMatchObject({ undoing: true });
    // What the undo still needs stays, however old it is by now.
    await runSql(world.databaseUrl, `UPDATE imports SET created_at = now() - interval '31 days'`);
    await imported('name,email\nBia,bia@a.co');
    await runSql(world.databaseUrl, 'DROP FUNCTION trouble CASCADE');
    await later();
    expect(await readImport(school.owner, id)).toMatchObject({
      undoing: false,
      undo: { done: 152, removed: 151, kept: 0, products: 151 },
    });
    expect(await people()).toMatchObject([{ email: 'bia@a.co' }]);
  });

  test('by two jobs at the same moment, which count each account once', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co\nBia,bia@a.co');
    await runSql(
      world.databaseUrl,
      `UPDATE members SET last_seen_at = now() WHERE email = 'ana@a.co'`,
    );
    expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
    // A second server that takes the first one's job for lost.
    await school.transaction((tx) => enqueue(tx, 'undo-import', { id }));
    const running = await school.transaction(async (tx) => {
      await sql`SELECT FROM members WHERE email LIKE '%@a.co' FOR UPDATE`.execute(tx.db);
      const jobs: Promise<void>[] = [];
      for (const count of [1, 2]) {
        jobs.push(world.platform.jobs.runAll());
        await expectWaiting(tx, count);
      }
      return jobs;
    });
    await Promise.all(running);
    expect((await readImport(school.owner, id)).undo).toEqual({
      done: 2,
      removed: 1,
      kept: 1,
      products: 0,
    });
  });

  test('again, where it is one whose job gave up', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    await runSql(
      world.databaseUrl,
      `
      CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'trouble'; END $$;
      CREATE TRIGGER trouble BEFORE DELETE ON members FOR EACH ROW EXECUTE FUNCTION trouble()`,
    );
    expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
    await runSql(
      world.databaseUrl,
      `
      UPDATE graphile_worker._private_jobs SET max_attempts = 1 WHERE key LIKE '%:undo-import:${id}'`,
    );
    await world.platform.jobs.runAll();
    await runSql(world.databaseUrl, 'DROP FUNCTION trouble CASCADE');
    const stopped = await readImport(school.owner, id);
    expect(stopped).toMatchObject({
      undoing: false,
      report: [{ item: 'alunos.csv', message: messages.undoGaveUp }],
    });
    expect(stopped).not.toHaveProperty('undone_at');
    expect(stopped).not.toHaveProperty('undo');
    expect(await people()).toHaveLength(1);
    expect(await undone(id)).toEqual({ done: 1, removed: 1, kept: 0, products: 1 });
    expect(await people()).toEqual([]);
  });

  test('a member who has signed in since keeps the account, without the product', async () => {
    const { id } = await imported('name,email,products\nAna,ana@a.co,Plano Estúdio');
    await runSql(
      world.databaseUrl,
      `UPDATE members SET last_seen_at = now() WHERE email = 'ana@a.co'`,
    );
    expect(await undone(id)).toMatchObject({ removed: 0, kept: 1, products: 1 });
    expect(await people()).toMatchObject([{ email: 'ana@a.co', product_ids: [] }]);
  });

  test('not by the neighbour, and no course', async () => {
    const { id } = await imported('name,email\nAna,ana@a.co');
    const neighbour = await world.school();
    expect((await neighbour.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(404);
    expect(await people()).toHaveLength(1);
  });
});

test('results are kept for thirty days', async () => {
  const younger = await imported('name,email\nCida,cida@a.co');
  const { id } = await imported('name,email\nAna,ana@a.co');
  await runSql(
    world.databaseUrl,
    `UPDATE imports SET created_at = now() - interval '31 days' WHERE id = ${id}`,
  );
  await imported('name,email\nBia,bia@a.co');
  expect((await readImport(school.owner, id)).counts).toMatchObject({ created: 0 });
  expect((await readImport(school.owner, younger.id)).counts).toMatchObject({ created: 1 });
});

test('other requests are answered while twenty thousand rows are read', async () => {
  const content = `name,email\n${Array.from({ length: 20_000 }, (_, index) => `P ${index},p${index}@a.co`).join('\n')}`;
  const reading = preview(content);
  expect((await school.owner.get('/api/v1/courses')).status).toBe(200);
  expect((await reading).counts.created).toBe(20_000);
});
