import type { CarouselItem } from '@vitrine/contract/carousels';
import type { OwnPart } from './own-part.ts';

/** A card as JSON with gaps where its reader's own stands. */
export interface KeptCard {
  course: number;
  module: number | null;
  lesson: number | null;
  /** Lessons in it. */
  count: number;
  /** Up to the mark of a favourite, and from there to the progress. */
  parts: [string, string];
  /** As it is for whoever has begun nothing of it. */
  plain: string;
}

export function keptCard({
  favorite: _,
  course,
  module,
  class: lesson,
  ...all
}: CarouselItem): KeptCard {
  const beginning = `${open(all)},"favorite":`;
  if (lesson) {
    const { seconds: __, progress: ___, ...rest } = lesson;
    const { course_id, module_id, id } = lesson;
    return keep({ course: course_id, module: module_id, lesson: id, count: 1 }, [
      beginning,
      `,"class":${open(rest)},"seconds":`,
    ]);
  }
  if (module) {
    const { progress: __, ...rest } = module;
    const { course_id, id, lessons_count } = module;
    return keep({ course: course_id, module: id, lesson: null, count: lessons_count }, [
      beginning,
      `,"module":${open(rest)},"progress":`,
    ]);
  }
  const { progress: __, ...rest } = course!;
  const { id, lessons_count } = course!;
  return keep({ course: id, module: null, lesson: null, count: lessons_count }, [
    beginning,
    `,"course":${open(rest)},"progress":`,
  ]);
}

const open = (value: object) => JSON.stringify(value).slice(0, -1);

function keep(of: Omit<KeptCard, 'parts' | 'plain'>, parts: KeptCard['parts']): KeptCard {
  const kept = { ...of, parts, plain: '' };
  return { ...kept, plain: fill(kept, false, of.lesson === null ? '0' : noTime) };
}

const fill = ({ parts }: Pick<KeptCard, 'parts'>, favorite: boolean, progress: string) =>
  `${parts[0]}${favorite}${parts[1]}${progress}}}`;

/** In a lesson's gap stand the seconds and the progress. */
const time = (seconds: number, progress: number) => `${seconds},"progress":${progress}`;
const noTime = time(0, 0);

/** Writes cards for one reader. */
export function cardsFor({ finished, favorites, lessons }: OwnPart) {
  const favored = new Set(favorites);
  const inLesson = new Map(lessons.map(([lesson, ...at]) => [lesson, time(...at)]));
  const inModule = new Map(finished.map(([, module, count]) => [module, count]));
  const inCourse = new Map<number, number>();
  for (const [course, , count] of finished)
    inCourse.set(course, (inCourse.get(course) ?? 0) + count);

  return (card: KeptCard): string => {
    const { course, module, lesson, count } = card;
    const done =
      lesson !== null
        ? inLesson.get(lesson)
        : module !== null
          ? inModule.get(module)
          : inCourse.get(course);
    const favorite =
      favored.size > 0 && favored.has([course, module, lesson].filter(Boolean).join('/'));
    if (done === undefined && !favorite) return card.plain;
    if (typeof done === 'string') return fill(card, favorite, done);
    return fill(card, favorite, lesson !== null ? noTime : String(wholePercent(done ?? 0, count)));
  };
}

/** As the function of the same name in the database has it: 100 is kept for what is whole. */
function wholePercent(done: number, total: number) {
  if (total === 0) return 0;
  return done >= total ? 100 : Math.min(99, Math.round((100 * done) / total));
}
