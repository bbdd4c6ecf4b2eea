import { useQueryClient } from '@tanstack/react-query';
import { catalog } from '@vitrine/contract/catalog';
import { messages } from '@vitrine/contract/catalog-limits';
import type { AnyRoute } from '@vitrine/contract/core';
import { customHtml } from '@vitrine/contract/custom-html';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { me } from '@vitrine/contract/me';
import { messages as common } from '@vitrine/contract/messages';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { reminders } from '@vitrine/contract/reminders';
import { rewards } from '@vitrine/contract/rewards';
import { refresh, useContractMutation } from '../../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../../kit/queries/first-page.ts';
import { useOrderedList } from '../../../kit/queries/ordered-list.ts';
import { useRefreshOnChange } from '../../../kit/queries/refresh-on-change.ts';

const { listCourses, showCourse, showLesson } = catalog;
const lookups = [
  catalog.coursesToPick,
  catalog.modulesToPick,
  catalog.lessonsToPick,
  catalog.moduleWithLessons,
  catalog.searchLessons,
];
/** The queries that hold a course's modules and lessons, the student's pages included. */
const refreshes = [
  listCourses,
  showCourse,
  catalog.showModule,
  showLesson,
  ...lookups,
  home.show,
  me.courses,
  // They name what they lead to, and lose what is removed.
  customHtml.list,
  customHtml.filters,
  customHtml.pages,
  favorites.list,
  reminders.list,
  rewards.list,
];
/** The queries that hold or name a course. Products name the courses that they open. */
export const courseRefreshes = [...refreshes, products.list];

/** A quiz names its lessons. The form of a lesson lists the quizzes: its save does not wait. */
function useLessonWrite<R extends AnyRoute>(
  route: R,
  options: Parameters<typeof useContractMutation<R>>[1],
) {
  const client = useQueryClient();
  return useContractMutation(route, {
    ...options,
    onSuccess: () => void refresh(client, [quizzes.list, quizzes.show, quizzes.mine]),
  });
}

/** Mutation scope: writes to a course's content run one after the other. */
const scope = 'catalog';

/** Lists the courses whose titles contain the text, page by page. An import adds to them later. */
export const useCourses = (search: string) =>
  useContractPages(listCourses, { query: { search } }, readOnReturn);
/** Counts the students who hold the course, and those who finished it. */
export const useCourseStudents = (id: number) =>
  useContractQuery(catalog.courseStudents, { params: { id } }, readOnReturn);
/** Reads a lesson as staff see it, also a draft. */
export const useLesson = (id: number) => useContractQuery(showLesson, { params: { id } });

/** Adds a course, once also after a double click. */
export const useAddCourse = () =>
  useContractMutation(catalog.createCourse, {
    refreshes: courseRefreshes,
    once: true,
    success: messages.courseCreated,
  });
/** Saves a course. 409 opens the dialog of conflicts. */
export const useChangeCourse = () =>
  useContractMutation(catalog.updateCourse, { refreshes: courseRefreshes, success: common.saved });
/** Saves the cover of a course at once. A failure shows a toast. */
export const useSaveCover = () =>
  useContractMutation(catalog.updateCourse, {
    refreshes: courseRefreshes,
    success: common.saved,
    failure: true,
  });
/** Removes a course with its modules, lessons and progress. */
export const useRemoveCourse = () =>
  useLessonWrite(catalog.removeCourse, {
    refreshes: courseRefreshes,
    removesFrom: listCourses,
    success: messages.courseRemoved,
  });

/** Adds a module behind the last one. Writes to a course's content run one after the other. */
export const useAddModule = () =>
  useContractMutation(catalog.createModule, { refreshes, scope, once: true });
/** Renames a module. The field of its name shows a failure. */
export const useRenameModule = () =>
  useContractMutation(catalog.updateModule, { refreshes, scope });
/** Saves a form of a module, such as its cover. */
export const useChangeModule = () =>
  useContractMutation(catalog.updateModule, { refreshes, success: common.saved });
/** Removes a module with its lessons. */
export const useRemoveModule = () =>
  useLessonWrite(catalog.removeModule, { refreshes, success: messages.moduleRemoved });

/** Adds a lesson behind the last one of the module. */
export const useAddLesson = () =>
  useLessonWrite(catalog.createLesson, { refreshes, scope, once: true });
/** Saves the form of a lesson. 409 opens the dialog of conflicts. */
export const useChangeLesson = () =>
  useLessonWrite(catalog.updateLesson, { refreshes, success: common.saved });
/** Renames a lesson. The field of its name shows a failure. */
export const useRenameLesson = () => useLessonWrite(catalog.updateLesson, { refreshes, scope });
/** Switches whether a lesson is a draft or a sample, at once. */
export const useMarkLesson = () =>
  useLessonWrite(catalog.updateLesson, { refreshes, scope, failure: true });
/** Publishes a module or makes it a draft, at once. */
export const useMarkModule = () =>
  useContractMutation(catalog.updateModule, { refreshes, scope, failure: true });
/** Publishes a course or makes it a draft, at once. */
export const usePublishCourse = () =>
  useContractMutation(catalog.updateCourse, { refreshes, failure: true });
/** Moves several lessons, publishes them, or makes them drafts. */
export const useChangeLessons = () =>
  useLessonWrite(catalog.updateLessons, { refreshes, scope, failure: true });
/** Removes the chosen lessons in one request. */
export const useRemoveLessons = () =>
  useLessonWrite(catalog.removeLessons, {
    refreshes,
    scope,
    success: messages.lessonsRemoved,
  });
/** Removes a lesson with the students' progress in it. */
export const useRemoveLesson = () =>
  useLessonWrite(catalog.removeLesson, { refreshes, success: messages.lessonRemoved });

interface WithId {
  id: number;
}

/** The modules in their order, and the moves that save it at once. */
export function useModuleOrder<T extends WithId>(courseId: number, modules: T[]) {
  // Lessons come with their modules.
  useRefreshOnChange('catalog', refreshes);
  return useOrderedList({
    items: modules,
    getId: ({ id }) => id,
    route: catalog.updateCourse,
    input: (ids) => ({ params: { id: courseId }, body: { module_ids: ids } }),
    refreshes,
    failure: common.orderFailed,
  });
}

/** The lessons of a module in their order, and the moves that save it at once. */
export const useLessonOrder = <T extends WithId>(moduleId: number, lessons: T[]) =>
  useOrderedList({
    items: lessons,
    getId: ({ id }) => id,
    route: catalog.updateModule,
    input: (ids) => ({ params: { id: moduleId }, body: { lesson_ids: ids } }),
    refreshes,
    failure: common.orderFailed,
  });
