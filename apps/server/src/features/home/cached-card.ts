import type { CarouselItem } from '@vitrine/contract/carousels';
import { wholePercent } from '@vitrine/contract/percent';
import type { OwnPart } from './own-part.ts';
import type { ThingPath } from './viewer-part.ts';

/** A card as JSON, with gaps for the reader's own values. */
export interface CachedCard {
  course: number;
  module: number | null;
  lesson: number | null;
  /** Lessons in it. */
  count: number;
  /** Up to the mark of a favourite, and from there to the progress. */
  parts: [string, string];
  /** For a lesson: its entry in the list `continue`, up to the course's progress. */
  goingOn?: string;
}

/** Cached cards by path. Null for things that the audience may not know of. */
export type CardsByPath = Map<ThingPath, CachedCard | null>;

/** Cards as JSON, each after a comma, for readers who have begun none of them. */
export interface CachedCards {
  cards: CachedCard[];
  plain: string;
  /** Offsets of the cards, and the offset of the end. */
  starts: number[];
}

export const cachedCards = (items: CarouselItem[]): CachedCards =>
  plainCards(items.map(cachedCard));

function plainCards(cards: CachedCard[]): CachedCards {
  const written = cards.map((card) => fill(card, false, unbegun(card)));
  const starts = [0];
  for (const { length } of written) starts.push(starts.at(-1)! + length);
  return { cards, plain: written.join(''), starts };
}

/**
 * The cards of the first of these courses, in this order. A course with several cards uses its last
 * one.
 */
export function inOrder({ cards }: CachedCards, courses: number[], most: number): CachedCards {
  const cardOf = new Map(cards.map((card) => [card.course, card]));
  return plainCards(courses.flatMap((course) => cardOf.get(course) ?? []).slice(0, most));
}

export function cachedCard({
  favorite: _,
  course,
  module,
  class: lesson,
  ...all
}: CarouselItem): CachedCard {
  const beginning = `${open(all)},"favorite":`;
  if (lesson) {
    const { seconds: __, progress: ___, ...rest } = lesson;
    const { course_id, module_id, id } = lesson;
    return {
      ...{ course: course_id, module: module_id, lesson: id, count: 1 },
      parts: [beginning, `,"class":${open(rest)},"seconds":`],
      goingOn: `${open({ course_id, module_id, lesson_id: id, title: all.title, cover: all.cover })},"percent":`,
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

const fill = ({ parts }: CachedCard, favorite: boolean, progress: string) =>
  `,${parts[0]}${favorite}${parts[1]}${progress}}}`;

/** The gap of a lesson: its seconds and progress. */
const time = (seconds: number, progress: number) => `${seconds},"progress":${progress}`;
const unbegun = ({ lesson }: CachedCard) => (lesson === null ? '0' : time(0, 0));

export const thingPath = ({ course, module, lesson }: CachedCard): ThingPath =>
  [course, module, lesson].filter(Boolean).join('/');

/** `course/module/lesson` up to its course (1), its module (2), or whole (3). */
export const pathUpTo = (depth: number, path: ThingPath): ThingPath =>
  path.split('/').slice(0, depth).join('/');

/** Writes cards for one viewer: only those that have something of theirs are written anew. */
export function cardsFor(own: OwnPart) {
  const { favorites, finishedInCourse, finishedInModule } = own;

  /** Undefined where they have begun nothing of it. */
  function progressIn({ course, module, lesson, count }: CachedCard) {
    if (lesson !== null) {
      const begun = own.lesson(course, lesson);
      return begun && time(begun.seconds, begun.progress);
    }
    const done = module !== null ? finishedInModule.get(module) : finishedInCourse.get(course);
    return done === undefined ? undefined : String(wholePercent(done, count));
  }

  /** Null where the reader has nothing to fill in. */
  function ownCard(card: CachedCard): string | null {
    const progress = progressIn(card);
    const favorite = favorites.size > 0 && favorites.has(thingPath(card));
    if (progress === undefined && !favorite) return null;
    return fill(card, favorite, progress ?? unbegun(card));
  }

  return {
    /** The plain text itself where nothing of them is theirs. */
    all({ cards, plain, starts }: CachedCards): string {
      let text = '';
      let written = 0;
      for (const [at, card] of cards.entries()) {
        const filled = ownCard(card);
        if (filled === null) continue;
        text += plain.slice(written, starts[at]) + filled;
        written = starts[at + 1]!;
      }
      return text + plain.slice(written);
    },

    named: (paths: ThingPath[], things: CardsByPath) =>
      paths
        .flatMap((path) => things.get(path) ?? [])
        .map((card) => ownCard(card) ?? fill(card, false, unbegun(card)))
        .join(''),

    /** The list `continue`, of lessons. */
    goingOn: (paths: ThingPath[], things: CardsByPath) =>
      paths
        .map((path) => {
          const lesson = things.get(path);
          const course = things.get(pathUpTo(1, path));
          if (!lesson || !course) return '';
          const seconds = own.lesson(lesson.course, lesson.lesson!)?.seconds ?? 0;
          const percent = wholePercent(finishedInCourse.get(course.course) ?? 0, course.count);
          return `,${lesson.goingOn}${percent},"seconds":${seconds}}`;
        })
        .join(''),
  };
}
