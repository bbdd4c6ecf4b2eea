import { messages } from '@vitrine/contract/imports';
import type { Scope } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/refusals.ts';
import { claimStored } from '../../kit/claim-file.ts';
import type { Cartridge } from './cartridge/cartridge.ts';
import { CartridgeError } from './cartridge/errors.ts';
import { checkCartridge, readCartridge } from './cartridge/read-cartridge.ts';
import { addCourse, addLessons, addModules, type NewLesson } from './course.store.ts';
import { importTask, type ImportWork } from './import-job.ts';
import { endRun } from './imports.store.ts';
import { keepFiles, wantedFiles, type KeptFiles } from './keep-files.ts';
import { lessonFrom } from './lesson-from.ts';
import { newReport, type Report } from './report.ts';
import { kept } from './titles.ts';

const reportLines = 2_000;

/** What can be told at once: no zip 415, no manifest or a hostile archive 422. */
export async function refuseNoCartridge(file: string) {
  try {
    await checkCartridge(file);
  } catch (error) {
    if (!(error instanceof CartridgeError)) throw error;
    const { code, message } = error;
    throw refuse(code, message, code === 'not_zip' ? 415 : 422, {
      errors: { file: [message] },
      cause: error.cause,
    });
  }
}

/** The job: files first, each on its own; then the whole course in one transaction, or nothing. */
export function importCourses(platform: Platform) {
  importTask(platform, 'course', {
    async work(work) {
      const cartridge = await readCartridge(work.file);
      try {
        const report = newReport(reportLines);
        const wanted = wantedFiles(cartridge);
        const lessons = cartridge.modules.reduce((sum, one) => sum + one.lessons.length, 0);
        await work.progress.expect(wanted.length + lessons);
        const files = await keepFiles(work, cartridge, wanted, report);
        await work.progress.tell();
        await platform.database.inTenant(work.tenantId, (school) =>
          writeCourse(school, work, cartridge, files, report),
        );
      } finally {
        await cartridge.close();
      }
    },
    explain: (error) => (error instanceof CartridgeError ? error.message : null),
    gaveUp: messages.courseGaveUp,
  });
}

async function writeCourse(
  school: Scope,
  { run, progress, stored, signal }: ImportWork,
  cartridge: Cartridge,
  files: KeptFiles,
  report: Report,
) {
  const { modules } = cartridge;
  const courseId = await addCourse(school, {
    title: kept(cartridge.title, 'Curso importado'),
    product_ids: run.product_ids,
  });
  const moduleIds = await addModules(
    school,
    courseId,
    modules.map(({ title }, at) => kept(title, `Módulo ${at + 1}`)),
  );
  for (const batch of inBatches(lessonsOf(school, cartridge, moduleIds, files, report))) {
    signal.throwIfAborted();
    await addLessons(school, courseId, batch);
    await progress.step(batch.length);
  }
  await claimStored(school, stored);
  const lines = [...cartridge.report, ...report.lines];
  await endRun(school, run, { status: 'done', course_id: courseId, report: lines });
}

function* lessonsOf(
  { tenantId }: Scope,
  { modules }: Cartridge,
  moduleIds: number[],
  files: KeptFiles,
  report: Report,
): Generator<NewLesson> {
  for (const [at, { lessons }] of modules.entries())
    for (const [place, lesson] of lessons.entries())
      yield {
        ...lessonFrom(lesson, { files, tenantId, report }),
        module_id: moduleIds[at]!,
        position: place + 1,
      };
}

// Small enough for one statement, and for others to be served between two.
const mostLessons = 200;
const mostCharacters = 500_000;

function* inBatches(lessons: Iterable<NewLesson>): Generator<NewLesson[]> {
  let batch: NewLesson[] = [];
  let characters = 0;
  for (const lesson of lessons) {
    batch.push(lesson);
    characters += lesson.content.length;
    if (batch.length < mostLessons && characters < mostCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length) yield batch;
}
