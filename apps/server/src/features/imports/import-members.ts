import { DAY_MS } from '@vitrine/contract/durations';
import { limits, messages, type MembersChoices } from '@vitrine/contract/imports';
import { AppError, invalid } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { bulkPriority, enqueue, task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailLink } from '../sessions/sessions.mails.ts';
import { quotedList } from './cartridge/text.ts';
import { asWords } from './columns.ts';
import { importTask } from './import-job.ts';
import { choicesOf, endRun, updateRun } from './imports.store.ts';
import {
  addPeople,
  countUninvited,
  dropOldRows,
  importedLines,
  namedProducts,
  rememberedColumns,
  takeUninvited,
} from './people.store.ts';
import { firstLines, personIn, type Products } from './people.ts';
import { newReport, type Report } from './report.ts';
import { withSheet, type Sheet } from './sheet-process.ts';
import { endOf } from './sheet.ts';
import { isUndone } from './undo-members.store.ts';

const BATCH_SIZE = 100;

/** Refuses a sheet with 422 if it has no column of e-mails or no people. */
export function refuseNoPeople({ total }: Sheet, { columns }: MembersChoices) {
  if (columns?.email == null) throw invalid({ file: [messages.noEmails] });
  if (total <= 0) throw invalid({ file: [messages.noLines] });
}

/** The columns to import: chosen now, chosen before for a file with these headings, or detected. */
export async function columnsFor(tx: TenantTransaction, sheet: Sheet, choices?: MembersChoices) {
  const remembered = await rememberedColumns(tx, sheet.key);
  return {
    columns: choices?.columns ?? remembered ?? sheet.columns,
    remembered: remembered !== null,
  };
}

/**
 * Registers the job that imports people. One transaction imports a hundred lines and mails their
 * invitations. `done` counts the committed lines: the next slice, or a restarted run, continues
 * there, with the report so far. It reads no line again.
 */
export function importMembers(platform: Platform) {
  importTask(platform, 'members', {
    work: (work) =>
      withSheet(work.file, async (sheet) => {
        const { run, tenantId, base, signal, isOver } = work;
        const inSchool = <T>(act: (tx: TenantTransaction) => Promise<T>) =>
          platform.database.transaction(tenantId, act);
        const { columns, products, choices } = await inSchool(async (tx) => {
          await dropOldRows(tx);
          const chosen = await choicesOf(tx, run.id);
          return {
            choices: chosen,
            columns: (await columnsFor(tx, sheet, chosen)).columns,
            products: await namedProducts(tx),
          };
        });
        const report = newReport({ earlier: run.report });
        if (run.done === 0) reportColumns(sheet, columns, report);
        const { total } = sheet;
        let committedRows = run.done;
        const committed = {
          done: run.done,
          linesOf: (emails: string[]) => inSchool((tx) => importedLines(tx, run.id, emails)),
        };
        for await (const { rows, done } of inBatches(sheet, columns, products, report, committed)) {
          if (isOver(committedRows - run.done)) return {};
          signal.throwIfAborted();
          await inSchool(async (tx) => {
            await updateRun(tx, run, { done, total, report: report.lines });
            await addPeople(tx, run.id, rows);
            if (choices.invite === 'now')
              for (const account of await takeUninvited(tx, run.id, BATCH_SIZE))
                await mailInvitation(tx, { account, base, priority: bulkPriority(done) });
          });
          committedRows = done;
        }
        await inSchool(async (tx) => {
          await endRun(tx, run, { status: 'done', report: report.lines });
          if (choices.invite === 'gradual')
            await enqueueInvitations(tx, { id: run.id, base, per_day: choices.per_day });
        });
      }),
    explain: () => null,
    failedMessage: messages.membersGaveUp,
  });

  const inviteDaily = (tenantId: number, { id, base, per_day: perDay }: InvitationsPayload) =>
    platform.database.transaction(tenantId, async (tx) => {
      if (await isUndone(tx, id)) return;
      const people = await takeUninvited(tx, id, Math.min(perDay, limits.invitationsPerDay));
      for (const [index, account] of people.entries())
        await mailInvitation(tx, { account, base, priority: bulkPriority(index) });
      if (await countUninvited(tx, id))
        await enqueueInvitations(tx, { id, base, per_day: perDay }, DAY_MS);
    });
  task<InvitationsPayload>(
    'invite-imported',
    ({ tenantId, payload }) => inviteDaily(tenantId, payload),
    { retriedDaily: true },
  );
}

/** A mailbox that has got all invitations of the day gets none of an import. */
const mailInvitation = (
  tx: TenantTransaction,
  mail: Omit<Parameters<typeof mailLink>[1], 'purpose'>,
) =>
  mailLink(tx, { ...mail, purpose: 'invitation' }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'too_many_tries')) throw error;
  });

interface InvitationsPayload {
  /** The import's id. */
  id: number;
  base: string;
  per_day: number;
}

/**
 * Invites the people of an import, `per_day` a day. A new request replaces the waiting one.
 * Otherwise each would invite as many again on every day.
 */
export const enqueueInvitations = (
  tx: TenantTransaction,
  payload: InvitationsPayload,
  delayMs = 0,
) => enqueue(tx, 'invite-imported', payload, { key: `invite-imported:${payload.id}`, delayMs });

/** Columns of our own export that this import does not need. */
const exportHeadings = new Set(['roles', 'created at', 'last seen at']);

/** The headings that match no field, and those whose values are not stored. */
export function leftColumns({ headings }: Sheet, columns: MembersChoices['columns']) {
  const usedColumns = new Set(Object.values(columns ?? {}));
  const names = (list: number[]) => list.flatMap((index) => headings[index] || []);
  return {
    unknown: headings.filter(
      (heading, index) =>
        heading && !usedColumns.has(index) && !exportHeadings.has(asWords(heading)),
    ),
    notStored: names([columns?.phone ?? -1, columns?.document ?? -1]),
  };
}

/** Reports the columns of the file that the import does not store. */
export function reportColumns(sheet: Sheet, columns: MembersChoices['columns'], report: Report) {
  const { unknown, notStored } = leftColumns(sheet, columns);
  const add = (message: string, names: string[]) =>
    names.length && report.add(quotedList(names, 20), message);
  add(messages.unkeptColumns, notStored);
  add(messages.unknownColumns, unknown);
}

/** The lines that earlier runs have committed. */
interface CommittedLines {
  /** Number of lines. */
  done: number;
  /** The first lines with these e-mails. */
  linesOf(emails: string[]): Promise<{ email: string; line: number }[]>;
}

/** Reads people in batches of lines, behind those that are committed. */
export async function* inBatches(
  sheet: Sheet,
  columns: NonNullable<MembersChoices['columns']>,
  products: Products,
  report: Report,
  committed?: CommittedLines,
) {
  const isAgain = firstLines();
  let line = sheet.before + (committed?.done ?? 0);
  for (;;) {
    const next = await sheet.rowsAfter(line, BATCH_SIZE);
    if (!next.length) return;
    const rows = next.flatMap((row) => personIn(columns, row, products) ?? []);
    if (committed?.done)
      for (const first of await committed.linesOf(rows.flatMap((row) => row.person?.email ?? [])))
        isAgain(first);
    for (const row of rows) {
      if (row.refused)
        report.add(row.item, row.refused.message, {
          line: row.line,
          ...withValues(row.refused.values),
        });
      const first = row.person && isAgain(row.person);
      if (first) report.add(row.item, messages.sameEmail, { line: row.line, values: { first } });
    }
    line = endOf(next.at(-1)!);
    yield { rows, done: line - sheet.before };
  }
}

const withValues = (values: Record<string, string | number> | undefined) =>
  values && Object.keys(values).length ? { values } : {};
