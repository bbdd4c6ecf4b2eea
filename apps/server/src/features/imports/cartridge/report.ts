import type { ReportLine } from './cartridge.ts';
import { shortened } from './text.ts';

export interface Report {
  lines: ReportLine[];
  add(item: string, message: string): void;
}

/** Keeps a hostile or very broken cartridge from filling the report without end. */
export function newReport(limit: number): Report {
  const lines: ReportLine[] = [];
  let more = 0;
  return {
    lines,
    add(item, message) {
      if (lines.length < limit) {
        lines.push({ item: shortened(item, 255), message });
      } else {
        more += 1;
        lines[limit] = {
          item: 'Outros avisos',
          message: `Há mais ${more} avisos como estes, que não cabem aqui.`,
        };
      }
    },
  };
}
