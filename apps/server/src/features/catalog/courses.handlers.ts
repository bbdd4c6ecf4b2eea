import type { catalog } from '@vitrine/contract/catalog';
import { courseViewer } from '../../kit/access/course-access.ts';
import { hotRead, type Handlers } from '../../kit/http/call.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import { viewerOf, type CatalogReaders } from './catalog.first-calls.ts';
import { courseJson, courseQuery } from './course.reader.ts';
import {
  addCourse,
  changeCourse,
  countStudents,
  listCourses,
  readCourse,
  removeCourse,
} from './courses.store.ts';

/** Handlers of the calls of courses. */
export const courseHandlers = (readers: CatalogReaders) =>
  ({
    listCourses: async (tx, { query, request }) =>
      asPage(request, query.page, await listCourses(tx, query)),

    createCourse: async (tx, call) => {
      const id = await addCourse(tx, call.body);
      return { data: await readCourse(tx, courseViewer(call), id) };
    },

    showCourse: hotRead({
      query: courseQuery,
      values: ({ params }) => ({ courseId: params.id }),
      answer: async ({ database }, call, own) => {
        const reader = database.reader(call.school.tenant.id);
        const viewer = viewerOf(call.viewer, call.request.vitrine.studentProducts);
        return courseJson(await readers.course(reader, viewer, own!), own!);
      },
    }),

    courseStudents: async (tx, { params }) => ({ data: await countStudents(tx, params.id) }),

    updateCourse: async (tx, call) => {
      await changeCourse(tx, courseViewer(call), call.params.id, call.body);
      return { data: await readCourse(tx, courseViewer(call), call.params.id) };
    },

    removeCourse: (tx, { params }) => removeCourse(tx, params.id),
  }) satisfies Partial<Handlers<typeof catalog>>;
