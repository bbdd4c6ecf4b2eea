import {
  MembersChoices,
  type Import,
  type ImportKind,
  type ImportSummary,
} from '@vitrine/contract/imports';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import * as z from 'zod/mini';
import { claimFile, releaseFile } from '../../kit/claim-files.ts';
import { pageWindow } from '../../kit/pagination.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { DB, Imports } from '../../platform/database.types.ts';
import { enqueue } from '../../platform/jobs.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { ReportLine } from './report.ts';

export const jobOf = { course: 'import-course', members: 'import-members' } as const;

interface NewImport {
  kind: ImportKind;
  filename: string;
  /** Where the file was stored for it. */
  path: string;
  member_id: number;
  product_ids?: number[];
  choices?: MembersChoices;
}

/** @param more what else the job needs to know */
export async function addImport(
  tx: TenantTransaction,
  { kind, filename, path, member_id, product_ids = [], choices }: NewImport,
  more: Record<string, unknown>,
): Promise<{ id: number }> {
  await claimFile(tx, path, 'import_file');
  const { id } = await tx.db
    .insertInto('imports')
    .values({
      kind,
      filename,
      path,
      member_id,
      product_ids,
      choices: choices ? JSON.stringify(choices) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A school's imports run one after another, and rarely behind another school's (1 of 64). The
  // first of a school runs before the second of any other.
  const queue = `imports-${tx.tenantId % 64}`;
  const { waiting } = await tx.db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('status', 'in', ['queued', 'running'])
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  await enqueue(tx, jobOf[kind], { ...more, id }, { queue, priority: waiting, maxAttempts: 20 });
  return { id };
}

const shown = [
  'id',
  'kind',
  'status',
  'filename',
  'done',
  'total',
  'course_id',
  'created_at',
] as const;

/** One page, newest first. */
export async function listImports({ db }: TenantTransaction, { page }: { page: number }) {
  const { offset, limit } = pageWindow(page);
  const rows = await db
    .selectFrom('imports')
    .select(shown)
    .select(sql<number>`jsonb_array_length(report)`.as('report_count'))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, course_id: row.course_id ?? undefined }) as ImportSummary);
}

/** The messages of its report still have their `{{names}}` and are Portuguese. */
export async function readImport({ db }: TenantTransaction, id: number) {
  const row = orNotFound(
    await db
      .selectFrom('imports')
      .select(shown)
      .select(['report', 'undone_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  const { course_id, report, undone_at, ...rest } = row;
  return {
    ...(rest as Omit<Import, 'report' | 'course_id'>),
    course_id: course_id ?? undefined,
    undone_at: undone_at ?? undefined,
    report: report as unknown as ReportLine[],
  };
}

/** What its sender chose; the choices of nobody where none came along. */
export async function choicesOf({ db }: TenantTransaction, id: number): Promise<MembersChoices> {
  const row = await db
    .selectFrom('imports')
    .select('choices')
    .where('id', '=', id)
    .executeTakeFirst();
  return z.parse(MembersChoices, row?.choices ?? {});
}

export const isUndone = async ({ db }: TenantTransaction, id: number) =>
  (await db.selectFrom('imports').select('undone_at').where('id', '=', id).executeTakeFirst())
    ?.undone_at !== null;

/** Marks it as taken back; false where it is not one that can be. */
export async function markUndone({ db }: TenantTransaction, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ undone_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('kind', '=', 'members')
    .where('status', 'in', ['done', 'failed'])
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

// What a run of the job says about itself. Nothing of it counts once another run has begun. ---------

export type ImportRun = Pick<
  Selectable<Imports>,
  'id' | 'filename' | 'product_ids' | 'run' | 'done'
> & {
  path: string;
};

/** Begins a run; null where the import has ended already. */
export async function beginRun({ db }: TenantTransaction, id: number): Promise<ImportRun | null> {
  const row = await db
    .updateTable('imports')
    .set({ status: 'running', run: sql<number>`run + 1` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'filename', 'path', 'product_ids', 'run', 'done'])
    .executeTakeFirst();
  return (row as ImportRun | undefined) ?? null;
}

interface ImportProgress {
  status?: 'queued';
  done?: number;
  total?: number;
  report?: ReportLine[];
}

/** How far it is; `queued` hands it on to another run. */
export const updateRun = (
  tx: TenantTransaction,
  run: ImportRun,
  { report, ...standing }: ImportProgress,
) => change(tx, run, { ...standing, ...(report && { report: json(report) }) });

interface End {
  status: 'done' | 'failed';
  /** Of a failed one: what is added to it. */
  report: ReportLine[];
  course_id?: number;
}

/** Ends the import; its file is no longer held. */
export async function endRun(
  tx: TenantTransaction,
  run: ImportRun,
  { status, report, course_id }: End,
) {
  await change(tx, run, {
    status,
    report: status === 'done' ? json(report) : sql<string>`report || ${json(report)}`,
    path: null,
    ...(course_id && { course_id }),
    ...(status === 'done' && { done: sql<number>`total` }),
  });
  await releaseFile(tx, run.path);
}

async function change(
  { db }: TenantTransaction,
  { id, run }: ImportRun,
  changed: UpdateObject<DB, 'imports'>,
) {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(changed)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new Error(`run ${run} of import ${id} has been overtaken`);
}

const json = (report: ReportLine[]) => sql<string>`${JSON.stringify(report)}::jsonb`;
