import { messages } from '@vitrine/contract/imports';
import type * as csvParse from 'csv-parse/sync';
import { lazyImport } from '../../platform/lazy-import.ts';
import { invalid, refuse } from '../../platform/app-error.ts';
import { decodeText } from './cartridge/encoding.ts';

const csv = lazyImport<typeof csvParse>('csv-parse/sync');

/** A CSV of people, opened: its lines as an editor counts them, and where each column stands. */
export interface Sheet {
  lines: string[];
  /** The first line that is a person's. */
  first: number;
  delimiter: string;
  columns: Columns;
}

interface Columns {
  name: number;
  email: number;
  products: number;
}

/** One line, or the few that a quoted field spreads over. */
interface SheetRow {
  /** Null where it cannot be read. */
  cells: string[] | null;
  /** The line after it. */
  next: number;
}

const headings = {
  name: ['name', 'nome', 'nombre'],
  email: ['email', 'e-mail', 'mail', 'correo'],
  products: ['products', 'produtos', 'productos', 'product', 'produto', 'producto'],
};
const columnsWithoutHeading: Columns = { name: 0, email: 1, products: 2 };

/** UTF-8, UTF-16 or Latin-1; comma, semicolon or tab; with a line of headings or without. */
export function openSheet(bytes: Buffer): Sheet {
  if (isBinary(bytes))
    throw refuse('wrong_type', messages.notCsv, 415, fieldErrors(messages.notCsv));
  const lines = decodeText(bytes).split(/\r\n|\n|\r/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start === -1) throw invalid({ file: [messages.noLines] });
  for (const delimiter of [',', ';', '\t']) {
    const cells = rowAt({ lines, delimiter }, start).cells ?? [];
    const columns = columnsIn(cells);
    if (columns) return { lines, delimiter, columns, first: start + 1 };
    if (isEmail(cells[columnsWithoutHeading.email]))
      return { lines, delimiter, columns: columnsWithoutHeading, first: start };
  }
  throw invalid({ file: [messages.noEmails] });
}

// How far a quoted field may go on: what is longer is a quote that somebody forgot to close.
const MAX_TITLE_LINES = 4;
/** Of a row: no person has as much to say, and whoever is served beside it would wait. */
const MAX_CHARACTERS = 20_000;

/** A line that is wrong costs itself only: the next one is read as if it had not been there. */
export function rowAt(
  { lines, delimiter }: Pick<Sheet, 'lines' | 'delimiter'>,
  at: number,
): SheetRow {
  for (let next = at + 1; next <= Math.min(at + MAX_TITLE_LINES, lines.length); next += 1) {
    const text = lines.slice(at, next).join('\n');
    if (text.length > MAX_CHARACTERS) break;
    try {
      const [cells = []] = csv().parse(text, {
        delimiter,
        relax_quotes: next === at + 1,
        trim: true,
      });
      return { cells, next };
    } catch (error) {
      if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') break;
    }
  }
  return { cells: null, next: at + 1 };
}

function columnsIn(cells: string[]): Columns | null {
  const titles = cells.map((cell) => cell.toLowerCase());
  const place = (of: keyof Columns) => titles.findIndex((title) => headings[of].includes(title));
  const columns = { name: place('name'), email: place('email'), products: place('products') };
  return columns.email === -1 ? null : columns;
}

const isEmail = (cell = '') => /^[^\s@,;]+@[^\s@,;]+$/.test(cell);

/** Spreadsheets and the like; UTF-16 begins with its mark. */
const isBinary = (bytes: Buffer) =>
  bytes.includes(0) && !['fffe', 'feff'].includes(bytes.toString('hex', 0, 2));

const fieldErrors = (text: string) => ({ errors: { file: [text] } });
