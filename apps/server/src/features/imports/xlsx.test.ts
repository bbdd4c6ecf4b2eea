import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawZip } from '../../../test/cartridges/raw-zip.ts';
import { readXlsx } from './xlsx.ts';

/** The line numbers of a sheet with these rows. */
async function linesOf(rows: string[], maxRows = 100) {
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
  const lines = (await readXlsx(file, maxRows)).map(({ line }) => line);
  await rm(folder, { recursive: true });
  return lines;
}

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
