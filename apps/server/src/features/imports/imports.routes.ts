import { imports, limits, MembersChoices, messages } from '@vitrine/contract/imports';
import { messages as common } from '@vitrine/contract/messages';
import type { AnyRoute } from '@vitrine/contract/core';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction, type Call } from '../../kit/call.ts';
import { sendCsv, type CsvCell } from '../../kit/csv.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pagination.ts';
import { requireProducts } from '../../kit/product-access.ts';
import { storeFile } from '../../kit/store-files.ts';
import * as z from 'zod/mini';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { invalid, refuse } from '../../platform/app-error.ts';
import { importCourses, importQueue, refuseNoCartridge } from './import-course.ts';
import { columnsFor, enqueueInvitations, importMembers, refuseNoPeople } from './import-members.ts';
import { addImport, isUndone, listImports, markUndone, readImport } from './imports.store.ts';
import { productKey } from './people.ts';
import {
  countRows,
  countUninvited,
  rememberChoices,
  resultAfter,
  takeBack,
  type ResultRow,
} from './people.store.ts';
import { previewMembers } from './preview-members.ts';
import type { ReportLine } from './report.ts';
import { withSheet } from './sheet-process.ts';

/** v1, catalog and members. Each call checks the file, and leaves the work to a job. */
export function mountImports(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'imports', imports, {
    course: withoutTransaction(async ({ database }, call) => {
      const { product_ids } = call.body;
      await database.transaction(call.school.tenant.id, (tx) => requireProducts(tx, product_ids));
      const owner = { tenantId: call.school.tenant.id, account: call.member.id };
      await refuseNoCartridge(owner, sentFile(call).path);
      return { data: await start(platform, call, 'course', { product_ids }) };
    }),

    members: withoutTransaction(async ({ database }, call) => {
      const tenantId = call.school.tenant.id;
      const owner = { tenantId, account: call.member.id };
      const choices = choicesIn(call.body.choices);
      await importQueue(owner, () =>
        withSheet(sentFile(call).path, (sheet) =>
          database.transaction(tenantId, async (tx) => {
            const columns = choices.columns ?? null;
            choices.columns = (await columnsFor(tx, sheet, choices)).columns;
            refuseNoPeople(sheet, choices);
            const productIds = choices.products.flatMap(({ product_id }) => product_id ?? []);
            await requireProducts(tx, [...new Set(productIds)]);
            await rememberChoices(tx, {
              key: sheet.key,
              columns,
              products: new Map(
                choices.products.map(({ title, product_id }) => [productKey(title), product_id]),
              ),
            });
          }),
        ),
      );
      const base = schoolOrigin(platform.config, call.school, call.request);
      return { data: await start(platform, call, 'members', { base, choices }) };
    }),

    previewMembers: withoutTransaction(async ({ database }, call) => {
      const tenantId = call.school.tenant.id;
      const owner = { tenantId, account: call.member.id };
      const choices = choicesIn(call.body.choices);
      const { preview, lines } = await importQueue(owner, () =>
        withSheet(sentFile(call).path, (sheet) =>
          previewMembers(database, tenantId, sheet, choices),
        ),
      );
      return { data: { ...preview, report: translateReport(lines, call.t) } };
    }),

    result: withoutTransaction(async ({ database }, call) => {
      const { params, school, reply, t } = call;
      const tenantId = school.tenant.id;
      await database.readTransaction(tenantId, (tx) => readImport(tx, params.id));
      const headings = ['linha', 'resultado', 'nome', 'e-mail', 'produtos recebidos', 'motivo'].map(
        (name) => t(name),
      );
      const batches = resultBatches(t, (line) =>
        database.readTransaction(tenantId, (tx) => resultAfter(tx, params.id, line)),
      );
      await sendCsv(reply, `importacao-${params.id}.csv`, headings, batches);
    }),

    undo: async (tx, { params, t }) => {
      await readImport(tx, params.id);
      if (!(await markUndone(tx, params.id))) throw refuse('no_undo', messages.noUndo, 409);
      return { message: t(messages.undone), data: await takeBack(tx, params.id) };
    },

    invite: async (tx, { params, t, school, request }) => {
      await readImport(tx, params.id);
      if (await isUndone(tx, params.id)) throw refuse('no_undo', messages.noUndo, 409);
      const uninvited = await countUninvited(tx, params.id);
      const base = schoolOrigin(platform.config, school, request);
      await enqueueInvitations(tx, { id: params.id, base, per_day: limits.invitationsPerDay });
      return { message: t(messages.invited, { count: uninvited }), data: { invited: uninvited } };
    },

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
}

type Translate = (text: string, values?: Record<string, string | number>) => string;

const translateReport = (lines: ReportLine[], t: Translate) =>
  lines.map(({ message, values, ...line }) => ({ ...line, message: t(message, values) }));

/** The outcome of a row, in the words of the result file. */
const outcomes: Record<string, string> = {
  created: 'criada',
  changed: 'atualizada',
  unchanged: 'sem mudança',
  refused: 'recusada',
};

async function* resultBatches(
  t: Translate,
  read: (line: number) => Promise<ResultRow[]>,
): AsyncGenerator<CsvCell[][]> {
  for (let line = 0, rows = await read(0); rows.length; rows = await read(line)) {
    line = rows.at(-1)!.line;
    yield rows.map((row) => [
      row.line,
      t(outcomes[row.outcome]!),
      row.name ?? row.item ?? '',
      row.email ?? '',
      row.products.join('|'),
      row.message ? t(row.message, row.values ?? {}) : '',
    ]);
  }
}

function choicesIn(json: string): MembersChoices {
  try {
    return z.parse(MembersChoices, JSON.parse(json || '{}'));
  } catch {
    throw invalid({ choices: [messages.wrongChoices] });
  }
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
  {
    product_ids,
    choices,
    ...more
  }: { product_ids?: number[]; choices?: MembersChoices; base?: string },
) {
  const { member, school } = call;
  const { path, name } = await storeFile(platform, school.tenant.id, sentFile(call), {
    use: 'import_file',
    memberId: member.id,
  });
  return platform.database.transaction(school.tenant.id, async (tx) => {
    const notice = {
      kind,
      path,
      filename: name,
      member_id: member.id,
      ...(product_ids && { product_ids }),
      ...(choices && { choices }),
    };
    const added = await addImport(tx, notice, more);
    await writeAuditEntry(tx, `imports.${kind}`, call);
    return added;
  });
}
