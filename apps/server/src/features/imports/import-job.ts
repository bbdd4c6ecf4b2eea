import type { ImportKind } from '@vitrine/contract/imports';
import { rm } from 'node:fs/promises';
import { objectKey, fileName } from '../../kit/files/file-names.ts';
import { removeUnclaimed } from '../../kit/files/remove-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { slowTask } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  beginRun,
  endRun,
  endSlice,
  enqueueSlice,
  jobOf,
  updateRun,
  type ImportRun,
  type SlicePayload,
  type StoredFiles,
} from './imports.store.ts';
import { pathsOf, storedPathsOf } from './lesson-files.ts';
import { progressOf, type Progress } from './progress.ts';

/** Bounds the runs of a file that crashes the server. */
const MAX_TRIES = 5;

/** A slice ends after this many lines or files, or after its time. */
const MAX_SLICE_STEPS = { members: 1_000, course: 50 };
const MAX_SLICE_MS = 5_000;

/** The values that a run of an import works with. */
export interface ImportWork {
  platform: Platform;
  tenantId: number;
  /** Origin of the school, for links in mails. */
  base: string;
  run: ImportRun;
  /** Path of the uploaded file on this server's disk. */
  file: string;
  progress: Progress;
  /** Files stored in this slice. They are removed if it fails. */
  stored: string[];
  /** Whether this slice must end. `steps`: the lines or files that it has processed. */
  isOver(steps: number): boolean;
  signal: AbortSignal;
}

interface ImportJob {
  /** Completes the import in its last transaction, or returns the state for the next slice. */
  work(work: ImportWork): Promise<void | { kept?: StoredFiles }>;
  /** The message for an error that another run would meet again. Null for other errors. */
  explain(error: unknown): string | null;
  /** The message after the last failed run. */
  failedMessage: string;
}

/**
 * Registers a kind of import. Each run continues from the committed state and leaves nothing half
 * done. A run works for one slice, then queues again, so that schools take turns.
 */
export function importTask(platform: Platform, kind: ImportKind, job: ImportJob) {
  const { database, files } = platform;

  slowTask<SlicePayload>(jobOf[kind], 'imports', async ({ tenantId, payload, signal, log }) => {
    const { id, base } = payload;
    const run = await database.transaction(tenantId, (tx) => beginRun(tx, id));
    if (!run) return;

    const storedBefore = run.kept ? pathsOf(storedPathsOf(run.kept)) : [];
    const fail = async (message: string) => {
      const report = [{ item: run.filename, message }];
      await database.transaction(tenantId, (tx) => endRun(tx, run, { status: 'failed', report }));
      await removeUnclaimed(platform, tenantId, [run.path, ...storedBefore]);
    };
    if (run.tries > MAX_TRIES) return fail(job.failedMessage);

    const stored: string[] = [];
    const progress = progressOf(platform, tenantId, run);
    const isOver = sliceOf(kind);
    let file: string | null = null;
    try {
      file = await fetchFile(tenantId, run);
      const work = { platform, tenantId, base, run, file, progress, stored, signal, isOver };
      const next = await job.work(work);
      if (next)
        return await database.transaction(tenantId, async (tx) => {
          await endSlice(tx, run, next.kept);
          await enqueueSlice(tx, { id, kind, base });
        });
    } catch (error) {
      await removeUnclaimed(platform, tenantId, stored);
      const sentence = isQuota(error) ? error.message : job.explain(error);
      if (sentence) return await fail(sentence);
      log.error({ err: error, import: id, run: run.run }, 'import interrupted');
      if (run.tries === MAX_TRIES) return await fail(job.failedMessage);
      await database.transaction(tenantId, (tx) => updateRun(tx, run, { status: 'queued' }));
      throw error;
    } finally {
      if (file) await rm(file, { force: true });
    }
    await removeUnclaimed(platform, tenantId, [run.path]);
  });

  async function fetchFile(tenantId: number, { path }: ImportRun) {
    const key = objectKey({ tenant_id: tenantId, name: fileName(path) });
    const upload = await files.objects.get(key);
    if (!upload) throw new Error(`${key} is not in the object store`);
    return (await files.receive(upload.stream, upload.size)).path;
  }
}

/** Times a slice. Fetching and reading the file may take at most half of it. */
export function sliceOf(kind: ImportKind) {
  const startedAt = performance.now();
  let ends: number | null = null;
  return (steps: number) => {
    const now = performance.now();
    ends ??= now + Math.max(MAX_SLICE_MS, now - startedAt);
    return steps >= MAX_SLICE_STEPS[kind] || now >= ends;
  };
}

/** Another run would find the school as full. */
const isQuota = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'school_storage_full';
