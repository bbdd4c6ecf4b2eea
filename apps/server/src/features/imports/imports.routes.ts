import { imports } from '@vitrine/contract/imports';
import type { FastifyInstance } from 'fastify';
import { requireProducts } from '../../kit/access/product-access.ts';
import { withoutTransaction } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import { importCourses, refuseNoCartridge } from './import-course.ts';
import { importMembers } from './import-members.ts';
import { listImports, readImport } from './imports.store.ts';
import { peopleHandlers } from './people.handlers.ts';
import { countRows, countUninvited } from './people.store.ts';
import { translateReport } from './report.ts';
import { sentFile, startImport } from './start-import.ts';
import { undoMembers } from './undo-members.ts';

/** v1, catalog and members. Each call checks the file, and leaves the work to a job. */
export function mountImports(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'imports', imports, {
    course: withoutTransaction(async ({ database }, call) => {
      const { product_ids } = call.body;
      const data = await startImport(platform, call, 'course', async () => {
        await database.transaction(call.school.tenant.id, (tx) => requireProducts(tx, product_ids));
        const owner = { tenantId: call.school.tenant.id, account: call.member.id };
        await refuseNoCartridge(owner, sentFile(call).path);
        return { product_ids };
      });
      return { data };
    }),

    ...peopleHandlers(platform),

    list: async (tx, { query, request }) =>
      asPage(request, query.page, await listImports(tx, query)),

    show: async (tx, { params, t }) => {
      const { report, ...data } = await readImport(tx, params.id);
      const people = data.kind === 'members' && {
        counts: await countRows(tx, params.id),
        uninvited: await countUninvited(tx, params.id),
      };
      return { data: { ...data, ...people, report: translateReport(report, t) } };
    },
  });

  importCourses(platform);
  importMembers(platform);
  undoMembers(platform);
}
