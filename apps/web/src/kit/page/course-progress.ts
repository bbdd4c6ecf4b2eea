import type { LessonEntry } from '@vitrine/contract/catalog';

type Modules = readonly { lessons: readonly LessonEntry[] }[];

/** How far the reader is in these modules, and the lesson to go on with. */
export function courseProgress(modules: Modules) {
  const entries = modules.flatMap(({ lessons }) => lessons);
  const done = entries.filter(({ finished }) => finished).length;
  const begun = entries.some(({ finished, seconds }) => finished || seconds > 0);
  return {
    done,
    count: entries.length,
    begun,
    seconds: entries.reduce((sum, { duration_seconds }) => sum + (duration_seconds ?? 0), 0),
    next: nextLesson(entries),
  };
}

/** The lesson left in the middle; else what comes after the last one done; else what is not done. */
function nextLesson(entries: readonly LessonEntry[]): LessonEntry | null {
  const open = (entry: LessonEntry) => !entry.finished;
  const half = entries.findLast((entry) => open(entry) && entry.seconds > 0);
  const after = entries.slice(entries.findLastIndex(({ finished }) => finished) + 1).find(open);
  return half ?? after ?? entries.find(open) ?? null;
}
