import { dropLesson, lessonIdsIn, lessonIn } from './lesson-cache.ts';
import { lessonsCache, type KeptLesson } from './names.ts';
import { viewerKey } from './viewer-key.ts';

/** Whether this browser can store lessons. That needs TLS and no private window. */
export const canKeep = () => 'serviceWorker' in navigator && typeof caches !== 'undefined';

/** Does not create a cache, so that merely showing the list stores nothing. */
async function openKept(): Promise<Cache | null> {
  const name = lessonsCache(viewerKey());
  return canKeep() && (await caches.has(name)) ? caches.open(name) : null;
}

export async function keptLessonIds(): Promise<number[]> {
  const cache = await openKept();
  return cache ? lessonIdsIn(cache) : [];
}

/** Newest first. */
export async function listKeptLessons(): Promise<KeptLesson[]> {
  const cache = await openKept();
  if (!cache) return [];
  const lessons = await Promise.all((await lessonIdsIn(cache)).map((id) => lessonIn(cache, id)));
  return lessons
    .filter((lesson) => lesson !== null)
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

export async function letGoOfLesson(id: number) {
  const cache = await openKept();
  if (cache) await dropLesson(cache, id);
}
