import type { AnyRoute } from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/imports';
import type { Call } from '../../kit/http/call.ts';
import { truncate } from './cartridge/text.ts';

/** A Portuguese message, translated where it is shown. */
export interface ReportNote {
  message: string;
  /** Values for the `{{names}}` of the message. */
  values?: Record<string, string | number>;
}

/** One line of the report that an admin reads. `message` is a key of the translations. */
export interface ReportLine extends ReportNote {
  /** Line of a spreadsheet, counted as an editor does. */
  line?: number;
  item: string;
}

/** The report of a run, as it grows. */
export interface Report {
  lines: ReportLine[];
  add(item: string, message: string, more?: Pick<ReportLine, 'line' | 'values'>): void;
}

/** Maximum number of lines of an import's report: a hostile file would fill it without end. */
const MAX_LINES = 2_000;

interface ReportOptions {
  /** Maximum number of lines. One more tells how many are left out. */
  limit?: number;
  /** The lines of an earlier run, which this one continues. */
  earlier?: ReportLine[];
}

/** Begins a report, or continues one. */
export function newReport({ limit = MAX_LINES, earlier = [] }: ReportOptions = {}): Report {
  const lines = [...earlier];
  let more = Number(lines[limit]?.values?.['count'] ?? 0);
  return {
    lines,
    add(item, message, rest) {
      if (lines.length < limit) {
        lines.push({ ...rest, item: truncate(item, 255), message });
      } else {
        more += 1;
        lines[limit] = {
          item: '…',
          message: messages.more,
          values: { count: more },
        };
      }
    },
  };
}

/** The report in the words of the reader. */
export const translateReport = (lines: ReportLine[], t: Call<AnyRoute>['t']) =>
  lines.map(({ message, values, ...line }) => ({ ...line, message: t(message, values) }));
