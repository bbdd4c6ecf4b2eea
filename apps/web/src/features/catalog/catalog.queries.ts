import type { QueryClient } from '@tanstack/react-query';
import { catalog, type Lesson, type LessonEntry } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import { wholePercent } from '@vitrine/contract/percent';
import { changeCached } from '../../kit/queries/change-cached.ts';
import { queriesOf } from '../../kit/queries/contract-mutation.ts';
import { contractKey, contractQuery, useContractQuery } from '../../kit/queries/contract-query.ts';

const paramsOf = (id: number) => ({ params: { id } });

/** Reads a course; for staff with its drafts. 404 if the viewer may not see it. */
export const useCourse = (id: number) => useContractQuery(catalog.showCourse, paramsOf(id));
/** Reads a module. 404 if the viewer may not see it. */
export const useModule = (id: number) => useContractQuery(catalog.showModule, paramsOf(id));

/** The options of the query, also for `prefetchQuery`. 403 `no_access` carries the offer. */
export const lessonQuery = (id: number) => contractQuery(catalog.showLesson, paramsOf(id));

const changeLesson = (client: QueryClient, id: number, change: (lesson: Lesson) => Lesson) =>
  changeCached(client, { queryKey: contractKey(catalog.showLesson, paramsOf(id)) }, (old) => ({
    data: change(old.data),
  }));

interface LessonProgress {
  seconds?: number;
  finished?: boolean;
}

/**
 * Writes the viewer's progress in a lesson into every cached list, before the server has stored it.
 */
export function showLessonProgress(
  client: QueryClient,
  lesson: { id: number; course: { id: number }; module: { id: number } },
  progress: LessonProgress,
) {
  const { id, course, module } = lesson;
  const inList = (entries: LessonEntry[]) =>
    entries.map((entry) => (entry.id === id ? { ...entry, ...progress } : entry));
  const inModules = <M extends { lessons: LessonEntry[] }>(modules: M[]) =>
    modules.map((moduleEntry) => ({ ...moduleEntry, lessons: inList(moduleEntry.lessons) }));

  changeLesson(client, id, (old) => {
    const modules = inModules(old.modules);
    return {
      ...old,
      ...progress,
      modules,
      course: { ...old.course, progress: percentOf(modules) },
    };
  });
  changeCached(
    client,
    { queryKey: contractKey(catalog.showCourse, paramsOf(course.id)) },
    (old) => {
      const modules = inModules(old.data.modules);
      return { data: { ...old.data, modules, progress: percentOf(modules) } };
    },
  );
  changeCached(
    client,
    { queryKey: contractKey(catalog.showModule, paramsOf(module.id)) },
    (old) => ({
      data: { ...old.data, lessons: inList(old.data.lessons) },
    }),
  );
  if (progress.finished !== undefined) forgetOtherLists(client, id);
}

/** Other lessons of the course carry the list too: read anew when they are opened. So does home. */
function forgetOtherLists(client: QueryClient, id: number) {
  const [ownPath] = contractKey(catalog.showLesson, paramsOf(id));
  const { predicate } = queriesOf([catalog.showLesson, home.show]);
  void client.invalidateQueries({
    predicate: (query) => query.queryKey[0] !== ownPath && predicate(query),
  });
}

function percentOf(modules: { lessons: LessonEntry[] }[]) {
  const entries = modules.flatMap(({ lessons }) => lessons);
  const finishedCount = entries.filter(({ finished }) => finished).length;
  return wholePercent(finishedCount, entries.length);
}
