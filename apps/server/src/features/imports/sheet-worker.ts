// A worker process that reads one uploaded spreadsheet.
import { serveCalls } from '../../platform/worker-process/serve-calls.ts';
import { openSheet, type SheetRows } from './sheet.ts';

let sheet: SheetRows;

const calls = {
  /** Opens the sheet and returns its first rows. Throws a SheetError. */
  async open(file: string, count: number) {
    sheet = await openSheet(file);
    return { first: sheet.rowsAfter(0, count), lastLine: sheet.lastLine };
  },

  /** The rows that begin after a line, at most `count`. */
  rowsAfter: async (line: number, count: number) => sheet.rowsAfter(line, count),
};

/** The calls of the process that reads sheets, by name. */
export type SheetCalls = typeof calls;

serveCalls(calls);
