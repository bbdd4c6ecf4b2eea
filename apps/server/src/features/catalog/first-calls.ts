import { catalog, type Course } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { serializerFor } from '../../kit/answers.ts';
import { firstCall, type PageAnswer } from '../../kit/first-call.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import { courseOfModuleQuery, courseQuery } from './courses.store.ts';
import { withOpenFiles } from './lesson-files.ts';
import { lessonJson } from './lesson-json.ts';
import { lessonQuery, openLesson, type LessonRow, type LessonWithList } from './lessons.store.ts';
import { modulePage } from './module-page.ts';

const course = firstCall<Course>({
  query: courseQuery,
  values: ({ id }) => ({ courseId: id }),
  answer: async (_platform, _who, row, id) => pageOf(catalog.showCourse, id, orNotFound(row)),
});

const module = firstCall<Course>({
  query: courseOfModuleQuery,
  values: ({ id }) => ({ moduleId: id }),
  answer: async (_platform, _who, row, id) =>
    pageOf(catalog.showModule, id, modulePage(orNotFound(row), id)),
});

function pageOf(route: AnyRoute, id: number, data: object): PageAnswer {
  const url = route.path.replace('{id}', String(id));
  const json = serializerFor(route)({ data });
  return {
    answers: { [url]: json },
    // The head tells how far the viewer is, so that it depends on all of it.
    firstFold: { key: json, read: () => ({ [url]: { data } }) },
  };
}

const lesson = firstCall<LessonRow>({
  query: lessonQuery,
  values: ({ id }) => ({ lessonId: id }),
  async answer({ files }: Platform, { school }, row, id) {
    const found = withOpenFiles(files, openLesson(row));
    const url = catalog.showLesson.path.replace('{id}', String(id));
    return {
      answers: { [url]: lessonJson(found), ...templateOf(school) },
      firstFold: {
        key: lessonFoldKey(found),
        read: () => ({
          [url]: { data: { ...found, modules: JSON.parse(found.modules) as unknown } },
        }),
      },
    };
  },
});

/** What the heading, the picture and the text of a lesson show; nothing of the list around it. */
const lessonFoldKey = ({ files: _, captions: __, modules: ___, ...lesson }: LessonWithList) =>
  JSON.stringify({
    ...lesson,
    course: { ...lesson.course, progress: 0 },
    seconds: 0,
    previous: null,
    marquee: null,
  });

const templateOf = ({ tenant, settings }: School) => ({
  [lessonPage.show.path.replace('{tenant}', String(tenant.id))]: JSON.stringify({
    data: {
      comment: Number(settings.comment),
      theme_classes: settings.theme_classes,
      course_page_indicator: Number(settings.course_page_indicator),
      module_page_indicator: Number(settings.module_page_indicator),
    },
  }),
});

/** The calls that the catalog's pages begin with. */
export const catalogFirstCalls = {
  'catalog.showCourse': course,
  'catalog.showModule': module,
  'catalog.showLesson': lesson,
};
