import { messages } from '@vitrine/contract/imports';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestSchool } from '../../../test/harness.ts';
import { openImportWorld, readImport, zip } from '../../../test/imports.ts';
import { importsOfPeople } from '../../../test/people-imports.ts';
import { runSql } from '../../../test/sql.ts';

const world = await openImportWorld();
let school: TestSchool;
let studio: number;
beforeEach(async () => {
  school = await world.school();
  studio = await school.product('Plano Estúdio');
});
const { imported, people, preview, sendTo } = importsOfPeople(world, () => school);

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

test('columns that nobody chose are not remembered, also where the import began again', async () => {
  // A sequence counts what a rollback takes back.
  await runSql(
    world.databaseUrl,
    `CREATE SEQUENCE matches;
     CREATE FUNCTION first_match_fails() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       IF nextval('matches') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF;
       RETURN NEW;
     END $$;
     CREATE TRIGGER first_match_fails BEFORE INSERT ON import_products
       FOR EACH ROW EXECUTE FUNCTION first_match_fails()`,
  );
  const content = 'name,email,products\nAna,ana@a.co,Curso Antigo';
  await imported(content, { products: [{ title: 'Curso Antigo', product_id: studio }] });
  expect(await people()).toMatchObject([{ name: 'Ana', product_ids: [studio] }]);
  expect(await preview(content)).toMatchObject({ remembered: false });
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
