import { catalog } from '@vitrine/contract/catalog';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { requireLesson } from '../../kit/access/lesson-access.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { catalogFirstCalls, catalogReaders } from './catalog.first-calls.ts';
import { courseHandlers } from './courses.handlers.ts';
import { lessonActHandlers, lessonHandlers } from './lessons.handlers.ts';
import { lookupHandlers } from './lookups.handlers.ts';
import { moduleHandlers } from './modules.handlers.ts';

/** @returns the calls that the catalog's pages begin with. */
export function mountCatalog(app: FastifyInstance, platform: Platform) {
  const readers = catalogReaders();
  mount(
    app,
    platform,
    'catalog',
    catalog,
    {
      ...courseHandlers(readers),
      ...moduleHandlers(readers),
      ...lessonHandlers(platform, readers),
      ...lessonActHandlers,
      ...lookupHandlers,
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
        saveProgress: (tx, id, context) => requireLesson(tx, courseViewer(context), id),
      },
    },
  );
  return catalogFirstCalls(readers);
}
