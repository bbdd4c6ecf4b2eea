import { rm } from 'node:fs/promises';
import type { ImportKind } from '@vitrine/contract/imports';
import { objectKey, fileName } from '../../kit/file-rows.ts';
import { removeUnclaimed } from '../../kit/remove-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { slowTask } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginRun, endRun, jobOf, updateRun, type ImportRun } from './imports.store.ts';
import { progressOf, type Progress } from './progress.ts';

/** A server that falls over a file shall not fall over it forever. */
const MAX_RUNS = 5;

export interface ImportWork {
  platform: Platform;
  tenantId: number;
  payload: Record<string, unknown>;
  run: ImportRun;
  /** The file that was sent, on this server's disk. */
  file: string;
  progress: Progress;
  /** Files stored on the way: taken away again where the import fails. */
  stored: string[];
  signal: AbortSignal;
}

interface ImportJob {
  /** Ends the import itself, in the transaction that completes it. */
  work(work: ImportWork): Promise<void>;
  /** The sentence for trouble that another run would meet again; null where it might not. */
  explain(error: unknown): string | null;
  /** What is said when all runs were in vain. */
  gaveUp: string;
}

/** A kind of import: each run starts from what is committed, and leaves nothing half behind. */
export function importTask(platform: Platform, kind: ImportKind, job: ImportJob) {
  const { database, files } = platform;

  slowTask(jobOf[kind], 'imports', async ({ tenantId, payload, signal, log }) => {
    const id = Number(payload['id']);
    const run = await database.transaction(tenantId, (tx) => beginRun(tx, id));
    if (!run) return;

    const fail = async (message: string) => {
      const report = [{ item: run.filename, message }];
      await database.transaction(tenantId, (tx) => endRun(tx, run, { status: 'failed', report }));
      await removeUnclaimed(platform, tenantId, [run.path]);
    };
    if (run.run > MAX_RUNS) return fail(job.gaveUp);

    const stored: string[] = [];
    const progress = progressOf(platform, tenantId, run);
    let file: string | null = null;
    try {
      file = await fetchFile(tenantId, run);
      await job.work({ platform, tenantId, payload, run, file, progress, stored, signal });
    } catch (error) {
      await removeUnclaimed(platform, tenantId, stored);
      const sentence = isQuota(error) ? error.message : job.explain(error);
      if (sentence) return await fail(sentence);
      log.error({ err: error, import: id, run: run.run }, 'import interrupted');
      if (run.run === MAX_RUNS) return await fail(job.gaveUp);
      await database.transaction(tenantId, (tx) => updateRun(tx, run, { status: 'queued' }));
      throw error;
    } finally {
      if (file) await rm(file, { force: true });
    }
    await removeUnclaimed(platform, tenantId, [run.path]);
  });

  async function fetchFile(tenantId: number, { path }: ImportRun) {
    const key = objectKey({ tenant_id: tenantId, name: fileName(path) });
    const sent = await files.objects.get(key);
    if (!sent) throw new Error(`${key} is not in the object store`);
    return (await files.receive(sent.stream, sent.size)).path;
  }
}

/** Another run would find the school as full. */
const isQuota = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'school_storage_full';
