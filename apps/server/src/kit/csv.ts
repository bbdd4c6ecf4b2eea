import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** The value of one cell. Null is written as an empty cell. */
export type CsvCell = string | number | null;

/** Spreadsheets run a cell that begins with one of these as a formula; full-width forms too. */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;

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
