import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSheet, type SheetRow } from './sheet.ts';

/** The rows of a file, read in batches. */
async function rowsOf(content: string | Buffer, batch = 100) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sheet-'));
  const file = join(folder, 'a.csv');
  await writeFile(file, content);
  const sheet = await openSheet(file).finally(() => rm(folder, { recursive: true }));
  const rows: SheetRow[] = [];
  for (let line = 0; ;) {
    const next = sheet.rowsAfter(line, batch);
    if (!next.length) return { rows, lastLine: sheet.lastLine };
    rows.push(...next);
    line = next.at(-1)!.line + next.at(-1)!.lines - 1;
  }
}
const cellsOf = async (content: string | Buffer, batch?: number) =>
  (await rowsOf(content, batch)).rows.map(({ cells }) => cells);

test.each([
  ['comma', 'nome,e-mail\nAna; Bia,ana@a.co'],
  ['semicolon', 'nome;e-mail\n"Ana; Bia";ana@a.co'],
  ['tab', 'nome\te-mail\nAna; Bia\tana@a.co'],
  ['bar', 'nome|e-mail\nAna; Bia|ana@a.co'],
])('the separator is found where cells hold others: %s', async (_name, content) => {
  expect(await cellsOf(content)).toEqual([
    ['nome', 'e-mail'],
    ['Ana; Bia', 'ana@a.co'],
  ]);
});

test('a heading of e-mails tells the separator before an address, and an address before cells', async () => {
  expect((await cellsOf('Vendas, de, hoje, todas\nnome;e-mail\nAna;ana@a.co'))[1]).toEqual([
    'nome',
    'e-mail',
  ]);
  expect((await cellsOf('a,b,c,d,e\nAna;ana@a.co'))[1]).toEqual(['Ana', 'ana@a.co']);
  expect(await cellsOf('a,b;c;d')).toEqual([['a,b', 'c', 'd']]);
});

test('a line that names the separator decides, and keeps its number', async () => {
  for (const first of ['sep=|', '"sep=|"', 'SEP=|']) {
    const { rows } = await rowsOf(`${first}\nnome,x|e-mail\nAna|ana@a.co`);
    expect(rows.filter(({ cells }) => cells?.some(Boolean))).toMatchObject([
      { line: 2, cells: ['nome,x', 'e-mail'] },
      { line: 3, cells: ['Ana', 'ana@a.co'] },
    ]);
  }
});

test.each(['\n', '\r\n', '\r'])(
  'lines end with %j, and blank ones at the end do not count',
  async (end) => {
    const { rows, lastLine } = await rowsOf(
      `nome;e-mail${end}Ana;ana@a.co${end}; ;${end}"";${end}`,
    );
    expect(lastLine).toBe(2);
    expect(rows.map(({ line, lines }) => [line, lines])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  },
);

test('a row of several lines is one row, and the next one has its own number', async () => {
  const content = 'nome;e-mail\n"Ana\n""Nina""\nReis";ana@a.co\nBia;bia@a.co';
  for (const batch of [1, 2, 100]) {
    const { rows } = await rowsOf(content, batch);
    expect(rows).toEqual([
      { line: 1, lines: 1, cells: ['nome', 'e-mail'] },
      { line: 2, lines: 3, cells: ['Ana\n"Nina"\nReis', 'ana@a.co'] },
      { line: 5, lines: 1, cells: ['Bia', 'bia@a.co'] },
    ]);
  }
});

test('a row that cannot be read keeps its beginning, and costs no other row', async () => {
  const { rows } = await rowsOf(`nome;e-mail\n "Ana;ana@a.co\nBia;bia@a.co\n"${'x'.repeat(400)}`);
  expect(rows.map(({ line, cells }) => [line, cells === null])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, true],
  ]);
  expect(rows[1]?.text).toBe('"Ana;ana@a.co');
  expect(rows[3]?.text).toHaveLength(255);
});

test('quotes inside of a name are its own', async () => {
  expect(await cellsOf('nome;e-mail\nAna "Nina" Reis;ana@a.co')).toContainEqual([
    'Ana "Nina" Reis',
    'ana@a.co',
  ]);
});

test('a text that was kept from running as a formula is read without its apostrophe', async () => {
  expect(await cellsOf("nome;e-mail\n'=Ana;'+ana@a.co\n'Cida;c@a.co\n''=x;d@a.co")).toEqual([
    ['nome', 'e-mail'],
    ['=Ana', '+ana@a.co'],
    ["'Cida", 'c@a.co'],
    ["'=x", 'd@a.co'],
  ]);
});

test.each([
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'notSheet'],
  ['an archive of something else', Buffer.from('PK\x03\x04 nada'), 'notSheet'],
  ['nothing', '', 'noLines'],
  ['separators alone', ';;\n"";\n', 'noLines'],
  ['more lines than an import takes', 'a;b\n'.repeat(20_017), 'tooManyLines'],
])('a file of %s is refused', async (_name, content, code) => {
  await expect(rowsOf(content)).rejects.toMatchObject({ code });
});

test('UTF-16 is text although it holds zeros', async () => {
  const text = Buffer.from('\uFEFFnome;e-mail\nJoão “Ó”;j@a.co', 'utf16le');
  for (const bytes of [text, Buffer.from(text).swap16()])
    expect((await cellsOf(bytes))[1]).toEqual(['João “Ó”', 'j@a.co']);
});
