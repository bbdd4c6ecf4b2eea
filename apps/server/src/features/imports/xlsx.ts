import { SaxesParser } from 'saxes';
import { openArchive, type Archive } from './cartridge/archive.ts';
import { CartridgeError, PartError } from './cartridge/errors.ts';
import { cartridgeLimits } from './cartridge/limits.ts';

/** The file is no readable XLSX: damaged, protected or too large. */
export class XlsxError extends Error {}

interface XlsxRow {
  line: number;
  cells: string[];
}

const MEBIBYTE = 1024 * 1024;
const LIMITS = {
  ...cartridgeLimits,
  entries: 2_000,
  total_bytes: 200 * MEBIBYTE,
  text_bytes: 60 * MEBIBYTE,
};
const MAX_COLUMNS = 500;
const MAX_CELL_CHARACTERS = 2_000;

/**
 * Reads the rows of the first visible sheet that have content. A formula gives its stored value.
 */
export async function readXlsx(file: string, maxRows: number): Promise<XlsxRow[]> {
  let archive: Archive | undefined;
  try {
    archive = await openArchive(file, LIMITS);
    const strings = archive.find('xl/sharedStrings.xml') ? await sharedStrings(archive) : [];
    return await sheetRows(archive, await firstSheet(archive), strings, maxRows);
  } catch (error) {
    if (error instanceof CartridgeError || error instanceof PartError)
      throw new XlsxError(error.message, { cause: error });
    throw error;
  } finally {
    await archive?.close();
  }
}

interface Tag {
  name: string;
  attributes: Record<string, string>;
}

interface Handlers {
  open?: (tag: Tag) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/**
 * Parses a part in one pass. Declared entities are refused, as in a cartridge. Japanese texts carry
 * how they are read aloud, in `rPh`: it is no part of them.
 */
async function parse(archive: Archive, path: string, { open, close, text }: Handlers) {
  const entry = archive.find(path);
  if (!entry) throw new XlsxError(`${path} is missing`);
  const xml = (await archive.read(entry)).toString('utf8');
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw new XlsxError(error.message);
  });
  parser.on('doctype', () => {
    throw new XlsxError('doctype');
  });
  let isPhonetic = false;
  const onText = (chunk: string) => isPhonetic || text?.(chunk);
  parser.on('opentag', ({ name, attributes }) => {
    isPhonetic ||= local(name) === 'rPh';
    open?.({ name: local(name), attributes: attributes as Record<string, string> });
  });
  parser.on('closetag', ({ name }) => {
    if (local(name) === 'rPh') isPhonetic = false;
    close?.(local(name));
  });
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.write(xml).close();
}

async function sharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = [];
  let current: string | null = null;
  await parse(archive, 'xl/sharedStrings.xml', {
    open: ({ name }) => {
      if (name === 'si') current = '';
    },
    text: (chunk) => {
      if (current !== null && current.length < MAX_CELL_CHARACTERS) current += chunk;
    },
    close: (name) => {
      if (name !== 'si' || current === null) return;
      strings.push(current);
      current = null;
    },
  });
  return strings;
}

async function firstSheet(archive: Archive): Promise<string> {
  let targetPath: string | undefined;
  await parse(archive, 'xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name !== 'sheet' || targetPath || /hidden/i.test(attributes['state'] ?? '')) return;
      targetPath = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1];
    },
  });
  let target = 'worksheets/sheet1.xml';
  await parse(archive, 'xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes }) => {
      if (name === 'Relationship' && attributes['Id'] === targetPath)
        target = attributes['Target'] ?? target;
    },
  });
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function sheetRows(archive: Archive, path: string, shared: string[], maxRows: number) {
  const rows: XlsxRow[] = [];
  let row: XlsxRow | null = null;
  let line = 0;
  let column = 0;
  let type = '';
  let value: string | null = null;
  await parse(archive, path, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        // Lines must grow: who reads them in batches asks for those after the last one.
        const rowNumber = Number(attributes['r']);
        line = Number.isInteger(rowNumber) && rowNumber > line ? rowNumber : line + 1;
        row = { line, cells: [] };
        column = 0;
      }
      if (name === 'c') {
        column = columnOf(attributes['r']) ?? column;
        type = attributes['t'] ?? 'n';
      }
      if (name === 'v' || name === 't') value ??= '';
    },
    text: (chunk) => {
      if (value !== null && value.length < MAX_CELL_CHARACTERS) value += chunk;
    },
    close: (name) => {
      if (name === 'c') {
        if (row && column < MAX_COLUMNS && value !== null) {
          while (row.cells.length < column) row.cells.push('');
          row.cells[column] = (type === 's' ? (shared[Number(value)] ?? '') : value).trim();
        }
        value = null;
        column += 1;
      }
      if (name === 'row' && row) {
        // Spreadsheets write rows that are only formatted, thousands of them.
        if (rows.length < maxRows && row.cells.some(Boolean)) rows.push(row);
        row = null;
      }
    },
  });
  return rows;
}

/** 'AB12' is column 27, counted from 0. */
function columnOf(reference = ''): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
