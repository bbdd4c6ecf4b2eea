// A worker process that reads one uploaded course and converts its lessons.
import type { Language } from '@vitrine/contract/languages';
import { lessonHref } from '@vitrine/contract/urls';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { serveCalls } from '../../platform/worker-process/serve-calls.ts';
import type { Cartridge } from './cartridge/cartridge.ts';
import { fallbackTitles, type FallbackTitles } from './cartridge/fallback-titles.ts';
import { checkCartridge, readCartridge } from './cartridge/read-cartridge.ts';
import { truncateTitle } from './cartridge/text.ts';
import type { NewLesson } from './course.store.ts';
import { filesOfLessons, type StoredPaths } from './lesson-files.ts';
import { contentFrom, lessonFrom, linksToLessons, type LessonContext } from './lesson-from.ts';
import { newReport, type Report, type ReportLine } from './report.ts';

/** A converted lesson, before its module has an id. */
export interface ConvertedLesson extends Omit<NewLesson, 'module_id'> {
  /** Index of the module. */
  module: number;
}

/** The content of a lesson that links to other lessons, after those have ids. */
export interface LinkedLesson {
  id: number;
  content: string;
  content_html: string | null;
}

let cartridge: Cartridge;
let titles: FallbackTitles;
let batches: Iterator<ConvertedLesson[], undefined>;
let lessonContext: Omit<LessonContext, 'addressOfLesson'>;
let linkedLessons: Iterator<LinkedLesson[], undefined>;
let report: Report;

const calls = {
  /** Checks archive and manifest without reading the content. Throws a CartridgeError. */
  check: checkCartridge,

  /** Reads the cartridge: its outline, and the files to store before its lessons are converted. */
  async read(file: string, language: Language) {
    titles = fallbackTitles(language);
    cartridge = await readCartridge(file, {}, language);
    const { title, modules } = cartridge;
    return {
      title: truncateTitle(title, titles.course),
      modules: modules.map(({ title: moduleTitle, published }, index) => ({
        title: truncateTitle(moduleTitle, titles.module(index + 1)),
        published,
      })),
      lessons: modules.reduce((sum, module) => sum + module.lessons.length, 0),
      files: filesOfLessons(cartridge),
    };
  },

  /** Writes one file of the cartridge to a new path. */
  async unpack(path: string, to: string) {
    const file = await cartridge.openFile(path);
    await pipeline(file, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  },

  /**
   * Begins to convert the lessons, also once more.
   * @param problems files that could not be stored
   */
  async setStoredPaths(files: StoredPaths, tenantId: number, problems: ReportLine[]) {
    report = newReport();
    for (const { item, message, ...details } of problems) report.add(item, message, details);
    lessonContext = { files, tenantId, report, titles };
    batches = lessonBatches();
  },

  /** Null after the last. */
  nextLessons: async () => batches.next().value ?? null,

  /** @param ids of all lessons, in their order in the cartridge */
  async lessonsAreAdded(courseId: number, ids: number[]) {
    linkedLessons = linkedLessonBatches(courseId, ids);
  },

  /** Null after the last. */
  nextLinkedLessons: async () => linkedLessons.next().value ?? null,

  report: async () => [...cartridge.report, ...report.lines],
};
/** The calls of the process that reads cartridges, by name. */
export type CartridgeCalls = typeof calls;

serveCalls(calls);

// Small enough for one statement and for a short wait.
const MAX_LESSONS_PER_BATCH = 200;
const MAX_CHARACTERS_PER_BATCH = 500_000;

function* lessonBatches(): Generator<ConvertedLesson[], undefined> {
  const context = { ...lessonContext, addressOfLesson: () => null };
  const lessons = cartridge.modules.flatMap((module, index) =>
    module.lessons.map((lesson, place) => ({ lesson, module: index, position: place + 1 })),
  );
  yield* convertInBatches(lessons, ({ lesson, ...place }) => ({
    converted: { ...lessonFrom(lesson, context), ...place },
    characters: JSON.stringify(lesson).length,
  }));
}

function* linkedLessonBatches(
  courseId: number,
  ids: number[],
): Generator<LinkedLesson[], undefined> {
  const lessons = cartridge.modules.flatMap((module) => module.lessons);
  const addresses = new Map<string, string>();
  for (const [index, { title, keys }] of lessons.entries())
    for (const key of keys)
      if (!addresses.has(key)) addresses.set(key, lessonHref(courseId, title, ids[index]!));
  const context = {
    ...lessonContext,
    addressOfLesson: (key: string) => addresses.get(key) ?? null,
  };
  const linked = lessons
    .map((lesson, index) => ({ lesson, id: ids[index]! }))
    .filter(({ lesson }) => linksToLessons(lesson));
  yield* convertInBatches(linked, ({ lesson, id }) => ({
    converted: { id, ...contentFrom(lesson, context) },
    characters: lesson.html!.length,
  }));
}

/**
 * Converts things one by one, in batches. `characters` is the length of the source: converting it took
 * the time, however short the result is.
 */
function* convertInBatches<Source, Result>(
  sources: Source[],
  convert: (source: Source) => { converted: Result; characters: number },
): Generator<Result[], undefined> {
  let batch: Result[] = [];
  let sum = 0;
  for (const source of sources) {
    const { converted, characters } = convert(source);
    batch.push(converted);
    sum += characters;
    if (batch.length < MAX_LESSONS_PER_BATCH && sum < MAX_CHARACTERS_PER_BATCH) continue;
    yield batch;
    batch = [];
    sum = 0;
  }
  if (batch.length) yield batch;
}
