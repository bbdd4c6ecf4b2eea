import { catalog } from '@vitrine/contract/catalog';
import type { AnyRoute } from '@vitrine/contract/core';
import { pageAt, type Operation } from '@vitrine/contract/pages';
import { lessonPage } from '@vitrine/contract/lesson-page';
import type { FastifyRequest } from 'fastify';
import { serializerFor } from '../../kit/answers.ts';
import { courseViewer, type CourseViewer } from '../../kit/course-access.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { AppError } from '../../platform/app-error.ts';
import type { School } from '../../platform/schools.ts';
import { readCourse } from './courses.store.ts';
import { withOpenFiles } from './lesson-files.ts';
import { readLesson } from './lessons.store.ts';
import { showModule } from './module-page.store.ts';

type ReadPage = (
  platform: Platform,
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
) => Promise<object>;

/** How the first calls of the catalog's pages are answered. */
const readers: Partial<Record<Operation, { route: AnyRoute; read: ReadPage }>> = {
  'catalog.showCourse': {
    route: catalog.showCourse,
    read: (_platform, tx, viewer, id) => readCourse(tx, viewer, id),
  },
  'catalog.showModule': {
    route: catalog.showModule,
    read: (_platform, tx, viewer, id) => showModule(tx, viewer, id),
  },
  'catalog.showLesson': {
    route: catalog.showLesson,
    read: async ({ files }, tx, viewer, id) =>
      withOpenFiles(files, await readLesson(tx, viewer, id)),
  },
};

/** What a page of the catalog would ask for first, by the address it would ask at. */
export async function catalogAnswers(
  platform: Platform,
  { member, school }: FastifyRequest['vitrine'],
  pathname: string,
): Promise<Record<string, unknown>> {
  const found = pageAt(pathname);
  const reader = found?.page.firstCall && readers[found.page.firstCall];
  if (!found || !reader || !member) return {};
  const { route, read } = reader;
  const id = Number(found.params['id']);
  try {
    const data = await platform.database.readTransaction(school.tenant.id, (tx) =>
      read(platform, tx, courseViewer({ member }), id),
    );
    return {
      [route.path.replace('{id}', String(id))]: asSent(route, { data }),
      ...(route === catalog.showLesson && templateOf(school)),
    };
  } catch (error) {
    // Locked or not there: the page asks, and is told why.
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** Only what the contract declares leaves the house. */
const asSent = (route: AnyRoute, answer: unknown) =>
  JSON.parse(serializerFor(route)(answer)) as unknown;

const templateOf = ({ tenant, settings }: School) => ({
  [lessonPage.show.path.replace('{tenant}', String(tenant.id))]: {
    data: {
      comment: Number(settings.comment),
      theme_classes: settings.theme_classes,
      course_page_indicator: Number(settings.course_page_indicator),
      module_page_indicator: Number(settings.module_page_indicator),
    },
  },
});
