import { limits, messages, type MemberColumns } from '@vitrine/contract/imports';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { invalid, refuse } from '../../platform/app-error.ts';
import {
  LimitExceeded,
  workerProcess,
  type WorkerLimits,
} from '../../platform/worker-process/worker-process.ts';
import { asWords, columnsByContent, headingsIn } from './columns.ts';
import type { SheetCalls } from './sheet-worker.ts';
import { endOf, MAX_TITLE_ROWS, type SheetProblem, type SheetRow } from './sheet.ts';

/** A spreadsheet, opened in a process of its own. */
export interface Sheet {
  /** The headings. Empty where the sheet has none. */
  headings: string[];
  /** Tells the files of one export from another: by its headings. */
  key: string;
  columns: MemberColumns;
  /** The line before the first person's. */
  before: number;
  /** Lines of people. */
  total: number;
  rowsAfter(line: number, count: number): Promise<SheetRow[]>;
}

const WORKER_LIMITS: WorkerLimits = { seconds: 30, memoryBytes: 768 * 1_048_576 };
const worker = join(import.meta.dirname, 'sheet-worker.ts');

/**
 * Opens a spreadsheet for `work`. Refuses it by 415 or 422. A missing column of e-mails is no
 * reason, because people may choose a column by hand.
 */
export async function withSheet<Done>(
  file: string,
  work: (sheet: Sheet) => Promise<Done>,
  allowed = WORKER_LIMITS,
): Promise<Done> {
  const { call, end } = workerProcess<SheetCalls>(worker, allowed);
  try {
    const { first, lastLine } = await call('open', file, MAX_TITLE_ROWS + 1).catch(throwUserError);
    const sheet = sheetOf(first, lastLine);
    if (sheet.total > limits.csvLines) throw invalid({ file: [messages.tooManyLines] });
    return await work({ ...sheet, rowsAfter: (line, count) => call('rowsAfter', line, count) });
  } finally {
    end();
  }
}

/** Finds the headings: the first row that names e-mails, else the row before the first e-mail. */
function sheetOf(first: SheetRow[], lastLine: number): Omit<Sheet, 'rowsAfter'> {
  const filledRows = first.filter(({ cells }) => cells?.some(Boolean));
  const headingRow = filledRows.find(({ cells }) => headingsIn(cells!).email !== null);
  const withEmail = filledRows.find(({ cells }) => columnsByContent(cells!).email !== null);
  const heading =
    headingRow ??
    (withEmail ? null : filledRows.find(({ cells }) => cells!.filter(Boolean).length > 1));
  const headings = heading?.cells ?? [];
  const before = heading ? endOf(heading) : (withEmail ?? filledRows[0] ?? first[0]!).line - 1;
  return {
    headings,
    key: hash('sha256', JSON.stringify(headings.map(asWords))),
    columns: heading ? headingsIn(headings) : columnsByContent(withEmail?.cells ?? []),
    before,
    total: lastLine - before,
  };
}

const refusals: Record<SheetProblem, () => Error> = {
  notSheet: () =>
    refuse('wrong_type', messages.notCsv, 415, { errors: { file: [messages.notCsv] } }),
  noLines: () => invalid({ file: [messages.noLines] }),
  tooManyLines: () => invalid({ file: [messages.tooManyLines] }),
};

function throwUserError(error: Error & { code?: unknown }): never {
  if (error instanceof LimitExceeded) throw refusals.notSheet();
  if (error.name === 'SheetError') throw refusals[error.code as SheetProblem]();
  throw error;
}
