/** Lessons begun by one member in one course, by id: module, seconds, 1 if finished (migration 0035). */
export type BegunLessons = Record<string, [module: number, seconds: number, finished: number]>;

/** JSON of lessons, with a gap in each for its reader's own progress. */
export interface LessonsWithGaps {
  /** As it is for whoever has begun none of them. */
  plain: string;
  /** Where the gap of a lesson begins in it, and which it is in their order. */
  gaps: Map<number, number>;
}

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
  const pieces = json.split(`"seconds":${marked}`);
  if (pieces.length !== ids.length + 1) throw new Error('a lesson without its gap');
  const gaps = new Map<number, number>();
  let plain = pieces[0]!;
  for (const [at, id] of ids.entries()) {
    plain += '"seconds":';
    gaps.set(id, plain.length);
    plain += unbegun + pieces[at + 1]!;
  }
  return { plain, gaps };
}

/** The JSON with one reader's progress. Only what they have begun is written anew. */
export function fillGaps({ plain, gaps }: LessonsWithGaps, begun: BegunLessons): string {
  const own: { gap: number; text: string }[] = [];
  for (const [id, [, seconds, finished]] of Object.entries(begun)) {
    const gap = gaps.get(Number(id));
    if (gap !== undefined) own.push({ gap, text: progressOf(seconds, finished === 1) });
  }
  own.sort((a, b) => a.gap - b.gap);
  let text = '';
  let written = 0;
  for (const { gap, text: progress } of own) {
    text += plain.slice(written, gap) + progress;
    written = gap + unbegun.length;
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
