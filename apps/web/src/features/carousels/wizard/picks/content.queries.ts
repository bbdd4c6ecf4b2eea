import { catalog } from '@vitrine/contract/catalog';
import { freshness } from '@vitrine/contract/core';
import { useQueries } from '@tanstack/react-query';
import {
  contractQuery,
  useContractPages,
  useContractQuery,
} from '../../../../kit/queries/contract-query.ts';

const reading = { staleTime: freshness.halfHour };

// The content lookups (C section 7).
export const useCourses = (enabled = true) =>
  useContractQuery(catalog.coursesToPick, {}, { ...reading, enabled });
export const useModules = (enabled = true) =>
  useContractQuery(catalog.modulesToPick, {}, { ...reading, enabled });
export const useLessons = () => useContractPages(catalog.lessonsToPick, {});
export const useFoundLessons = (term: string) =>
  useContractPages(catalog.searchLessons, { params: { term } });

/** Whole courses and lessons, as far as they are there: for covers, and for names nobody knows yet. */
export function useDetails(courseIds: number[], lessonIds: number[]) {
  const courses = useQueries({
    queries: courseIds.map((id) => contractQuery(catalog.showCourse, { params: { id } }, reading)),
  });
  const lessons = useQueries({
    queries: lessonIds.map((id) => contractQuery(catalog.showLesson, { params: { id } }, reading)),
  });
  return {
    courses: courses.flatMap(({ data }) => (data ? [data.data] : [])),
    lessons: lessons.flatMap(({ data }) => (data ? [data.data] : [])),
  };
}
