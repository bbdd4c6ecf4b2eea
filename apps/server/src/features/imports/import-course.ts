import { messages } from '@vitrine/contract/imports';
import { claimStoredFiles } from '../../kit/files/claim-files.ts';
import { refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/fair-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  linkedLessons,
  convertedLessons,
  withCartridgeReader,
  type CartridgeReader,
} from './cartridge-process.ts';
import { CartridgeError } from './cartridge/errors.ts';
import {
  addCourse,
  addLessons,
  addModules,
  importerLanguage,
  setContents,
  type NewModule,
} from './course.store.ts';
import { importTask, type ImportWork } from './import-job.ts';
import { endRun } from './imports.store.ts';
import { pathsOf, type StoredPaths } from './lesson-files.ts';
import { checkQueue } from './start-import.ts';
import { storeCartridgeFiles } from './store-cartridge-files.ts';

/**
 * Refuses what is known at once: 415 without a zip, 422 without a manifest or for a hostile
 * archive.
 */
export async function refuseNoCartridge(owner: Owner, file: string) {
  try {
    await checkQueue(owner, () => withCartridgeReader((reader) => reader('check', file)));
  } catch (error) {
    if (!(error instanceof CartridgeError)) throw error;
    const { code, message } = error;
    throw refuse(code, message, code === 'not_zip' ? 415 : 422, {
      errors: { file: [message] },
      cause: error.cause,
    });
  }
}

/**
 * Registers the job. It stores the files in slices, then writes the whole course in one
 * transaction.
 */
export function importCourses(platform: Platform) {
  importTask(platform, 'course', {
    work: (work) =>
      withCartridgeReader(async (reader) => {
        const language = await platform.database.readTransaction(work.tenantId, (tx) =>
          importerLanguage(tx, work.run.id),
        );
        const { files, ...course } = await reader('read', work.file, language);
        await work.progress.expect(files.length + course.lessons, work.run.kept?.count);
        const { paths, problems, next } = await storeCartridgeFiles(work, reader, files);
        if (next) return { kept: next };
        await work.progress.save();
        await platform.database.transaction(work.tenantId, async (tx) => {
          await reader('setStoredPaths', paths, work.tenantId, problems);
          await writeCourse(tx, work, { ...course, paths }, reader);
        });
      }),
    explain: (error) => (error instanceof CartridgeError ? error.message : null),
    failedMessage: messages.courseGaveUp,
  });
}

async function writeCourse(
  tx: TenantTransaction,
  { run, progress, signal }: ImportWork,
  { title, modules, paths }: { title: string; modules: NewModule[]; paths: StoredPaths },
  reader: CartridgeReader,
) {
  const courseId = await addCourse(tx, { title, product_ids: run.product_ids });
  const moduleIds = await addModules(tx, courseId, modules);
  const ids: number[] = [];
  for await (const batch of convertedLessons(reader)) {
    signal.throwIfAborted();
    const lessons = batch.map(({ module, ...lesson }) => ({
      ...lesson,
      module_id: moduleIds[module]!,
    }));
    ids.push(...(await addLessons(tx, courseId, lessons)));
    await progress.step(batch.length);
  }
  await reader('lessonsAreAdded', courseId, ids);
  for await (const batch of linkedLessons(reader)) {
    signal.throwIfAborted();
    await setContents(tx, batch);
  }
  await claimStoredFiles(tx, pathsOf(paths));
  const report = await reader('report');
  await endRun(tx, run, { status: 'done', course_id: courseId, report });
}
