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
  /** The JSON up to the mark of a favourite, and from there to the progress. */
  parts: [string, string];
  /** For a lesson: its entry in the list `continue`, up to the course's progress. */
  continueEntry?: string;
}

/** Cached cards by path. Null for things that the audience may not know of. */
export type CardsByPath = Map<ThingPath, CachedCard | null>;

/** Cards as JSON, each after a comma, for readers who have started none of them. */
export interface CachedCards {
  cards: CachedCard[];
  plain: string;
  /** Offsets of the cards, and the offset of the end. */
  starts: number[];
}

/** The cards of a carousel as JSON, which all viewers of the same products share. */
export const cachedCards = (items: CarouselItem[]): CachedCards =>
  plainCards(items.map(cachedCard));

function plainCards(cards: CachedCard[]): CachedCards {
  const texts = cards.map((card) => fillCard(card, false, emptyProgress(card)));
  const starts = [0];
  for (const { length } of texts) starts.push(starts.at(-1)! + length);
  return { cards, plain: texts.join(''), starts };
}

/**
 * The cards of the first of these courses, in this order. A course with several cards uses its last
 * one.
 */
export function inOrder({ cards }: CachedCards, courses: number[], maxCards: number): CachedCards {
  const cardOf = new Map(cards.map((card) => [card.course, card]));
  return plainCards(courses.flatMap((course) => cardOf.get(course) ?? []).slice(0, maxCards));
}

/** One card as JSON, without what belongs to a single viewer. */
export function cachedCard({
  favorite: _,
  course,
  module,
  class: lesson,
  ...all
}: CarouselItem): CachedCard {
  const head = `${openJson(all)},"favorite":`;
  if (lesson) {
    const { seconds: __, progress: ___, ...rest } = lesson;
    const { course_id, module_id, id } = lesson;
    return {
      course: course_id,
      module: module_id,
      lesson: id,
      count: 1,
      parts: [head, `,"class":${openJson(rest)},"seconds":`],
      continueEntry: `${openJson({ course_id, module_id, lesson_id: id, title: all.title, cover: all.cover })},"percent":`,
    };
  }
  if (module) {
    const { progress: __, ...rest } = module;
    const { course_id, id, lessons_count } = module;
    return {
      course: course_id,
      module: id,
      lesson: null,
      count: lessons_count,
      parts: [head, `,"module":${openJson(rest)},"progress":`],
    };
  }
  const { progress: __, ...rest } = course!;
  const { id, lessons_count } = course!;
  return {
    course: id,
    module: null,
    lesson: null,
    count: lessons_count,
    parts: [head, `,"course":${openJson(rest)},"progress":`],
  };
}

const openJson = (value: object) => JSON.stringify(value).slice(0, -1);

const fillCard = ({ parts }: CachedCard, favorite: boolean, progress: string) =>
  `,${parts[0]}${favorite}${parts[1]}${progress}}}`;

/** The gap of a lesson: its seconds and progress. */
const lessonGap = (seconds: number, progress: number) => `${seconds},"progress":${progress}`;
const emptyProgress = ({ lesson }: CachedCard) => (lesson === null ? '0' : lessonGap(0, 0));

/**
 * The ids of the card's course, module and lesson, joined by '/'. It is the key of its progress.
 */
export const thingPath = ({ course, module, lesson }: CachedCard): ThingPath =>
  [course, module, lesson].filter(Boolean).join('/');

/** `course/module/lesson` up to its course (1), its module (2), or whole (3). */
export const pathUpTo = (depth: number, path: ThingPath): ThingPath =>
  path.split('/').slice(0, depth).join('/');

/** Writes cards for one viewer. Only cards with the viewer's progress or favourite are rewritten. */
export function cardsFor(own: OwnPart) {
  const { favorites, finishedInCourse, finishedInModule } = own;

  /** Undefined if the viewer has started nothing of it. */
  function progressIn({ course, module, lesson, count }: CachedCard) {
    if (lesson !== null) {
      const lessonProgress = own.lesson(course, lesson);
      return lessonProgress && lessonGap(lessonProgress.seconds, lessonProgress.progress);
    }
    const finishedCount =
      module !== null ? finishedInModule.get(module) : finishedInCourse.get(course);
    return finishedCount === undefined ? undefined : String(wholePercent(finishedCount, count));
  }

  /** Null where the reader has nothing to fill in. */
  function cardOfViewer(card: CachedCard): string | null {
    const progress = progressIn(card);
    const favorite = favorites.size > 0 && favorites.has(thingPath(card));
    if (progress === undefined && !favorite) return null;
    return fillCard(card, favorite, progress ?? emptyProgress(card));
  }

  return {
    /** Returns the plain text itself if the viewer has no progress and no favourite in it. */
    all({ cards, plain, starts }: CachedCards): string {
      let text = '';
      let end = 0;
      for (const [index, card] of cards.entries()) {
        const viewerCard = cardOfViewer(card);
        if (viewerCard === null) continue;
        text += plain.slice(end, starts[index]) + viewerCard;
        end = starts[index + 1]!;
      }
      return text + plain.slice(end);
    },

    cardsAt: (paths: ThingPath[], things: CardsByPath) =>
      paths
        .flatMap((path) => things.get(path) ?? [])
        .map((card) => cardOfViewer(card) ?? fillCard(card, false, emptyProgress(card)))
        .join(''),

    /** The list `continue`, of lessons. */
    continueList: (paths: ThingPath[], things: CardsByPath) =>
      paths
        .map((path) => {
          const lesson = things.get(path);
          const course = things.get(pathUpTo(1, path));
          if (!lesson || !course) return '';
          const seconds = own.lesson(lesson.course, lesson.lesson!)?.seconds ?? 0;
          const percent = wholePercent(finishedInCourse.get(course.course) ?? 0, course.count);
          return `,${lesson.continueEntry}${percent},"seconds":${seconds}}`;
        })
        .join(''),
  };
}
