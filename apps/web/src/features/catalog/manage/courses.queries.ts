import { catalog, messages } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import { me } from '@vitrine/contract/me';
import { messages as common } from '@vitrine/contract/messages';
import { useContractMutation } from '../../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../../kit/queries/contract-query.ts';
import { useOrderedList } from '../../../kit/queries/ordered-list.ts';

const { listCourses, showCourse, showLesson } = catalog;
const lookups = [catalog.coursesToPick, catalog.modulesToPick, catalog.lessonsToPick];
/** The queries that hold a course's modules and lessons, the student's pages included. */
const refreshes = [
  ...[listCourses, showCourse, catalog.showModule, showLesson, ...lookups],
  ...[home.show, me.courses],
];
/** Mutation scope: writes to a course's content run one after the other. */
const scope = 'catalog';

export const useCourses = (search: string) => useContractPages(listCourses, { query: { search } });
export const useCourse = (id: number) => useContractQuery(showCourse, { params: { id } });
export const useCourseStudents = (id: number) =>
  useContractQuery(catalog.courseStudents, { params: { id } });
export const useLesson = (id: number) => useContractQuery(showLesson, { params: { id } });

export const useAddCourse = () =>
  useContractMutation(catalog.createCourse, {
    refreshes,
    once: true,
    success: messages.courseCreated,
  });
export const useChangeCourse = () =>
  useContractMutation(catalog.updateCourse, { refreshes, success: common.saved });
export const useRemoveCourse = () =>
  useContractMutation(catalog.removeCourse, { refreshes, success: messages.courseRemoved });

export const useAddModule = () =>
  useContractMutation(catalog.createModule, { refreshes, scope, once: true });
export const useRenameModule = () =>
  useContractMutation(catalog.updateModule, { refreshes, scope, failure: true });
export const useChangeModule = () =>
  useContractMutation(catalog.updateModule, { refreshes, success: common.saved });
export const useRemoveModule = () =>
  useContractMutation(catalog.removeModule, { refreshes, success: messages.moduleRemoved });

export const useAddLesson = () =>
  useContractMutation(catalog.createLesson, { refreshes, scope, once: true });
export const useChangeLesson = () =>
  useContractMutation(catalog.updateLesson, { refreshes, success: common.saved });
export const useRenameLesson = () =>
  useContractMutation(catalog.updateLesson, { refreshes, scope, failure: true });
export const useMarkLesson = () =>
  useContractMutation(catalog.updateLesson, { refreshes, scope, failure: true });
export const useMarkModule = () =>
  useContractMutation(catalog.updateModule, { refreshes, scope, failure: true });
export const usePublishCourse = () =>
  useContractMutation(catalog.updateCourse, { refreshes, failure: true });
/** Several at once: moved, published or made drafts. */
export const useChangeLessons = () =>
  useContractMutation(catalog.updateLessons, { refreshes, scope, failure: true });
export const useRemoveLessons = () =>
  useContractMutation(catalog.removeLessons, {
    refreshes,
    scope,
    success: messages.lessonsRemoved,
  });
export const useRemoveLesson = () =>
  useContractMutation(catalog.removeLesson, { refreshes, success: messages.lessonRemoved });

interface WithId {
  id: number;
}

export const useModuleOrder = <T extends WithId>(courseId: number, modules: T[]) =>
  useOrderedList({
    items: modules,
    getId: ({ id }) => id,
    route: catalog.updateCourse,
    input: (ids) => ({ params: { id: courseId }, body: { module_ids: ids } }),
    refreshes,
    failure: common.orderFailed,
  });

export const useLessonOrder = <T extends WithId>(moduleId: number, lessons: T[]) =>
  useOrderedList({
    items: lessons,
    getId: ({ id }) => id,
    route: catalog.updateModule,
    input: (ids) => ({ params: { id: moduleId }, body: { lesson_ids: ids } }),
    refreshes,
    failure: common.orderFailed,
  });
