import { catalog, type Lesson } from '@vitrine/contract/catalog';
import type { FastifyInstance } from 'fastify';
import { readerOf, type Reader } from '../../kit/course-access.ts';
import { withList } from '../../kit/answers.ts';
import { page } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pages.ts';
import type { Scope } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { addCourse, changeCourse, listCourses, readCourse, removeCourse } from './courses.store.ts';
import { enterLesson } from '../../kit/lesson-access.ts';
import { withOpenFiles } from './held-files.ts';
import {
  addLesson,
  changeLesson,
  lessonQuestion,
  openLesson,
  readLesson,
  removeLesson,
  type LessonRow,
} from './lessons.store.ts';
import { likeLesson, unlikeLesson } from './likes.store.ts';
import { coursesToPick, lessonsToPick, modulesToPick, moduleWithLessons } from './lookups.store.ts';
import { addModule, changeModule, readModule, removeModule } from './modules.store.ts';
import { showModule } from './module-page.store.ts';
import { saveProgress } from './progress.store.ts';

export function mountCatalog(app: FastifyInstance, platform: Platform) {
  const shown = (lesson: Lesson) => ({ data: withOpenFiles(platform.files, lesson) });
  const lessonFor = async (school: Scope, reader: Reader, id: number) =>
    shown(await readLesson(school, reader, id));
  mount(
    app,
    platform,
    'catalog',
    catalog,
    {
      listCourses: async (school, { query, request }) =>
        asPage(request, query.page, await listCourses(school, query)),

      createCourse: async (school, call) => {
        const id = await addCourse(school, call.body);
        return { data: await readCourse(school, readerOf(call), id) };
      },

      showCourse: async (school, call) => ({
        data: await readCourse(school, readerOf(call), call.params.id),
      }),

      updateCourse: async (school, call) => {
        await changeCourse(school, readerOf(call), call.params.id, call.body);
        return { data: await readCourse(school, readerOf(call), call.params.id) };
      },

      removeCourse: (school, { params }) => removeCourse(school, params.id),

      createModule: async (school, call) => {
        const id = await addModule(school, call.params.id, call.body);
        return { data: await readModule(school, readerOf(call), id) };
      },

      showModule: async (school, call) => ({
        data: await showModule(school, readerOf(call), call.params.id),
      }),

      updateModule: async (school, call) => {
        await changeModule(school, readerOf(call), call.params.id, call.body);
        return { data: await readModule(school, readerOf(call), call.params.id) };
      },

      removeModule: (school, { params }) => removeModule(school, params.id),

      createLesson: async (school, call) => {
        const id = await addLesson(school, call.params.id, call.body);
        return lessonFor(school, readerOf(call), id);
      },

      showLesson: page({
        question: lessonQuestion,
        values: ({ school, params }) => [school.settings.show_blocked_content, params.id],
        answer: async (_platform, _call, row: LessonRow | undefined) => {
          const { modules, ...lesson } = openLesson(row);
          return withList(
            catalog.showLesson,
            shown({ ...lesson, modules: [] }),
            'modules',
            modules,
          );
        },
      }),

      updateLesson: async (school, call) => {
        await changeLesson(school, readerOf(call), call.params.id, call.body);
        return lessonFor(school, readerOf(call), call.params.id);
      },

      removeLesson: (school, { params }) => removeLesson(school, params.id),

      saveProgress: async (school, call) => ({
        data: await saveProgress(school, readerOf(call), call.params.id, call.body),
      }),

      like: async (school, call) => ({
        data: await likeLesson(school, readerOf(call), call.params.id),
      }),

      unlike: async (school, call) => ({
        data: await unlikeLesson(school, readerOf(call), call.params.id),
      }),

      coursesToPick: (school, call) => coursesToPick(school, readerOf(call)),
      modulesToPick: (school, call) => modulesToPick(school, readerOf(call)),

      moduleWithLessons: async (school, call) => ({
        data: [await moduleWithLessons(school, readerOf(call), call.params.moduleId)],
      }),

      lessonsToPick: async (school, { query, request }) =>
        asPage(request, query.page, await lessonsToPick(school, query)),

      searchLessons: async (school, { params, query, request }) =>
        asPage(
          request,
          query.page,
          await lessonsToPick(school, { search: params.term, page: query.page }),
        ),
    },
    {
      subjects: {
        updateCourse: 'courses',
        createModule: 'courses',
        updateModule: 'modules',
        createLesson: 'modules',
        updateLesson: 'lessons',
        // A lesson that the reader may not know of is 404 with a wrong body too.
        saveProgress: (school, id, { member, school: its }) =>
          enterLesson(school, readerOf({ member: member!, school: its }), id),
      },
    },
  );
}
