import type { catalog } from '@vitrine/contract/catalog';
import { courseViewer } from '../../kit/access/course-access.ts';
import type { Handlers } from '../../kit/http/call.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import {
  coursesToPick,
  lessonsToPick,
  modulesToPick,
  moduleWithLessons,
} from './lookups.reader.ts';

/** Handlers of the lists from which staff pick courses, modules and lessons. */
export const lookupHandlers = {
  coursesToPick: (tx, call) => coursesToPick(tx, courseViewer(call)),
  modulesToPick: (tx, call) => modulesToPick(tx, courseViewer(call)),

  moduleWithLessons: async (tx, call) => ({
    data: [await moduleWithLessons(tx, courseViewer(call), call.params.moduleId)],
  }),

  lessonsToPick: async (tx, { query, request }) =>
    asPage(request, query.page, await lessonsToPick(tx, query)),

  searchLessons: async (tx, { params, query, request }) =>
    asPage(request, query.page, await lessonsToPick(tx, { search: params.term, page: query.page })),
} satisfies Partial<Handlers<typeof catalog>>;
