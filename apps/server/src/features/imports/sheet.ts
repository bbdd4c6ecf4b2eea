import { limits } from '@vitrine/contract/imports';
import type * as csvParse from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { cellText } from '../../kit/csv.ts';
import { lazyImport } from '../../platform/lazy-import.ts';
import { decodeText } from './cartridge/encoding.ts';
import { truncate } from './cartridge/text.ts';
import { hasEmail, headingsIn } from './columns.ts';
import { readXlsx, XlsxError } from './xlsx.ts';

const csv = lazyImport<typeof csvParse>('csv-parse/sync');

/** A row of a sheet. A quoted field may span several lines. */
export interface SheetRow {
  /** Counted from 1, as an editor does. */
  line: number;
  /** Number of its lines. */
  lines: number;
  /** Null where it cannot be read. */
  cells: string[] | null;
  /** The beginning of an unreadable row. */
  text?: string;
}

/** The reason why a file is refused as a whole: a key of the contract's messages. */
export type SheetProblem = 'notSheet' | 'noLines' | 'tooManyLines';

class SheetError extends Error {
  code: SheetProblem;

  constructor(code: SheetProblem) {
    super(code);
    this.name = 'SheetError';
    this.code = code;
  }
}

/** The rows of a sheet. Those of a CSV are parsed when they are asked for. */
export interface SheetRows {
  /** The last line that is not blank. */
  lastLine: number;
  /** The rows that begin after a line, at most `count`. The line must end a row. */
  rowsAfter(line: number, count: number): SheetRow[];
}

/**
 * Opens a CSV (UTF-8, UTF-16 or Latin-1; comma, semicolon, tab or bar) or an XLSX's first sheet.
 */
export async function openSheet(file: string): Promise<SheetRows> {
  const bytes = await readFile(file);
  const sheet =
    bytes.subarray(0, 2).toString('latin1') === 'PK' ? await xlsxSheet(file) : csvSheet(bytes);
  if (sheet.lastLine === 0) throw new SheetError('noLines');
  if (sheet.lastLine > limits.csvLines + MAX_TITLE_ROWS) throw new SheetError('tooManyLines');
  return sheet;
}

/** The last line of a row. */
export const endOf = ({ line, lines }: SheetRow) => line + lines - 1;

/** Titles, dates and blank lines that reports have above their headings. */
export const MAX_TITLE_ROWS = 15;

async function xlsxSheet(file: string): Promise<SheetRows> {
  try {
    const rows = await readXlsx(file, limits.csvLines + MAX_TITLE_ROWS + 1);
    return {
      lastLine: rows.at(-1)?.line ?? 0,
      rowsAfter(after, count) {
        const index = rows.findIndex(({ line }) => line > after);
        return rows
          .slice(...(index === -1 ? [0, 0] : [index, index + count]))
          .map(({ line, cells }) => ({ line, lines: 1, cells: cells.map(cellText) }));
      },
    };
  } catch (error) {
    if (error instanceof XlsxError) throw new SheetError('notSheet');
    throw error;
  }
}

function csvSheet(bytes: Buffer): SheetRows {
  if (isBinary(bytes)) throw new SheetError('notSheet');
  const lines = decodeText(bytes).split(/\r\n|\n|\r/);
  const declaredDelimiter = /^\s*"?sep=(.)"?\s*$/i.exec(lines[0] ?? '')?.[1];
  if (declaredDelimiter) lines[0] = '';
  const delimiter = declaredDelimiter ?? delimiterOf(lines);
  const isBlank = (line: string) => !line.replaceAll(delimiter, '').replaceAll('"', '').trim();
  const lastLine = lines.findLastIndex((line) => !isBlank(line)) + 1;
  return {
    lastLine,
    rowsAfter(line, count) {
      const rows: SheetRow[] = [];
      for (let index = line; index < lastLine && rows.length < count;) {
        const { cells, next } = rowAt(lines, delimiter, index);
        const text = cells === null ? { text: truncate(lines[index]!.trim(), 255) } : {};
        rows.push({ line: index + 1, lines: next - index, cells, ...text });
        index = next;
      }
      return rows;
    },
  };
}

/** A heading for e-mails counts more than an e-mail, and this more than any number of cells. */
function scoreOf(cells: string[]) {
  const count = Math.min(cells.length, 500);
  if (headingsIn(cells).email !== null) return 2_000 + count;
  return hasEmail(cells) ? 1_000 + count : count;
}

/** The delimiter that gives the first lines a column of e-mails, else the most cells. */
function delimiterOf(lines: string[]): string {
  let best = { delimiter: ',', points: -1 };
  for (const delimiter of [',', ';', '\t', '|']) {
    for (let index = 0; index < Math.min(lines.length, MAX_TITLE_ROWS + 1);) {
      const { cells, next } = rowAt(lines, delimiter, index);
      const points = scoreOf(cells ?? []);
      if (points > best.points) best = { delimiter, points };
      index = next;
    }
  }
  return best.delimiter;
}

/** Maximum number of characters of a row. A quoted field that is longer is an unclosed quote. */
const MAX_CHARACTERS = 20_000;

/**
 * Reads one row. An invalid line does not affect the next one. A row of several lines is complete
 * where its quotes make pairs: only there it is parsed, so that a quote that nothing closes is cheap.
 */
function rowAt(lines: string[], delimiter: string, start: number) {
  let characters = -1;
  let quotes = 0;
  for (let next = start + 1; next <= lines.length; next += 1) {
    const line = lines[next - 1]!;
    characters += line.length + 1;
    if (characters > MAX_CHARACTERS) break;
    quotes += line.split('"').length - 1;
    if (next > start + 1 && quotes % 2) continue;
    const text = lines.slice(start, next).join('\n');
    try {
      const [cells = []] = csv().parse(text, {
        delimiter,
        relax_quotes: next === start + 1,
        trim: true,
      });
      return { cells: cells.map(cellText), next };
    } catch (error) {
      if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') break;
    }
  }
  return { cells: null, next: start + 1 };
}

/** NUL bytes mean a binary file, except in UTF-16, which begins with its mark. */
const isBinary = (bytes: Buffer) =>
  bytes.includes(0) && !['fffe', 'feff'].includes(bytes.toString('hex', 0, 2));
