import { catalog } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { lessonPage } from '@vitrine/contract/lesson-page';
import type { FastifyRequest } from 'fastify';
import type { PrecompressedJson } from '../../kit/http/answers.ts';
import { firstCall, type PageAnswer } from '../../kit/http/first-call.ts';
import { plainText } from '../../platform/gzip-parts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import { isStaff, type Member } from '../../platform/session.ts';
import {
  courseJson,
  courseOfModuleQuery,
  courseQuery,
  courseReader,
  modulePageJson,
  type OwnCourse,
} from './course.reader.ts';
import { withOpenFiles } from './lesson-files.ts';
import {
  lessonJson,
  lessonQuery,
  lessonReader,
  type LessonViewer,
  type LessonWithList,
  type OwnLesson,
} from './lesson.reader.ts';

/** Shared by calls and pages, so that both use one cache. */
export const catalogReaders = () => ({ lesson: lessonReader(), course: courseReader() });

/** The cached readers of courses and lessons. */
export type CatalogReaders = ReturnType<typeof catalogReaders>;

/** The rights of the person who opens a page. A visitor is not staff. */
export const viewerOf = (
  member: Member | null,
  studentProducts: FastifyRequest['vitrine']['studentProducts'],
): LessonViewer => ({
  staff: member !== null && isStaff(member),
  asStudent: studentProducts !== null,
});

/** The calls that the catalog's pages begin with. */
export function catalogFirstCalls(readers: CatalogReaders) {
  const shared = (
    { database }: Platform,
    { school, member, studentProducts }: FastifyRequest['vitrine'],
    own: OwnCourse,
  ) => readers.course(database.reader(school.tenant.id), viewerOf(member, studentProducts), own);

  return {
    'catalog.showCourse': firstCall<OwnCourse>({
      query: courseQuery,
      values: ({ id }) => ({ courseId: id }),
      answer: async (platform, context, own, id) =>
        pageOf(catalog.showCourse, id, courseJson(await shared(platform, context, own!), own!)),
    }),

    'catalog.showModule': firstCall<OwnCourse>({
      query: courseOfModuleQuery,
      values: ({ id }) => ({ moduleId: id }),
      answer: async (platform, context, own, id) =>
        pageOf(
          catalog.showModule,
          id,
          modulePageJson(await shared(platform, context, own!), own!, id),
        ),
    }),

    'catalog.showLesson': firstCall<OwnLesson>({
      query: lessonQuery,
      values: ({ id }) => ({ lessonId: id }),
      async answer({ database, files }, { school, member, studentProducts }, own, id) {
        const reader = database.reader(school.tenant.id);
        const lesson = await readers.lesson(reader, viewerOf(member, studentProducts), own!, id);
        const openLesson = withOpenFiles(files, lesson);
        const url = catalog.showLesson.path.replace('{id}', String(id));
        const settingsUrl = lessonPage.show.path.replace('{tenant}', String(school.tenant.id));
        const answer = lessonJson(openLesson);
        const settings = lessonSettings(school);
        return {
          answers: { [url]: answer.parts, [settingsUrl]: JSON.stringify(settings) },
          firstFold: {
            key: lessonFoldKey(openLesson, school),
            read: () => ({ [url]: answer.read(), [settingsUrl]: settings }),
          },
        };
      },
    }),
  };
}

function pageOf(route: AnyRoute, id: number, answer: PrecompressedJson<unknown>): PageAnswer {
  const url = route.path.replace('{id}', String(id));
  return {
    answers: { [url]: answer.parts },
    // The head tells how far the viewer is, so that it depends on all of it.
    firstFold: { key: plainText(answer.parts), read: () => ({ [url]: answer.read() }) },
  };
}

/** Cache key of a lesson's first fold: heading, image, text and template, without the list. */
const lessonFoldKey = (
  { files: _, captions: __, modules: ___, sharedKey: ____, ...lesson }: LessonWithList,
  { settings }: School,
) =>
  JSON.stringify({
    ...lesson,
    course: { ...lesson.course, progress: 0 },
    seconds: 0,
    previous: null,
    marquee: lesson.marquee !== null,
    template: settings.theme_classes,
  });

const lessonSettings = ({ settings }: School) => ({
  data: {
    comment: Number(settings.comment),
    theme_classes: settings.theme_classes,
    course_page_indicator: Number(settings.course_page_indicator),
    module_page_indicator: Number(settings.module_page_indicator),
  },
});
