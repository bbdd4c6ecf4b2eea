import type { CarouselItem } from '@vitrine/contract/carousels';
import type { OwnPart } from './own-part.ts';

/** A card as JSON with gaps where its reader's own stands. */
interface KeptCard {
  course: number;
  module: number | null;
  lesson: number | null;
  /** Lessons in it. */
  count: number;
  /** Up to the mark of a favourite, and from there to the progress. */
  parts: [string, string];
}

/** Cards as JSON, a comma before each, as they are for whoever has begun nothing of them. */
export interface KeptCards {
  cards: KeptCard[];
  plain: Buffer;
  /** Where each card begins in it, and at last where it ends. */
  starts: number[];
  /** Which card is a course's; where a course has several, the last. */
  placeOf: Map<number, number>;
}

export function keptCards(items: CarouselItem[]): KeptCards {
  const cards = items.map(keptCard);
  const written = cards.map((card) => fill(card, false, unbegun(card)));
  const starts = [0];
  for (const { length } of written) starts.push(starts.at(-1)! + length);
  const placeOf = new Map(cards.map(({ course }, at) => [course, at]));
  return { cards, plain: Buffer.concat(written), starts, placeOf };
}

function keptCard({ favorite: _, course, module, class: lesson, ...all }: CarouselItem): KeptCard {
  const beginning = `${open(all)},"favorite":`;
  if (lesson) {
    const { seconds: __, progress: ___, ...rest } = lesson;
    const { course_id, module_id, id } = lesson;
    return {
      ...{ course: course_id, module: module_id, lesson: id, count: 1 },
      parts: [beginning, `,"class":${open(rest)},"seconds":`],
    };
  }
  if (module) {
    const { progress: __, ...rest } = module;
    const { course_id, id, lessons_count } = module;
    return {
      ...{ course: course_id, module: id, lesson: null, count: lessons_count },
      parts: [beginning, `,"module":${open(rest)},"progress":`],
    };
  }
  const { progress: __, ...rest } = course!;
  const { id, lessons_count } = course!;
  return {
    ...{ course: id, module: null, lesson: null, count: lessons_count },
    parts: [beginning, `,"course":${open(rest)},"progress":`],
  };
}

const open = (value: object) => JSON.stringify(value).slice(0, -1);

const fill = ({ parts }: KeptCard, favorite: boolean, progress: string) =>
  Buffer.from(`,${parts[0]}${favorite}${parts[1]}${progress}}}`);

/** In a lesson's gap stand the seconds and the progress. */
const time = (seconds: number, progress: number) => `${seconds},"progress":${progress}`;
const unbegun = ({ lesson }: KeptCard) => (lesson === null ? '0' : time(0, 0));

/** Writes cards for one reader: only those that have something of theirs are written anew. */
export function cardsFor({ finished, favorites, lessons }: OwnPart) {
  const favored = new Set(favorites);
  const inLesson = new Map(lessons.map(([lesson, ...at]) => [lesson, time(...at)]));
  const inModule = new Map(finished.map(([, module, count]) => [module, count]));
  const inCourse = new Map<number, number>();
  for (const [course, , count] of finished)
    inCourse.set(course, (inCourse.get(course) ?? 0) + count);

  /** Undefined where they have begun nothing of it. */
  function progressIn({ course, module, lesson, count }: KeptCard) {
    if (lesson !== null) return inLesson.get(lesson);
    const done = module !== null ? inModule.get(module) : inCourse.get(course);
    return done === undefined ? undefined : String(wholePercent(done, count));
  }

  function own(card: KeptCard): Buffer | null {
    const { course, module, lesson } = card;
    const progress = progressIn(card);
    const favorite =
      favored.size > 0 && favored.has([course, module, lesson].filter(Boolean).join('/'));
    if (progress === undefined && !favorite) return null;
    return fill(card, favorite, progress ?? unbegun(card));
  }

  return {
    all({ cards, plain, starts }: KeptCards): Buffer[] {
      const pieces: Buffer[] = [];
      let written = 0;
      const copyTo = (end: number) => {
        if (end > written) pieces.push(plain.subarray(written, end));
      };
      for (let at = 0; at < cards.length; at += 1) {
        const filled = own(cards[at]!);
        if (!filled) continue;
        copyTo(starts[at]!);
        pieces.push(filled);
        written = starts[at + 1]!;
      }
      copyTo(plain.length);
      return pieces;
    },

    /** Those of these courses that are there, in this order. */
    inOrder: ({ cards, plain, starts, placeOf }: KeptCards, courses: number[], most: number) =>
      courses
        .flatMap((course) => placeOf.get(course) ?? [])
        .slice(0, most)
        .map((at) => own(cards[at]!) ?? plain.subarray(starts[at], starts[at + 1])),
  };
}

/** As the function of the same name in the database has it: 100 is kept for what is whole. */
function wholePercent(done: number, total: number) {
  if (total === 0) return 0;
  return done >= total ? 100 : Math.min(99, Math.round((100 * done) / total));
}
