import type { Lesson } from '@vitrine/contract/catalog';
import { sharedValue } from '../state/shared-value.ts';
import { downloadLesson, dropPartialDownload, type SizedFile } from './download-lesson.ts';
import { deleteDownload, listDownloadedLessons } from './downloaded-lessons.ts';
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
  try {
    await downloadLesson(lesson, { files, signal: abort.signal, onProgress: show });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    change(lesson.id, null);
    await dropPartialDownload(files, runningPaths());
  } finally {
    change(lesson.id, null);
    await readDownloadedLessons();
  }
}

/** The files that running downloads need. Lessons may share one. */
const runningPaths = () =>
  new Set([...runningDownloads.get().values()].flatMap(({ files }) => files.map(pathOf)));

const pathOf = ({ path }: SizedFile) => path;

function change(id: number, download: RunningDownload | null) {
  const next = new Map(runningDownloads.get());
  if (download) next.set(id, download);
  else next.delete(id);
  runningDownloads.set(next);
}

/** Deletes the lesson and its files from this device. */
export async function removeDownload(id: number) {
  await deleteDownload(id, runningPaths());
  await readDownloadedLessons();
}
