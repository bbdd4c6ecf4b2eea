import type { catalog } from '@vitrine/contract/catalog';
import { courseViewer } from '../../kit/access/course-access.ts';
import { hotRead, type Handlers } from '../../kit/http/call.ts';
import { viewerOf, type CatalogReaders } from './catalog.first-calls.ts';
import { courseOfModuleQuery, modulePageJson } from './course.reader.ts';
import { addModule, changeModule, readModule, removeModule } from './modules.store.ts';

/** Handlers of the calls of modules. */
export const moduleHandlers = (readers: CatalogReaders) =>
  ({
    createModule: async (tx, call) => {
      const id = await addModule(tx, call.params.id, call.body);
      return { data: await readModule(tx, courseViewer(call), id) };
    },

    showModule: hotRead({
      query: courseOfModuleQuery,
      values: ({ params }) => ({ moduleId: params.id }),
      answer: async ({ database }, call, own) => {
        const reader = database.reader(call.school.tenant.id);
        const viewer = viewerOf(call.viewer, call.request.vitrine.studentProducts);
        const course = await readers.course(reader, viewer, own!);
        return modulePageJson(course, own!, call.params.id);
      },
    }),

    updateModule: async (tx, call) => {
      await changeModule(tx, courseViewer(call), call.params.id, call.body);
      return { data: await readModule(tx, courseViewer(call), call.params.id) };
    },

    removeModule: (tx, { params }) => removeModule(tx, params.id),
  }) satisfies Partial<Handlers<typeof catalog>>;
