import type { LessonEntry } from '@vitrine/contract/catalog';

type Modules = readonly { lessons: readonly LessonEntry[] }[];

/** The viewer's progress in these modules, and the lesson to continue with. */
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

/**
 * The last lesson left half-way, else the next unfinished lesson after the last finished one, else
 * the first unfinished one.
 */
function nextLesson(entries: readonly LessonEntry[]): LessonEntry | null {
  const open = (entry: LessonEntry) => !entry.finished;
  const half = entries.findLast((entry) => open(entry) && entry.seconds > 0);
  const after = entries.slice(entries.findLastIndex(({ finished }) => finished) + 1).find(open);
  return half ?? after ?? entries.find(open) ?? null;
}
