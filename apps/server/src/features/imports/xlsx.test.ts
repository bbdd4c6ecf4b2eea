import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawZip } from '../../../test/cartridges/raw-zip.ts';
import { readXlsx } from './xlsx.ts';

test('line numbers increase, whatever the rows of a sheet state', async () => {
  const numbers = ['9', '1', '2', '-1', '9', '20.5', 'NaN', '', '30'];
  const rows = numbers.map((r) => `<row r="${r}"><c t="inlineStr"><is><t>x</t></is></c></row>`);
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
  const lines = (await readXlsx(file, 100)).map(({ line }) => line);
  await rm(folder, { recursive: true });
  expect(lines).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 30]);
});
