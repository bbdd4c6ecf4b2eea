import type { AnyRoute } from '@vitrine/contract/core';
import { limits, MembersChoices, messages, type imports } from '@vitrine/contract/imports';
import * as z from 'zod/mini';
import { requireProducts } from '../../kit/access/product-access.ts';
import { listCell, sendCsv, type CsvCell } from '../../kit/csv.ts';
import { withoutTransaction, type Call, type Handlers } from '../../kit/http/call.ts';
import { invalid, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { columnsFor, enqueueInvitations, refuseNoPeople } from './import-members.ts';
import { readImport } from './imports.store.ts';
import {
  countUninvited,
  namedProducts,
  rememberChoices,
  resultAfter,
  type ResultRow,
} from './people.store.ts';
import { productKey } from './people.ts';
import { previewMembers } from './preview-members.ts';
import { translateReport } from './report.ts';
import { withSheet, type Sheet } from './sheet-process.ts';
import { checkQueue, sentFile, startImport } from './start-import.ts';
import { beginUndo, isUndone } from './undo-members.store.ts';

/** Handlers of the imports of people: preview, start, result, undo and invitations. */
export const peopleHandlers = (platform: Platform) =>
  ({
    members: withoutTransaction(async ({ database }, call) => {
      const tenantId = call.school.tenant.id;
      const owner = { tenantId, account: call.member.id };
      const made = choicesIn(call.body.choices);
      const data = await startImport(platform, call, 'members', async () => {
        const choices = await checkQueue(owner, () =>
          withSheet(sentFile(call).path, (sheet) =>
            database.transaction(tenantId, (tx) => completeChoices(tx, sheet, made)),
          ),
        );
        return { choices };
      });
      return { data };
    }),

    previewMembers: withoutTransaction(async ({ database }, call) => {
      const tenantId = call.school.tenant.id;
      const owner = { tenantId, account: call.member.id };
      const choices = choicesIn(call.body.choices);
      const { preview, lines } = await checkQueue(owner, () =>
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
      const filename = t('importacao-{{id}}.csv', { id: String(params.id) });
      await sendCsv(reply, filename, headings, batches);
    }),

    undo: async (tx, { params }) => {
      await readImport(tx, params.id);
      if (!(await beginUndo(tx, params.id))) throw refuse('no_undo', messages.noUndo, 409);
      return { data: { id: params.id } };
    },

    invite: async (tx, { params, t, school, request }) => {
      await readImport(tx, params.id);
      if (await isUndone(tx, params.id)) throw refuse('no_undo', messages.noUndo, 409);
      const uninvited = await countUninvited(tx, params.id);
      const base = schoolOrigin(platform.config, school, request);
      await enqueueInvitations(tx, { id: params.id, base, per_day: limits.invitationsPerDay });
      return { message: t(messages.invited, { count: uninvited }), data: { invited: uninvited } };
    },
  }) satisfies Partial<Handlers<typeof imports>>;

/** Completes the choices for this file, and remembers them. Throws 422 for a file without people. */
async function completeChoices(
  tx: TenantTransaction,
  sheet: Sheet,
  made: MembersChoices,
): Promise<MembersChoices> {
  const { columns } = await columnsFor(tx, sheet, made);
  const choices = { ...made, columns };
  refuseNoPeople(sheet, choices);
  const productIds = choices.products.flatMap(({ product_id }) => product_id ?? []);
  await requireProducts(tx, [...new Set(productIds)]);
  const products = await namedProducts(tx);
  await rememberChoices(tx, {
    key: sheet.key,
    columns: made.columns ?? null,
    products: new Map(
      choices.products.map(({ title, product_id }) => [productKey(title, products), product_id]),
    ),
  });
  return choices;
}

/** The outcome of a row, in the words of the result file. */
const outcomes: Record<string, string> = {
  created: 'criada',
  changed: 'atualizada',
  unchanged: 'sem mudança',
  refused: 'recusada',
};

async function* resultBatches(
  t: Call<AnyRoute>['t'],
  read: (line: number) => Promise<ResultRow[]>,
): AsyncGenerator<CsvCell[][]> {
  for (let line = 0, rows = await read(0); rows.length; rows = await read(line)) {
    line = rows.at(-1)!.line;
    yield rows.map((row) => [
      row.line,
      t(outcomes[row.outcome]!),
      row.name ?? row.item ?? '',
      row.email ?? '',
      listCell(row.products),
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
