import { MINUTE_MS } from '@vitrine/contract/durations';

interface RareLines {
  /** Time after a line in which its repetitions are counted instead of logged. */
  intervalMs?: number;
  now?: () => number;
}

/** Troubles that are told apart. Their names may hold an address, so there could be many. */
const MAX_TROUBLES = 100;

/**
 * Bounds the lines of a trouble that every request meets: they would fill the disk of the log. The
 * function that it returns tells how many repetitions of a trouble were left out since its last line,
 * or null where this one is left out too.
 */
export function rareLines({
  intervalMs = MINUTE_MS,
  now = () => performance.now(),
}: RareLines = {}) {
  const lines = new Map<string, { at: number; leftOut: number }>();
  return (trouble: string): number | null => {
    const line = lines.get(trouble);
    if (line && now() - line.at < intervalMs) {
      line.leftOut += 1;
      return null;
    }
    if (lines.size >= MAX_TROUBLES) lines.clear();
    lines.set(trouble, { at: now(), leftOut: 0 });
    return line?.leftOut ?? 0;
  };
}
