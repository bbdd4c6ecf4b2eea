import type { catalog } from '@vitrine/contract/catalog';
import { courseViewer, type CourseViewer } from '../../kit/access/course-access.ts';
import {
  hotRead,
  withoutTransaction,
  withPreparation,
  type Handlers,
} from '../../kit/http/call.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewerOf, type CatalogReaders } from './catalog.first-calls.ts';
import { readCourse } from './courses.store.ts';
import { withOpenFiles } from './lesson-files.ts';
import { lessonJson, lessonQuery } from './lesson.reader.ts';
import {
  addLesson,
  changeLesson,
  changeLessons,
  readLesson,
  removeLesson,
  removeLessons,
} from './lessons.store.ts';
import { likeLesson, unlikeLesson } from './likes.store.ts';
import { saveProgress } from './progress.store.ts';
import { withFormulas } from './with-formulas.ts';

/** Handlers of the calls that show a lesson, and of those by which admins edit lessons. */
export const lessonHandlers = ({ files }: Platform, readers: CatalogReaders) => {
  const lessonFor = async (tx: TenantTransaction, viewer: CourseViewer, id: number) => ({
    data: withOpenFiles(files, await readLesson(tx, viewer, id)),
  });
  return {
    createLesson: withPreparation(
      (_platform, call) => withFormulas(call),
      async (tx, call, input) => {
        const id = await addLesson(tx, call.params.id, input);
        return lessonFor(tx, courseViewer(call), id);
      },
    ),

    showLesson: hotRead({
      query: lessonQuery,
      values: ({ params }) => ({ lessonId: params.id }),
      answer: async ({ database }, call, own) => {
        const reader = database.reader(call.school.tenant.id);
        const viewer = viewerOf(call.viewer, call.request.vitrine.studentProducts);
        const lesson = await readers.lesson(reader, viewer, own!, call.params.id);
        return lessonJson(withOpenFiles(files, lesson));
      },
    }),

    updateLesson: withPreparation(
      (_platform, call) => withFormulas(call),
      async (tx, call, patch) => {
        await changeLesson(tx, courseViewer(call), call.params.id, patch);
        return lessonFor(tx, courseViewer(call), call.params.id);
      },
    ),

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
  } satisfies Partial<Handlers<typeof catalog>>;
};

/** Handlers of what a member does with a lesson: watch it, finish it, like it. */
export const lessonActHandlers = {
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
} satisfies Partial<Handlers<typeof catalog>>;
