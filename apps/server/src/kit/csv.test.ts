import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { cellText, csvLine, listCell, listOfCell } from './csv.ts';

test.each(['=1+1', '+55 11', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '＠x', "'=x", "''=x"])(
  'a text that begins like a formula stays a text: %j',
  (text) => {
    expect(csvLine([text, 'b'])).toBe(`"'${text}";"b"\r\n`);
  },
);

test.each(['a=b', 'Ana', '', ' =1', 'é', "'x"])('every other text stays as it is: %j', (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});

test.each(['a;=cmd', 'a,=cmd', 'a\n=cmd', 'a\r\n=cmd', 'a"', '"=cmd"', '";=cmd;"', 'a\t=cmd'])(
  'nothing in a text begins another cell, whichever separator is expected: %j',
  (text) => {
    for (const delimiter of [';', ',', '\t'])
      expect(parse(csvLine([text]), { delimiter })).toEqual([[text]]);
    expect(parse(csvLine(['x', text, 'y']), { delimiter: ';' })).toEqual([['x', text, 'y']]);
  },
);

test('numbers stay numbers, and nothing is an empty cell', () => {
  expect(csvLine([-5, 1.5, null, '-5'])).toBe(`-5;1.5;;"'-5"\r\n`);
});

test.each(['=1+1', "'=1+1", "'Cida", 'Ana', "''", '-'])(
  'a text is read as it was written: %j',
  (text) => {
    const [[cell]] = parse(csvLine([text]), { delimiter: ';' }) as unknown as [[string]];
    expect(cellText(cell)).toBe(text);
  },
);

test.each([
  [['Luz', 'Som'], 'Luz|Som'],
  [['A', 'B|C'], 'A|"B|C"'],
  [['a; "b"', 'c'], '"a; ""b"""|c'],
  [['"a" b', 'c "d"'], '"""a"" b"|c "d"'],
  [[], ''],
])('the texts %j share a cell, and are told apart again', (texts, cell) => {
  expect(listCell(texts)).toBe(cell);
  expect(listOfCell(cell)).toEqual(texts);
});

test('somebody may write the texts of a cell with other separators and spaces', () => {
  expect(listOfCell(' Luz ; "Som; alto" |; Foto "boa"')).toEqual([
    'Luz',
    'Som; alto',
    'Foto "boa"',
  ]);
});
