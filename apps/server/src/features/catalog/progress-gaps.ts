import { precompress, type PageText, type PrecompressedText } from '../../platform/gzip-parts.ts';
import { scriptSafe } from '../../platform/html.ts';

/** Lessons begun by one member in one course, by id: module, seconds, 1 if finished (migration 0035). */
export type BegunLessons = Record<string, [module: number, seconds: number, finished: number]>;

/** JSON of lessons, with a gap in each for its reader's own progress. */
export interface LessonsWithGaps {
  /** The JSON in pieces that are compressed one by one. */
  pieces: Piece[];
  gaps: Map<number, Gap>;
  /** Size in characters. */
  size: number;
}

interface Piece {
  /** The piece for readers who have begun none of its lessons. */
  plain: string;
  /** The piece compressed, made when it is first sent. */
  ready?: PrecompressedText;
}

interface Gap {
  /** Index of the piece that holds the gap. */
  piece: number;
  /** Offset within the piece. */
  at: number;
}

/**
 * Length of a piece. Shorter pieces compress worse. Longer ones must be written anew for more
 * readers.
 */
const PIECE_CHARS = 600;

const progressOf = (seconds: number, finished: boolean) => `${seconds},"finished":${finished}`;
const unbegun = progressOf(0, false);
/** Marks a gap while the JSON is written. It is a number, so no text can contain it. */
const mark = -1;
const marked = progressOf(mark, false);

/** An entry for JSON.stringify, with a gap at its end for the reader's progress. */
export const withGap = <Entry extends object>(entry: Entry) => ({
  ...entry,
  seconds: mark,
  finished: false,
});

/** @param ids of the lessons made `withGap`, in the order of the JSON. */
export function lessonsWithGaps(json: string, ids: number[]): LessonsWithGaps {
  const between = json.split(`"seconds":${marked}`);
  if (between.length !== ids.length + 1) throw new Error('a lesson without its gap');
  const gaps = new Map<number, Gap>();
  const pieces: Piece[] = [];
  let plain = between[0]!;
  for (const [place, id] of ids.entries()) {
    if (plain.length > PIECE_CHARS) {
      pieces.push({ plain });
      plain = '';
    }
    plain += '"seconds":';
    gaps.set(id, { piece: pieces.length, at: plain.length });
    plain += unbegun + between[place + 1]!;
  }
  pieces.push({ plain });
  return { pieces, gaps, size: json.length };
}

/** Fills in one reader's progress. Only pieces with a begun lesson are written anew. */
export function fillGaps({ pieces, gaps }: LessonsWithGaps, begun: BegunLessons): PageText[] {
  const own = new Map<number, { at: number; text: string }[]>();
  for (const [id, [, seconds, finished]] of Object.entries(begun)) {
    const gap = gaps.get(Number(id));
    if (!gap) continue;
    const filled = { at: gap.at, text: progressOf(seconds, finished === 1) };
    const others = own.get(gap.piece);
    if (others) others.push(filled);
    else own.set(gap.piece, [filled]);
  }
  return pieces.map((piece, place) => {
    const filled = own.get(place);
    return filled
      ? filledPiece(piece, filled)
      : (piece.ready ??= precompress(scriptSafe(piece.plain)));
  });
}

function filledPiece({ plain }: Piece, filled: { at: number; text: string }[]) {
  filled.sort((a, b) => a.at - b.at);
  let text = '';
  let written = 0;
  for (const { at, text: progress } of filled) {
    text += plain.slice(written, at) + progress;
    written = at + unbegun.length;
  }
  return text + plain.slice(written);
}

/** Counts the finished lessons of the list. */
export function finishedIn({ gaps }: LessonsWithGaps, begun: BegunLessons): number {
  let count = 0;
  for (const [id, [, , finished]] of Object.entries(begun))
    if (finished && gaps.has(Number(id))) count += 1;
  return count;
}
