import { readyText, type PageText, type ReadyText } from '../../platform/gzip-parts.ts';
import { scriptSafe } from '../../platform/html.ts';

/** Lessons begun by one member in one course, by id: module, seconds, 1 if finished (migration 0035). */
export type BegunLessons = Record<string, [module: number, seconds: number, finished: number]>;

/** JSON of lessons, with a gap in each for its reader's own progress. */
export interface LessonsWithGaps {
  /** The JSON in pieces that are compressed one by one. */
  pieces: Piece[];
  gaps: Map<number, Gap>;
  /** In characters. */
  size: number;
}

interface Piece {
  /** As it is for whoever has begun none of its lessons. */
  plain: string;
  /** The same, compressed when it is first sent. */
  ready?: ReadyText;
}

interface Gap {
  /** In the order of the JSON. */
  piece: number;
  /** Where it begins in its piece. */
  at: number;
}

/** A reader who goes on with a course begins few of its pieces; a shorter one compresses worse. */
const PIECE_CHARS = 600;

const progressOf = (seconds: number, finished: boolean) => `${seconds},"finished":${finished}`;
const unbegun = progressOf(0, false);
/** Stands for a gap while the JSON is written. It is a number, so no text can hold it. */
const mark = -1;
const marked = progressOf(mark, false);

/** An entry of a list as JSON.stringify takes it: what is the reader's own comes last. */
export const withGap = <Entry extends object>(entry: Entry) => ({
  ...entry,
  seconds: mark,
  finished: false,
});

/** @param ids of the lessons made `withGap`, in the order in which they stand in the JSON. */
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

/** The JSON with one reader's progress. Only pieces with a lesson that they have begun are written anew. */
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
      : (piece.ready ??= readyText(scriptSafe(piece.plain)));
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

/** How many of the lessons in the list are finished. */
export function finishedIn({ gaps }: LessonsWithGaps, begun: BegunLessons): number {
  let count = 0;
  for (const [id, [, , finished]] of Object.entries(begun))
    if (finished && gaps.has(Number(id))) count += 1;
  return count;
}
