import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** The value of one cell. Null is written as an empty cell. */
export type CsvCell = string | number | null;

/**
 * Spreadsheets run a cell that begins with one of these as a formula; full-width forms too. With
 * apostrophes before it, it is the text of somebody who wrote them.
 */
const beginsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/**
 * One line of a CSV. Every text is quoted, so that no comma, semicolon, quote or line break in it
 * begins another cell, whichever separator a program expects. An apostrophe keeps spreadsheets from
 * running a text as a formula.
 */
export const csvLine = (cells: CsvCell[]) => `${cells.map(csvCell).join(';')}\r\n`;

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safeText = beginsFormula.test(cell) ? `'${cell}` : cell;
  return `"${safeText.replaceAll('"', '""')}"`;
}

/** Reads the text of a cell that `csvLine` wrote: without the apostrophe before a formula's sign. */
export const cellText = (cell: string) =>
  cell.startsWith("'") && beginsFormula.test(cell) ? cell.slice(1) : cell;

/**
 * Writes several texts into one cell, with `|` between them. A text that contains a separator is
 * quoted: `listCell(['A', 'B|C'])` is `A|"B|C"`.
 */
export const listCell = (texts: string[]) =>
  texts.map((text) => (/^"|[;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('|');

/** Reads the texts of such a cell. They may have `;` between them, too. */
export const listOfCell = (cell: string): string[] =>
  [...cell.matchAll(/[;|]?(?:\s*"((?:[^"]|"")*)"(?!")\s*(?=[;|]|$)|([^;|]+))/g)].flatMap(
    ([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain!).trim() || [],
  );

/**
 * Sends lines as a CSV file, batch after batch. The byte order mark makes Excel read UTF-8.
 *
 * ```ts
 * return sendCsv(reply, 'alunos.csv', [['name', 'email']], batches);
 * ```
 */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  head: CsvCell[],
  batches: AsyncIterable<CsvCell[][]>,
) {
  async function* text() {
    yield `\uFEFF${csvLine(head)}`;
    for await (const lines of batches) yield lines.map(csvLine).join('');
  }
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
    })
    .send(Readable.from(text()));
}
