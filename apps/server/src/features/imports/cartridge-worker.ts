/** The process of its own that reads one course that somebody sent, and makes its lessons ours. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { serveCalls } from '../../platform/worker-process/serve-calls.ts';
import type { Cartridge } from './cartridge/cartridge.ts';
import { checkCartridge, readCartridge } from './cartridge/read-cartridge.ts';
import type { NewLesson } from './course.store.ts';
import { lessonFrom, type LessonContext } from './lesson-from.ts';
import { newReport, type ReportLine } from './report.ts';
import { truncateTitle } from './titles.ts';
import { wantedFiles, type KeptFiles } from './wanted-files.ts';

const MAX_REPORT_LINES = 2_000;

/** A lesson as it will be written, once its module has an id. */
export interface MadeLesson extends Omit<NewLesson, 'module_id'> {
  /** Which of the modules. */
  module: number;
}

let cartridge: Cartridge;
let batches: Iterator<MadeLesson[], undefined>;
const report = newReport(MAX_REPORT_LINES);

const calls = {
  /** Throws the CartridgeError that can be told without reading the content. */
  check: checkCartridge,

  /** What will come of it, and the files to keep before its lessons can be made. */
  async read(file: string) {
    cartridge = await readCartridge(file);
    const { title, modules } = cartridge;
    return {
      title: truncateTitle(title, 'Curso importado'),
      modules: modules.map((one, at) => truncateTitle(one.title, `Módulo ${at + 1}`)),
      lessons: modules.reduce((sum, one) => sum + one.lessons.length, 0),
      wanted: wantedFiles(cartridge),
    };
  },

  /** Writes one file of it to a place where nothing is yet. */
  async unpack(path: string, to: string) {
    const unpacked = await cartridge.openFile(path);
    await pipeline(unpacked, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  },

  /** @param troubles what did not become a file of ours */
  async filesAreKept(files: KeptFiles, tenantId: number, troubles: ReportLine[]) {
    for (const { item, message, ...more } of troubles) report.add(item, message, more);
    batches = inBatches({ files, tenantId, report });
  },

  /** Null after the last. */
  nextLessons: async () => batches.next().value ?? null,

  report: async () => [...cartridge.report, ...report.lines],
};
export type CartridgeCalls = typeof calls;

serveCalls(calls);

// Small enough for one statement, and not to be waited for for long.
const MAX_LESSONS_PER_BATCH = 200;
const MAX_CHARACTERS_PER_BATCH = 500_000;

function* inBatches(around: LessonContext): Generator<MadeLesson[], undefined> {
  let batch: MadeLesson[] = [];
  let characters = 0;
  for (const [module, { lessons }] of cartridge.modules.entries())
    for (const [at, lesson] of lessons.entries()) {
      batch.push({ ...lessonFrom(lesson, around), module, position: at + 1 });
      characters += JSON.stringify(lesson).length; // whatever is left of it: making it took its time
      if (batch.length < MAX_LESSONS_PER_BATCH && characters < MAX_CHARACTERS_PER_BATCH) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  if (batch.length) yield batch;
}
