import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawZip } from '../../../test/cartridges/raw-zip.ts';
import { readXlsx } from './xlsx.ts';

interface Workbook {
  sheets?: string;
  sharedStrings?: string;
  maxRows?: number;
}

/** Reads a workbook with this first sheet. */
async function read(rows: string[], { sheets, sharedStrings, maxRows = 100 }: Workbook = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-xlsx-'));
  const file = join(folder, 'a.xlsx');
  await writeFile(
    file,
    rawZip([
      {
        name: 'xl/workbook.xml',
        data: `<workbook xmlns:r="r"><sheets>${sheets ?? '<sheet name="A" r:id="r1"/>'}</sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: '<Relationships><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
      },
      ...(sharedStrings
        ? [{ name: 'xl/sharedStrings.xml', data: `<sst>${sharedStrings}</sst>` }]
        : []),
      ...[rows.join(''), row('1', 'segunda')].map((data, index) => ({
        name: `xl/worksheets/sheet${index + 1}.xml`,
        data: `<worksheet><sheetData>${data}</sheetData></worksheet>`,
      })),
    ]),
  );
  const found = await readXlsx(file, maxRows);
  await rm(folder, { recursive: true });
  return found;
}

/** The line numbers of a sheet with these rows. */
const linesOf = async (rows: string[], maxRows?: number) =>
  (await read(rows, maxRows ? { maxRows } : {})).map(({ line }) => line);

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
  expect(await read([`<row r="1"><c t="inlineStr">${text}</c></row>`])).toEqual([
    { line: 1, cells: ['光子'] },
  ]);
});

test('the reading aid of an Asian name is no part of it', async () => {
  const sharedStrings = '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si>';
  const cell = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
  expect(await read([cell], { sharedStrings })).toEqual([{ line: 1, cells: ['山田'] }]);
});

test.each(['hidden', 'veryHidden'])('a sheet that is %s is not the first one', async (state) => {
  const sheets = `<sheet name="A" state="${state}" r:id="r1"/><sheet name="B" r:id="r2"/>`;
  expect(await read([row('1', 'primeira')], { sheets })).toEqual([{ line: 1, cells: ['segunda'] }]);
});

test('a row is read to its five hundredth column', async () => {
  const cell = (column: string) => `<c r="${column}1" t="inlineStr"><is><t>${column}</t></is></c>`;
  const [first] = await read([`<row r="1">${['A', 'SF', 'SG', 'ZZZ'].map(cell).join('')}</row>`]);
  expect(first!.cells).toHaveLength(500);
  expect(first!.cells.filter(Boolean)).toEqual(['A', 'SF']);
});
