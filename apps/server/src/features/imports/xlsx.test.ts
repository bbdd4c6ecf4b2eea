import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawZip } from '../../../test/cartridges/raw-zip.ts';
import { readXlsx } from './xlsx.ts';

/** Reads a sheet with these rows. */
async function sheetOf(rows: string[], maxRows = 100) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-xlsx-'));
  const file = join(folder, 'a.xlsx');
  await writeFile(
    file,
    rawZip([
      {
        name: 'xl/workbook.xml',
        data: '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
      },
      { name: 'xl/_rels/workbook.xml.rels', data: '<Relationships/>' },
      {
        name: 'xl/worksheets/sheet1.xml',
        data: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
      },
    ]),
  );
  const read = await readXlsx(file, maxRows);
  await rm(folder, { recursive: true });
  return read;
}

const linesOf = async (rows: string[], maxRows?: number) =>
  (await sheetOf(rows, maxRows)).map(({ line }) => line);

const row = (number: string, text = 'x') =>
  `<row r="${number}"><c t="inlineStr"><is><t>${text}</t></is></c></row>`;

test('line numbers increase, whatever the rows of a sheet state', async () => {
  const numbers = ['9', '1', '2', '-1', '9', '20.5', 'NaN', '', '30'];
  expect(await linesOf(numbers.map((number) => row(number)))).toEqual([
    9, 10, 11, 12, 13, 14, 15, 16, 30,
  ]);
});

test('formatted rows without content take no place of others, and count as lines', async () => {
  const blank = ['<row r="1"/>', row('2', ' '), '<row/>'];
  expect(await linesOf([...blank, row(''), ...blank.slice(2), row('')], 2)).toEqual([4, 6]);
});

test('how a Japanese text is read aloud is no part of it', async () => {
  const reading = '<rPh sb="0" eb="2"><t>ヒカリ</t></rPh><phoneticPr fontId="1"/>';
  const text = `<is><r><t>光</t></r>${reading}<r><t>子</t></r></is>`;
  expect(await sheetOf([`<row r="1"><c t="inlineStr">${text}</c></row>`])).toEqual([
    { line: 1, cells: ['光子'] },
  ]);
});
