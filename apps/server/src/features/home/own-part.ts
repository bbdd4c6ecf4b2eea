import { limits } from '@vitrine/contract/carousels';
import { wholePercent } from '@vitrine/contract/percent';
import type { AccessFacts, Audience } from '../../kit/audience.ts';
import type { CourseOutline, CourseStart } from './school-part.ts';
import type { ThingPath, ViewerPart } from './viewer-part.ts';

/** A viewer's facts, combined with the cached facts of the school. */
export interface OwnPart {
  /** The lessons they go on with, the latest course first. */
  begun: ThingPath[];
  /** The course finished last, and its index in `begun`. Null where none is finished. */
  finishedLast: { course: number; place: number } | null;
  /** Favourites that the viewer may know of, latest first. */
  list: ThingPath[];
  favorites: Set<ThingPath>;
  /** Finished lessons, by course and by module. */
  finishedInCourse: Map<number, number>;
  finishedInModule: Map<number, number>;
  /** Undefined where they have not begun it. */
  lesson(courseId: number, lessonId: number): LessonProgress | undefined;
}

interface LessonProgress {
  seconds: number;
  /** In whole percent. */
  progress: number;
}

/** Whose outlines `ownPart` wants. */
export const coursesOf = ({ courses, favorites }: ViewerPart): number[] => [
  ...new Set([
    ...courses.map(([course]) => course),
    ...favorites.map((path) => Number.parseInt(path, 10)),
  ]),
];

export function ownPart(
  { courses, favorites }: ViewerPart,
  { staff, products }: Audience,
  { seesBlocked }: AccessFacts,
  outlines: ReadonlyMap<number, CourseOutline>,
): OwnPart {
  /** A draft is the staff's alone. */
  const opens = (outline: CourseOutline | undefined) =>
    outline !== undefined &&
    (staff || (outline.published && outline.products.some((id) => products.includes(id))));
  /** So is a course that no product opens. */
  const shows = (outline: CourseOutline | undefined) =>
    opens(outline) ||
    (seesBlocked && outline !== undefined && outline.published && outline.products.length > 0);

  const begun: ThingPath[] = [];
  let finishedLast: OwnPart['finishedLast'] = null;
  const finishedInCourse = new Map<number, number>();
  const finishedInModule = new Map<number, number>();
  const lessonsOf = new Map<number, CourseLessons>();
  for (const [course, lastLesson, lessons] of courses) {
    lessonsOf.set(course, lessons);
    const outline = outlines.get(course);
    const hidden = staff ? [] : (outline?.drafts ?? []);
    let count = 0;
    for (const [lesson, [module, , finished]] of Object.entries(lessons)) {
      if (!finished || (hidden.length > 0 && hidden.includes(Number(lesson)))) continue;
      count += 1;
      finishedInModule.set(module, (finishedInModule.get(module) ?? 0) + 1);
    }
    if (count > 0) finishedInCourse.set(course, count);
    if (begun.length === limits.lessonsToContinue || !outline || !opens(outline)) continue;
    const next = lessonToGoOnWith(outline, hidden, lastLesson, lessons);
    if (next) begun.push(`${course}/${next.module}/${next.lesson}`);
    else finishedLast ??= { course, place: begun.length };
  }

  return {
    begun,
    finishedLast,
    list: favorites
      .filter((path) => shows(outlines.get(Number.parseInt(path, 10))))
      .slice(0, limits.cards),
    favorites: new Set(favorites),
    finishedInCourse,
    finishedInModule,
    lesson(courseId, lessonId) {
      const found = lessonsOf.get(courseId)?.[lessonId];
      if (!found) return undefined;
      const [, seconds, finished] = found;
      const duration = outlines.get(courseId)?.lessons.find(([id]) => id === lessonId)?.[2] ?? 0;
      return { seconds, progress: finished ? 100 : Math.min(99, wholePercent(seconds, duration)) };
    },
  };
}

/**
 * Replaces the course finished last by the next open course that is not begun: the following one,
 * else the first. Nothing changes where there is none.
 */
export function continueWithNextCourse(
  own: OwnPart,
  { courses }: ViewerPart,
  { staff, products }: Audience,
  starts: CourseStart[],
): OwnPart {
  if (!own.finishedLast) return own;
  const { course: finished, place } = own.finishedLast;
  const begun = new Set(courses.map(([course]) => course));
  const waiting = starts.filter(
    ({ course, products: opening }) =>
      !begun.has(course) && (staff || opening.some((id) => products.includes(id))),
  );
  const next = waiting.find(({ course }) => course > finished) ?? waiting[0];
  if (!next) return own;
  const path = `${next.course}/${next.module}/${next.lesson}`;
  return { ...own, begun: own.begun.toSpliced(place, 0, path).slice(0, limits.lessonsToContinue) };
}

type CourseLessons = ViewerPart['courses'][number][2];

/**
 * The lesson touched last. If it is finished or hidden: the next unfinished one, else the first
 * unfinished one. Undefined where all are finished.
 */
function lessonToGoOnWith(
  { lessons }: CourseOutline,
  hidden: number[],
  lastLesson: number,
  begun: CourseLessons,
) {
  const last = begun[lastLesson];
  if (!last) return undefined;
  const [module, , finished] = last;
  if (!finished && !hidden.includes(lastLesson)) return { module, lesson: lastLesson };
  const place = lessons.findIndex(([lesson]) => lesson === lastLesson);
  const candidates = [...lessons.slice(place + 1), ...lessons.slice(0, place)];
  const next = candidates.find(([lesson]) => !begun[lesson]?.[2] && !hidden.includes(lesson));
  return next && { module: next[1], lesson: next[0] };
}
