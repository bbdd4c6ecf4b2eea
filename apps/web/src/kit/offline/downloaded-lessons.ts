import { dropLesson, lessonIdsIn, lessonIn } from './lesson-cache.ts';
import { lessonsCache, type DownloadedLesson } from './names.ts';
import { viewerKey } from './viewer-key.ts';

/** Whether this browser can store lessons. That needs TLS and no private window. */
export const canDownload = () => 'serviceWorker' in navigator && typeof caches !== 'undefined';

/**
 * The cache of the viewer's downloads; null without one. Does not create it, so that merely showing
 * the list stores nothing.
 */
export async function openLessonsCache(): Promise<Cache | null> {
  const name = lessonsCache(viewerKey());
  // A browser that blocks the storage of sites has caches, and refuses to open one.
  const isStored = canDownload() && (await caches.has(name).catch(() => false));
  return isStored ? caches.open(name) : null;
}

/** The ids of the lessons on this device; none if the browser refuses storage. */
export async function downloadedLessonIds(): Promise<number[]> {
  const cache = await openLessonsCache();
  return cache ? lessonIdsIn(cache) : [];
}

/** Lists the downloaded lessons, newest first. */
export async function listDownloadedLessons(): Promise<DownloadedLesson[]> {
  const cache = await openLessonsCache();
  if (!cache) return [];
  const lessons = await Promise.all((await lessonIdsIn(cache)).map((id) => lessonIn(cache, id)));
  return lessons
    .filter((lesson) => lesson !== null)
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

/** Deletes a downloaded lesson and its files, except `kept` ones and those of another lesson. */
export async function deleteDownload(id: number, kept?: ReadonlySet<string>) {
  const cache = await openLessonsCache();
  if (cache) await dropLesson(cache, id, kept);
}
