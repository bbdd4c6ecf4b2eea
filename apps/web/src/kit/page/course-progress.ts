import type { LessonEntry } from '@vitrine/contract/catalog';

type Modules = readonly { lessons: readonly LessonEntry[] }[];

/** The viewer's progress in these modules, and the lesson to continue with. */
export function courseProgress(modules: Modules) {
  const entries = modules.flatMap(({ lessons }) => lessons);
  const finishedCount = entries.filter(({ finished }) => finished).length;
  const started = entries.some(({ finished, seconds }) => finished || seconds > 0);
  return {
    done: finishedCount,
    count: entries.length,
    begun: started,
    seconds: entries.reduce((sum, { duration_seconds }) => sum + (duration_seconds ?? 0), 0),
    next: nextLesson(entries),
  };
}

/**
 * The last lesson left half-way, else the next unfinished lesson after the last finished one, else
 * the first unfinished one.
 */
function nextLesson(entries: readonly LessonEntry[]): LessonEntry | null {
  const isOpen = (entry: LessonEntry) => !entry.finished;
  const halfWatched = entries.findLast((entry) => isOpen(entry) && entry.seconds > 0);
  const afterLastFinished = entries
    .slice(entries.findLastIndex(({ finished }) => finished) + 1)
    .find(isOpen);
  return halfWatched ?? afterLastFinished ?? entries.find(isOpen) ?? null;
}
