import type { Lesson } from '@vitrine/contract/catalog';
import { DAY_MS } from '@vitrine/contract/durations';
import { sharedValue } from '../state/shared-value.ts';
import { downloadLesson, dropPartialDownload, type SizedFile } from './download-lesson.ts';
import { deleteDownload, listDownloadedLessons, openLessonsCache } from './downloaded-lessons.ts';
import { dropAbandonedFiles } from './lesson-cache.ts';
import type { DownloadedLesson } from './names.ts';

/** A download on its way, in bytes. */
export interface RunningDownload {
  files: readonly SizedFile[];
  loaded: number;
  total: number;
  cancel: () => void;
}

/** The running downloads, by lesson. They continue while the viewer opens other pages. */
export const runningDownloads = sharedValue<ReadonlyMap<number, RunningDownload>>(new Map());
/** The stored lessons; null before the first read. */
export const downloadedLessons = sharedValue<readonly DownloadedLesson[] | null>(null);

/** Reads the list again. Another tab may have changed it. */
export const readDownloadedLessons = async () =>
  downloadedLessons.set(await listDownloadedLessons());

/** Downloads a lesson with its files. Its progress is in `runningDownloads`. */
export async function startDownload(lesson: Lesson, files: readonly SizedFile[]) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const abort = new AbortController();
  const show = (loaded: number) =>
    change(lesson.id, { files, loaded, total, cancel: () => abort.abort() });
  show(0);
  const release = claimFiles(files);
  try {
    await downloadLesson(lesson, { files, signal: abort.signal, onProgress: show });
  } catch (error) {
    const isCancelled = abort.signal.aborted;
    change(lesson.id, null);
    await release();
    // No list shows the parts of a download, so a full device could not be freed of them.
    if (isCancelled || isDeviceFull(error)) await dropPartialDownload(files, await claimedPaths());
    if (!isCancelled) throw error;
  } finally {
    change(lesson.id, null);
    await release();
    await readDownloadedLessons();
  }
}

/** Whether the browser has no room for a download. */
export const isDeviceFull = (error: unknown) =>
  (error as Error | null)?.name === 'QuotaExceededError';

const LOCK_PREFIX = 'vitrine-download:';

/** Claims the files of a running download before all tabs. The returned function releases them. */
function claimFiles(files: readonly SizedFile[]) {
  const end = Promise.withResolvers<void>();
  const claims = files.map(({ path }) =>
    navigator.locks?.request(LOCK_PREFIX + path, { mode: 'shared' }, () => end.promise),
  );
  return async () => {
    end.resolve();
    await Promise.all(claims);
  };
}

/** The files that running downloads need, in any tab. Lessons may share one. */
async function claimedPaths() {
  const own = [...runningDownloads.get().values()].flatMap(({ files }) => files);
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const claimed = held
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith(LOCK_PREFIX))
    .map((name) => name.slice(LOCK_PREFIX.length));
  return new Set([...own.map(({ path }) => path), ...claimed]);
}

function change(id: number, download: RunningDownload | null) {
  const next = new Map(runningDownloads.get());
  if (download) next.set(id, download);
  else next.delete(id);
  runningDownloads.set(next);
}

/** Deletes the lesson and its files from this device. */
export async function removeDownload(id: number) {
  await deleteDownload(id, await claimedPaths());
  await readDownloadedLessons();
}

/** Within this time, a download that a closed tab has stopped continues at its last piece. */
const RESUMABLE_MS = 7 * DAY_MS;

/**
 * Deletes what stopped downloads have stored, and nobody went on with. No list shows it, so it would
 * stay on the device.
 */
export async function dropAbandonedDownloads() {
  const cache = await openLessonsCache();
  if (cache) await dropAbandonedFiles(cache, RESUMABLE_MS, await claimedPaths());
}
