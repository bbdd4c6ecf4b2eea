import { catalog } from '@vitrine/contract/catalog';
import { freshness } from '@vitrine/contract/core';
import { useQueries } from '@tanstack/react-query';
import {
  contractQuery,
  useContractPages,
  useContractQuery,
} from '../../../../kit/queries/contract-query.ts';

const queryOptions = { staleTime: freshness.halfHour };

// The content lookups (C section 7).
export const useCourses = (enabled = true) =>
  useContractQuery(catalog.coursesToPick, {}, { ...queryOptions, enabled });
export const useModules = (enabled = true) =>
  useContractQuery(catalog.modulesToPick, {}, { ...queryOptions, enabled });
export const useLessons = () => useContractPages(catalog.lessonsToPick, {});
export const useFoundLessons = (term: string) =>
  useContractPages(catalog.searchLessons, { params: { term } });

/** Whole courses and lessons, as far as they are there: for covers, and for names nobody knows yet. */
export function useDetails(courseIds: number[], lessonIds: number[]) {
  const courses = useQueries({
    queries: courseIds.map((id) =>
      contractQuery(catalog.showCourse, { params: { id } }, queryOptions),
    ),
  });
  const lessons = useQueries({
    queries: lessonIds.map((id) =>
      contractQuery(catalog.showLesson, { params: { id } }, queryOptions),
    ),
  });
  return {
    courses: courses.flatMap(({ data }) => (data ? [data.data] : [])),
    lessons: lessons.flatMap(({ data }) => (data ? [data.data] : [])),
  };
}
