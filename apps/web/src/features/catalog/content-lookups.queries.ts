import { useQueries } from '@tanstack/react-query';
import { catalog } from '@vitrine/contract/catalog';
import {
  contractQuery,
  useContractPages,
  useContractQuery,
} from '../../kit/queries/contract-query.ts';

/** The courses of the school (C section 7, Content lookups). */
export const useCoursesToPick = (enabled = true) =>
  useContractQuery(catalog.coursesToPick, {}, { enabled });
/** The modules of all courses. */
export const useModulesToPick = (enabled = true) =>
  useContractQuery(catalog.modulesToPick, {}, { enabled });
/** The lessons whose title has the term, a page at a time. A blank term finds all of them. */
export function useLessonsToPick(term: string) {
  const all = useContractPages(catalog.lessonsToPick, {}, { enabled: term === '' });
  const found = useContractPages(
    catalog.searchLessons,
    { params: { term } },
    { enabled: term !== '' },
  );
  return term === '' ? all : found;
}

/** Reads whole courses and lessons, for their covers and their names. Missing ones are left out. */
export function useCoursesAndLessons(courseIds: number[], lessonIds: number[]) {
  const courses = useQueries({
    queries: courseIds.map((id) => contractQuery(catalog.showCourse, { params: { id } })),
  });
  const lessons = useQueries({
    queries: lessonIds.map((id) => contractQuery(catalog.showLesson, { params: { id } })),
  });
  return {
    courses: courses.flatMap(({ data }) => (data ? [data.data] : [])),
    lessons: lessons.flatMap(({ data }) => (data ? [data.data] : [])),
  };
}
