import { catalog, type Lesson } from '@vitrine/contract/catalog';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { courseViewer, type CourseViewer } from '../../kit/course-access.ts';
import { hotRead, withoutTransaction } from '../../kit/call.ts';
import { runOnce } from '../../kit/idempotency.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pagination.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addCourse,
  changeCourse,
  countStudents,
  listCourses,
  readCourse,
  removeCourse,
} from './courses.store.ts';
import { courseJson, courseOfModuleQuery, courseQuery, modulePageJson } from './course-reader.ts';
import { catalogFirstCalls, catalogReaders, viewerOf } from './first-calls.ts';
import { lessonJson, lessonQuery } from './lesson-reader.ts';
import { requireLesson } from '../../kit/lesson-access.ts';
import { withOpenFiles } from './lesson-files.ts';
import {
  addLesson,
  changeLesson,
  changeLessons,
  readLesson,
  removeLesson,
  removeLessons,
} from './lessons.store.ts';
import { likeLesson, unlikeLesson } from './likes.store.ts';
import { coursesToPick, lessonsToPick, modulesToPick, moduleWithLessons } from './lookups.store.ts';
import { addModule, changeModule, readModule, removeModule } from './modules.store.ts';
import { saveProgress } from './progress.store.ts';
import { withFormulas } from './with-formulas.ts';

/** @returns the calls that the catalog's pages begin with. */
export function mountCatalog(app: FastifyInstance, platform: Platform) {
  const readers = catalogReaders();
  const lessonAnswer = (lesson: Lesson) => ({ data: withOpenFiles(platform.files, lesson) });
  const lessonFor = async (tx: TenantTransaction, viewer: CourseViewer, id: number) =>
    lessonAnswer(await readLesson(tx, viewer, id));
  mount(
    app,
    platform,
    'catalog',
    catalog,
    {
      listCourses: async (tx, { query, request }) =>
        asPage(request, query.page, await listCourses(tx, query)),

      createCourse: async (tx, call) => {
        const id = await addCourse(tx, call.body);
        return { data: await readCourse(tx, courseViewer(call), id) };
      },

      showCourse: hotRead({
        query: courseQuery,
        values: ({ params }) => ({
          courseId: params.id,
        }),
        answer: async ({ database }, call, own) => {
          const reader = database.reader(call.school.tenant.id);
          return courseJson(
            await readers.course(
              reader,
              viewerOf(call.viewer, call.request.vitrine.studentProducts),
              own!,
            ),
            own!,
          );
        },
      }),

      courseStudents: async (tx, { params }) => ({ data: await countStudents(tx, params.id) }),

      updateCourse: async (tx, call) => {
        await changeCourse(tx, courseViewer(call), call.params.id, call.body);
        return { data: await readCourse(tx, courseViewer(call), call.params.id) };
      },

      removeCourse: (tx, { params }) => removeCourse(tx, params.id),

      createModule: async (tx, call) => {
        const id = await addModule(tx, call.params.id, call.body);
        return { data: await readModule(tx, courseViewer(call), id) };
      },

      showModule: hotRead({
        query: courseOfModuleQuery,
        values: ({ params }) => ({
          moduleId: params.id,
        }),
        answer: async ({ database }, call, own) => {
          const reader = database.reader(call.school.tenant.id);
          const shared = await readers.course(
            reader,
            viewerOf(call.viewer, call.request.vitrine.studentProducts),
            own!,
          );
          return modulePageJson(shared, own!, call.params.id);
        },
      }),

      updateModule: async (tx, call) => {
        await changeModule(tx, courseViewer(call), call.params.id, call.body);
        return { data: await readModule(tx, courseViewer(call), call.params.id) };
      },

      removeModule: (tx, { params }) => removeModule(tx, params.id),

      createLesson: withoutTransaction(async ({ database }, call) => {
        const input = await withFormulas(call);
        return database.transaction(call.school.tenant.id, (tx) =>
          runOnce(tx, 'catalog.createLesson', call, async () => {
            const id = await addLesson(tx, call.params.id, input);
            await writeAuditEntry(tx, 'catalog.createLesson', call);
            return lessonFor(tx, courseViewer(call), id);
          }),
        );
      }),

      showLesson: hotRead({
        query: lessonQuery,
        values: ({ params }) => ({
          lessonId: params.id,
        }),
        answer: async ({ database, files }, call, own) => {
          const reader = database.reader(call.school.tenant.id);
          const lesson = await readers.lesson(
            reader,
            viewerOf(call.viewer, call.request.vitrine.studentProducts),
            own!,
            call.params.id,
          );
          return lessonJson(withOpenFiles(files, lesson));
        },
      }),

      updateLesson: withoutTransaction(async ({ database }, call) => {
        const patch = await withFormulas(call);
        return database.transaction(call.school.tenant.id, async (tx) => {
          await changeLesson(tx, courseViewer(call), call.params.id, patch);
          await writeAuditEntry(tx, 'catalog.updateLesson', call);
          return lessonFor(tx, courseViewer(call), call.params.id);
        });
      }),

      removeLesson: (tx, { params }) => removeLesson(tx, params.id),

      updateLessons: async (tx, call) => {
        const course = () => readCourse(tx, courseViewer(call), call.params.id);
        await changeLessons(tx, call.params.id, call.body, course);
        return { data: await course() };
      },

      removeLessons: async (tx, call) => {
        await removeLessons(tx, call.params.id, call.body.lesson_ids);
        return { data: await readCourse(tx, courseViewer(call), call.params.id) };
      },

      saveProgress: withoutTransaction(async ({ database }, call) => {
        const { id } = call.school.tenant;
        const viewer = courseViewer(call);
        const data = await saveProgress(database, id, viewer, call.params.id, call.body);
        // Shows points only for a finished lesson. Playing a video is no deliberate act.
        if (call.body.finished) sendPointsHeader(call.reply, data.points ?? 0);
        return { data };
      }),

      like: async (tx, call) => {
        const { likes, points } = await likeLesson(tx, courseViewer(call), call.params.id);
        sendPointsHeader(call.reply, points);
        return { data: likes };
      },

      unlike: async (tx, call) => ({
        data: await unlikeLesson(tx, courseViewer(call), call.params.id),
      }),

      coursesToPick: (tx, call) => coursesToPick(tx, courseViewer(call)),
      modulesToPick: (tx, call) => modulesToPick(tx, courseViewer(call)),

      moduleWithLessons: async (tx, call) => ({
        data: [await moduleWithLessons(tx, courseViewer(call), call.params.moduleId)],
      }),

      lessonsToPick: async (tx, { query, request }) =>
        asPage(request, query.page, await lessonsToPick(tx, query)),

      searchLessons: async (tx, { params, query, request }) =>
        asPage(
          request,
          query.page,
          await lessonsToPick(tx, { search: params.term, page: query.page }),
        ),
    },
    {
      subjects: {
        updateCourse: 'courses',
        createModule: 'courses',
        updateLessons: 'courses',
        removeLessons: 'courses',
        updateModule: 'modules',
        createLesson: 'modules',
        updateLesson: 'lessons',
        // A lesson that the reader may not know of is 404 with a wrong body too.
        saveProgress: (tx, id, { member }) =>
          requireLesson(tx, courseViewer({ member: member! }), id),
      },
    },
  );
  return catalogFirstCalls(readers);
}
