import { precompress, type PageText, type PrecompressedText } from '../../platform/gzip-parts.ts';
import { scriptSafe } from '../../platform/html.ts';

/**
 * Lessons that a member has started in a course, by id: module, seconds, 1 if finished (migration
 * 0035).
 */
export type StartedLessons = Record<string, [module: number, seconds: number, finished: number]>;

/** JSON of lessons, with a gap in each for its reader's own progress. */
export interface LessonsWithGaps {
  /** The JSON in pieces that are compressed one by one. */
  pieces: Piece[];
  gaps: Map<number, Gap>;
  /** Size in characters. */
  size: number;
}

interface Piece {
  /** The piece for readers who have started none of its lessons. */
  plain: string;
  /** The piece compressed, made when it is first sent. */
  ready?: PrecompressedText;
}

interface Gap {
  /** Index of the piece that holds the gap. */
  piece: number;
  /** Offset within the piece. */
  offset: number;
}

/**
 * Length of a piece. Shorter pieces compress worse. Longer ones must be written anew for more
 * readers.
 */
const PIECE_CHARS = 600;

const progressOf = (seconds: number, finished: boolean) => `${seconds},"finished":${finished}`;
const emptyProgress = progressOf(0, false);
/** Marks a gap while the JSON is written. It is a number, so no text can contain it. */
const GAP_MARK = -1;
const markedProgress = progressOf(GAP_MARK, false);

/** An entry for JSON.stringify, with a gap at its end for the reader's progress. */
export const withGap = <Entry extends object>(entry: Entry) => ({
  ...entry,
  seconds: GAP_MARK,
  finished: false,
});

/** @param ids of the lessons made `withGap`, in the order of the JSON. */
export function lessonsWithGaps(json: string, ids: number[]): LessonsWithGaps {
  const segments = json.split(`"seconds":${markedProgress}`);
  if (segments.length !== ids.length + 1) throw new Error('a lesson without its gap');
  const gaps = new Map<number, Gap>();
  const pieces: Piece[] = [];
  let plain = segments[0]!;
  for (const [index, id] of ids.entries()) {
    if (plain.length > PIECE_CHARS) {
      pieces.push({ plain });
      plain = '';
    }
    plain += '"seconds":';
    gaps.set(id, { piece: pieces.length, offset: plain.length });
    plain += emptyProgress + segments[index + 1]!;
  }
  pieces.push({ plain });
  return { pieces, gaps, size: json.length };
}

/** Fills in one reader's progress. Only pieces with a started lesson are written anew. */
export function fillGaps({ pieces, gaps }: LessonsWithGaps, started: StartedLessons): PageText[] {
  const fillsByPiece = new Map<number, { at: number; text: string }[]>();
  for (const [id, [, seconds, finished]] of Object.entries(started)) {
    const gap = gaps.get(Number(id));
    if (!gap) continue;
    const fill = { at: gap.offset, text: progressOf(seconds, finished === 1) };
    const pieceFills = fillsByPiece.get(gap.piece);
    if (pieceFills) pieceFills.push(fill);
    else fillsByPiece.set(gap.piece, [fill]);
  }
  return pieces.map((piece, index) => {
    const fills = fillsByPiece.get(index);
    return fills ? fillPiece(piece, fills) : (piece.ready ??= precompress(scriptSafe(piece.plain)));
  });
}

function fillPiece({ plain }: Piece, fills: { at: number; text: string }[]) {
  fills.sort((a, b) => a.at - b.at);
  let text = '';
  let end = 0;
  for (const { at, text: progress } of fills) {
    text += plain.slice(end, at) + progress;
    end = at + emptyProgress.length;
  }
  return text + plain.slice(end);
}

/** Counts the finished lessons of the list. */
export function finishedIn({ gaps }: LessonsWithGaps, started: StartedLessons): number {
  let count = 0;
  for (const [id, [, , finished]] of Object.entries(started))
    if (finished && gaps.has(Number(id))) count += 1;
  return count;
}
