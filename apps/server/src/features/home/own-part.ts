import { limits } from '@vitrine/contract/carousels';
import { wholePercent } from '@vitrine/contract/percent';
import type { AccessFacts, Audience } from '../../kit/access/audience.ts';
import type { CourseOutline, CourseStart } from './school-part.ts';
import type { ThingPath, ViewerPart } from './viewer-part.ts';

/** A viewer's facts, combined with the cached facts of the school. */
export interface OwnPart {
  /** The lessons that the viewer continues with, the latest course first. */
  lessonsToContinue: ThingPath[];
  /** The course finished last, and its index in `begun`. Null where none is finished. */
  finishedLast: { course: number; index: number } | null;
  /** Favourites that the viewer may know of, latest first. */
  favoriteList: ThingPath[];
  favorites: Set<ThingPath>;
  /** Finished lessons, by course and by module. */
  finishedInCourse: Map<number, number>;
  finishedInModule: Map<number, number>;
  /** Undefined if the viewer has not started it. */
  lesson(courseId: number, lessonId: number): LessonProgress | undefined;
}

interface LessonProgress {
  seconds: number;
  /** In whole percent. */
  progress: number;
}

/** The courses whose outlines `ownPart` needs. */
export const coursesOf = ({ courses, favorites }: ViewerPart): number[] => [
  ...new Set([
    ...courses.map(([course]) => course),
    ...favorites.map((path) => Number.parseInt(path, 10)),
  ]),
];

/** The part of home that only this viewer sees, computed from rows already read. */
export function ownPart(
  { courses, favorites }: ViewerPart,
  { staff, products }: Audience,
  { seesBlocked }: AccessFacts,
  outlines: ReadonlyMap<number, CourseOutline>,
): OwnPart {
  /** Only staff may open a draft. */
  const mayOpen = (outline: CourseOutline | undefined) =>
    outline !== undefined &&
    (staff || (outline.published && outline.products.some((id) => products.includes(id))));
  /** Only staff may see a course that no product opens. */
  const maySee = (outline: CourseOutline | undefined) =>
    mayOpen(outline) ||
    (seesBlocked && outline !== undefined && outline.published && outline.products.length > 0);

  const lessonsToContinue: ThingPath[] = [];
  let finishedLast: OwnPart['finishedLast'] = null;
  const finishedInCourse = new Map<number, number>();
  const finishedInModule = new Map<number, number>();
  const lessonsByCourse = new Map<number, CourseLessons>();
  for (const [course, lastLesson, lessons] of courses) {
    lessonsByCourse.set(course, lessons);
    const outline = outlines.get(course);
    const hiddenLessons = staff ? [] : (outline?.drafts ?? []);
    let count = 0;
    for (const [lesson, [module, , finished]] of Object.entries(lessons)) {
      if (!finished || (hiddenLessons.length > 0 && hiddenLessons.includes(Number(lesson))))
        continue;
      count += 1;
      finishedInModule.set(module, (finishedInModule.get(module) ?? 0) + 1);
    }
    if (count > 0) finishedInCourse.set(course, count);
    if (lessonsToContinue.length === limits.lessonsToContinue || !outline || !mayOpen(outline))
      continue;
    const next = lessonToContinue(outline, hiddenLessons, lastLesson, lessons);
    if (next) lessonsToContinue.push(`${course}/${next.module}/${next.lesson}`);
    else finishedLast ??= { course, index: lessonsToContinue.length };
  }

  return {
    lessonsToContinue,
    finishedLast,
    favoriteList: favorites
      .filter((path) => maySee(outlines.get(Number.parseInt(path, 10))))
      .slice(0, limits.cards),
    favorites: new Set(favorites),
    finishedInCourse,
    finishedInModule,
    lesson(courseId, lessonId) {
      const progress = lessonsByCourse.get(courseId)?.[lessonId];
      if (!progress) return undefined;
      const [, seconds, finished] = progress;
      const duration = outlines.get(courseId)?.lessons.find(([id]) => id === lessonId)?.[2] ?? 0;
      return { seconds, progress: finished ? 100 : Math.min(99, wholePercent(seconds, duration)) };
    },
  };
}

/**
 * Replaces the course finished last by the next open course that the viewer has not started: the
 * following one, else the first. Without such a course, nothing changes.
 */
export function continueWithNextCourse(
  own: OwnPart,
  { courses }: ViewerPart,
  { staff, products }: Audience,
  starts: CourseStart[],
): OwnPart {
  if (!own.finishedLast) return own;
  const { course: finished, index } = own.finishedLast;
  const startedCourses = new Set(courses.map(([course]) => course));
  const unstarted = starts.filter(
    ({ course, products: opening }) =>
      !startedCourses.has(course) && (staff || opening.some((id) => products.includes(id))),
  );
  const next = unstarted.find(({ course }) => course > finished) ?? unstarted[0];
  if (!next) return own;
  const path = `${next.course}/${next.module}/${next.lesson}`;
  return {
    ...own,
    lessonsToContinue: own.lessonsToContinue
      .toSpliced(index, 0, path)
      .slice(0, limits.lessonsToContinue),
  };
}

type CourseLessons = ViewerPart['courses'][number][2];

/**
 * The lesson touched last. If it is finished or hidden: the next unfinished one, else the first
 * unfinished one. Undefined if all are finished.
 */
function lessonToContinue(
  { lessons }: CourseOutline,
  hiddenLessons: number[],
  lastLesson: number,
  startedLessons: CourseLessons,
) {
  const last = startedLessons[lastLesson];
  if (!last) return undefined;
  const [module, , finished] = last;
  if (!finished && !hiddenLessons.includes(lastLesson)) return { module, lesson: lastLesson };
  const index = lessons.findIndex(([lesson]) => lesson === lastLesson);
  const candidates = [...lessons.slice(index + 1), ...lessons.slice(0, index)];
  const next = candidates.find(
    ([lesson]) => !startedLessons[lesson]?.[2] && !hiddenLessons.includes(lesson),
  );
  return next && { module: next[1], lesson: next[0] };
}
