import {
  MembersChoices,
  type Import,
  type ImportKind,
  type ImportSummary,
} from '@vitrine/contract/imports';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import * as z from 'zod/mini';
import { claimFile, releaseFile } from '../../kit/files/claim-files.ts';
import { pageWindow } from '../../kit/rows/pagination.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { DB, Imports } from '../../platform/database.types.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { ReportLine } from './report.ts';

/** The job of each kind of import. */
export const jobOf = { course: 'import-course', members: 'import-members' } as const;

interface NewImport {
  kind: ImportKind;
  filename: string;
  /** Path of the stored file. */
  path: string;
  member_id: number;
  product_ids?: number[];
  choices?: MembersChoices;
  /** Origin of the school, for links in mails. */
  base: string;
}

/** Adds an import and enqueues its first slice. */
export async function addImport(
  tx: TenantTransaction,
  { kind, filename, path, member_id, product_ids = [], choices, base }: NewImport,
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
  await enqueueSlice(tx, { id, kind, base });
  return { id };
}

const importColumns = [
  'id',
  'kind',
  'status',
  'filename',
  'done',
  'total',
  'course_id',
  'created_at',
] as const;

const undoColumns = ['undone_at', sql<boolean>`undo_line IS NOT NULL`.as('undoing')] as const;

/** The payload of the job that runs a slice of an import. */
export interface SlicePayload {
  id: number;
  base: string;
}

/** Puts an import at the end of the line. */
export const enqueueSlice = (
  tx: TenantTransaction,
  { id, kind, base }: SlicePayload & { kind: ImportKind },
) => enqueueInTurn(tx, jobOf[kind], { id, base } satisfies SlicePayload, `import-${id}`);

/**
 * Enqueues a slice of an import or an undo. Those of a school run one after another, and rarely behind
 * another school's (1 of 64). The first of a school runs before the second of any other.
 */
export async function enqueueInTurn(
  tx: TenantTransaction,
  name: string,
  payload: SlicePayload | Pick<SlicePayload, 'id'>,
  key: string,
) {
  const { waiting } = await tx.db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('status', 'in', ['queued', 'running'])
    .where('id', '<', payload.id)
    .executeTakeFirstOrThrow();
  await enqueue(tx, name, payload, {
    // A job that is killed after this is not run again beside the new one.
    key,
    queue: `imports-${tx.tenantId % 64}`,
    priority: waiting,
    maxAttempts: 20,
  });
}

/** A row has null where the answer has no field. */
type Nullable<Shape, Field extends keyof Shape> = Omit<Shape, Field> & {
  [Key in Field]: Exclude<Shape[Key], undefined> | null;
};

/** One page, newest first. */
export async function listImports({ db }: TenantTransaction, { page }: { page: number }) {
  const { offset, limit } = pageWindow(page);
  const rows = await db
    .selectFrom('imports')
    .select(importColumns)
    .select(undoColumns)
    .select(sql<number>`jsonb_array_length(report)`.as('report_count'))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .$castTo<Nullable<ImportSummary, 'course_id' | 'undone_at'>>()
    .execute();
  return rows.map((row) => ({
    ...row,
    course_id: row.course_id ?? undefined,
    undone_at: row.undone_at ?? undefined,
  }));
}

/** The messages of its report still have their `{{names}}` and are Portuguese. */
export async function readImport({ db }: TenantTransaction, id: number) {
  const row = orNotFound(
    await db
      .selectFrom('imports')
      .select(importColumns)
      .select('report')
      .select(undoColumns)
      .select(
        sql<Import['undo'] | null>`
          CASE WHEN undo_removed IS NOT NULL THEN jsonb_build_object(
            'done', (SELECT count(*) FROM import_rows r
              WHERE r.import_id = imports.id AND (undo_line IS NULL OR r.line <= undo_line)),
            'removed', undo_removed, 'kept', undo_kept, 'products', undo_products) END`.as('undo'),
      )
      .where('id', '=', id)
      .$castTo<Nullable<Import, 'course_id' | 'undone_at' | 'undo'>>()
      .executeTakeFirst(),
  );
  return {
    ...row,
    course_id: row.course_id ?? undefined,
    undone_at: row.undone_at ?? undefined,
    undo: row.undo ?? undefined,
  };
}

/** The choices of the person who imports, or defaults. */
export async function choicesOf({ db }: TenantTransaction, id: number): Promise<MembersChoices> {
  const row = await db
    .selectFrom('imports')
    .select('choices')
    .where('id', '=', id)
    .executeTakeFirst();
  return z.parse(MembersChoices, row?.choices ?? {});
}

// Written by a run of the job. A run that another one has replaced changes nothing. --------------

/** An import that a job runs, with the count of its earlier tries. */
export type ImportRun = Pick<
  Selectable<Imports>,
  'id' | 'filename' | 'product_ids' | 'run' | 'tries' | 'done'
> & {
  path: string;
  report: ReportLine[];
  kept: StoredFiles | null;
};

/**
 * The files of a course that earlier slices stored, by their path in the cartridge. A column holds
 * it, also over an update: `troubles` are the problems, and `pictures` the images.
 */
export interface StoredFiles {
  /** Number of files that were handled. */
  count: number;
  pictures: [string, string][];
  videos: [string, string][];
  files: [string, { path: string; size: number }][];
  troubles: ReportLine[];
}

/** Begins a run. Null where the import has ended. */
export async function beginRun({ db }: TenantTransaction, id: number): Promise<ImportRun | null> {
  const row = await db
    .updateTable('imports')
    .set({
      status: 'running',
      run: sql<number>`run + 1`,
      tries: sql<number>`tries + 1`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'filename', 'path', 'product_ids', 'run', 'tries', 'done', 'kept', 'report'])
    .$castTo<ImportRun>()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends a slice. The next one starts with no tries and with the stored files. */
export const endSlice = (tx: TenantTransaction, run: ImportRun, reusableFiles?: StoredFiles) =>
  change(tx, run, { tries: 0, ...(reusableFiles && { kept: JSON.stringify(reusableFiles) }) });

interface ImportProgress {
  status?: 'queued';
  done?: number;
  total?: number;
  report?: ReportLine[];
}

/** Writes the progress. `queued` hands the import to another run. */
export const updateRun = (
  tx: TenantTransaction,
  run: ImportRun,
  { report, ...columns }: ImportProgress,
) => change(tx, run, { ...columns, ...(report && { report: json(report) }) });

interface End {
  status: 'done' | 'failed';
  /** Lines to add to the report of a failed import. */
  report: ReportLine[];
  course_id?: number;
}

/** Ends the import and releases its file. */
export async function endRun(
  tx: TenantTransaction,
  run: ImportRun,
  { status, report, course_id }: End,
) {
  await change(tx, run, {
    status,
    report: status === 'done' ? json(report) : sql<string>`report || ${json(report)}`,
    path: null,
    kept: null,
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
