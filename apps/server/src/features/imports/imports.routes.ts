import { imports } from '@vitrine/contract/imports';
import { messages as common } from '@vitrine/contract/messages';
import type { AnyRoute } from '@vitrine/contract/core';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction, type Call } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pagination.ts';
import { requireProducts } from '../../kit/product-access.ts';
import { storeFile } from '../../kit/store-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailBaseUrl } from '../../platform/schools.ts';
import { invalid } from '../../platform/app-error.ts';
import { importCourses, refuseNoCartridge } from './import-course.ts';
import { importMembers, refuseNoPeople } from './import-members.ts';
import { addImport, listImports, readImport } from './imports.store.ts';

export function mountImports(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'imports', imports, {
    course: withoutTransaction(async ({ database }, call) => {
      const { product_ids } = call.body;
      await database.transaction(call.school.tenant.id, (tx) => requireProducts(tx, product_ids));
      const owner = { tenantId: call.school.tenant.id, account: call.member.id };
      await refuseNoCartridge(owner, sentFile(call).path);
      return { data: await start(platform, call, 'course', { product_ids }) };
    }),

    members: withoutTransaction(async (_platform, call) => {
      await refuseNoPeople(sentFile(call).path);
      const base = mailBaseUrl(platform.config, call.school, call.request);
      return { data: await start(platform, call, 'members', { base }) };
    }),

    list: async (tx, { query, request }) =>
      asPage(request, query.page, await listImports(tx, query)),

    show: async (tx, { params, t }) => {
      const { report, ...data } = await readImport(tx, params.id);
      return {
        data: {
          ...data,
          report: report.map(({ message, values, ...line }) => ({
            ...line,
            message: t(message, values),
          })),
        },
      };
    },
  });

  importCourses(platform);
  importMembers(platform);
}

function sentFile({ files }: Call<AnyRoute>) {
  const file = files['file'];
  if (!file) throw invalid({ file: [common.required] });
  return file;
}

/** Keeps the file and puts the import into its queue, in one transaction with its trace. */
async function start(
  platform: Platform,
  call: Call<AnyRoute>,
  kind: 'course' | 'members',
  { product_ids, ...more }: { product_ids?: number[]; base?: string },
) {
  const { member, school } = call;
  const { path, name } = await storeFile(platform, school.tenant.id, sentFile(call), {
    use: 'import_file',
    memberId: member.id,
  });
  return platform.database.transaction(school.tenant.id, async (tx) => {
    const sent = {
      kind,
      path,
      filename: name,
      member_id: member.id,
      ...(product_ids && { product_ids }),
    };
    const added = await addImport(tx, sent, more);
    await writeAuditEntry(tx, `imports.${kind}`, call);
    return added;
  });
}
