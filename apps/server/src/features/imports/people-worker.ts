/** A worker process that reads one uploaded spreadsheet. */
import { serveCalls } from '../../platform/worker-process/serve-calls.ts';
import { readSheet, type SheetRow } from './sheet.ts';

let rows: SheetRow[] = [];

const calls = {
  /** Reads the whole sheet and returns its first rows. Throws a SheetError. */
  async open(file: string, count: number) {
    rows = await readSheet(file);
    const last = rows.at(-1)!;
    return { first: rows.slice(0, count), lastLine: last.line + last.lines - 1 };
  },

  /** The rows that begin after a line, at most `count`. */
  rowsAfter: async (line: number, count: number) => {
    const index = rows.findIndex((row) => row.line > line);
    return index === -1 ? [] : rows.slice(index, index + count);
  },
};
/** The calls of the process that reads sheets, by name. */
export type SheetCalls = typeof calls;

serveCalls(calls);
