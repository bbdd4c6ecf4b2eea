import { catalog, type Lesson } from '@vitrine/contract/catalog';
import { filePath } from '@vitrine/contract/file-addresses';
import { lessonHref } from '@vitrine/contract/urls';
import { call } from '../../platform/api.ts';
import { openLessonsCache } from './downloaded-lessons.ts';
import { dropUnusedFiles, lessonAnswer } from './lesson-cache.ts';
import {
  fileEntry,
  lessonEntry,
  lessonsCache,
  PIECE_BYTES,
  pieceEntry,
  type DownloadedFile,
  type DownloadedLesson,
} from './names.ts';
import { viewerKey } from './viewer-key.ts';

interface LessonFile {
  path: string;
  /** The signed URL. */
  url: string;
  name: string;
  kind: DownloadedLesson['files'][number]['kind'];
}

/** A file of a lesson with its size in bytes. */
export interface SizedFile extends LessonFile, DownloadedFile {}

/** The lesson's files on this school's server. A provider's player cannot be downloaded. */
export function filesOf(lesson: Lesson): LessonFile[] {
  const { video_url, captions, files, content, content_html, title } = lesson;
  const images = (content_html ?? content).matchAll(/<img[^>]*\ssrc="([^"]+)"/g);
  const lessonFiles = [
    ...(video_url ? [{ url: video_url, name: title, kind: 'video' as const }] : []),
    ...captions.map(({ url, language }) => ({ url, name: language, kind: 'captions' as const })),
    ...files.map(({ url, name }) => ({ url, name, kind: 'file' as const })),
    ...[...images].map(([, url]) => ({
      url: url!.replaceAll('&amp;', '&'),
      name: '',
      kind: 'image' as const,
    })),
  ].flatMap((lessonFile) => {
    const path = isSameOrigin(lessonFile.url) ? filePath(lessonFile.url) : null;
    return path ? [{ ...lessonFile, path }] : [];
  });
  return [...new Map(lessonFiles.map((one) => [one.path, one])).values()];
}

const isSameOrigin = (url: string) => new URL(url, location.origin).origin === location.origin;

/**
 * Reads the size of each file, so that the viewer knows it before the download. Rejects if one cannot
 * be read.
 */
export function readSizes(files: readonly LessonFile[]): Promise<SizedFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const response = await fetch(withoutWidth(file.url), { method: 'HEAD' });
      if (!response.ok) throw new Error(`${response.status}`);
      const bytes = Number(response.headers.get('content-length'));
      return { ...file, bytes, type: response.headers.get('content-type') ?? '' };
    }),
  );
}

/** The URL of the original image, because resized ones do not support ranges. */
function withoutWidth(url: string) {
  const absolute = new URL(url, location.origin);
  absolute.searchParams.delete('w');
  return pathAndQuery(absolute);
}

const pathAndQuery = ({ pathname, search }: URL) => pathname + search;

interface DownloadOptions {
  files: readonly SizedFile[];
  signal: AbortSignal;
  /** Gets the number of bytes that are stored so far. */
  onProgress: (loaded: number) => void;
}

/**
 * Stores a lesson with its files. After a lost connection or a closed tab, the next download
 * continues at the last piece. Rejects if a file cannot be fetched, or if `signal` aborts.
 */
export async function downloadLesson(
  lesson: Lesson,
  { files, signal, onProgress }: DownloadOptions,
): Promise<DownloadedLesson> {
  const cache = await caches.open(lessonsCache(viewerKey()));
  // With persistent storage, the browser asks before it evicts these files. Firefox first asks the
  // person for it, who may never answer.
  void navigator.storage?.persist?.().catch(() => false);
  let loaded = 0;
  for (const file of files) {
    await keepFile(cache, file, signal, (bytes) => onProgress(loaded + bytes));
    loaded += file.bytes;
  }
  if (files.some(({ path }) => path.endsWith('.pdf'))) await keepPdfReader();
  const answer = await call(catalog.showLesson, { params: { id: lesson.id }, signal });
  const text = JSON.stringify(answer);
  await cache.put(
    lessonAnswer(lesson.id),
    new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } }),
  );
  const record: DownloadedLesson = {
    id: lesson.id,
    title: lesson.title,
    course: { id: lesson.course.id, title: lesson.course.title },
    href: lessonHref(lesson.course.id, lesson.title, lesson.id),
    files: files.map(({ path, name, kind }) => ({ path, name, kind })),
    bytes: loaded + text.length,
    savedAt: new Date().toISOString(),
  };
  await cache.put(lessonEntry(lesson.id), new Response(JSON.stringify(record)));
  return record;
}

/** Loaded only on demand: it is large, and most lessons have no PDF. */
async function keepPdfReader() {
  const [{ fetchPdfWorker }] = await Promise.all([
    import('../../ui/pdf.ts'),
    import('../../ui/pdf-reader.tsx'),
  ]);
  await fetchPdfWorker();
}

async function keepFile(
  cache: Cache,
  { path, url, type, bytes }: SizedFile,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
) {
  for (const { entry, start, end } of piecesOf({ path, bytes })) {
    if (!(await cache.match(entry))) {
      const response = await fetch(withoutWidth(url), {
        headers: { range: `bytes=${start}-${end}` },
        signal,
        cache: 'no-store', // the HTTP cache would store it a second time
      });
      if (response.status !== 206 && !(response.status === 200 && bytes <= PIECE_BYTES))
        throw new Error(`${response.status}`);
      const body = await response.blob();
      if (body.size !== end - start + 1) throw new Error('piece cut');
      const headers = { date: new Date().toUTCString() };
      await cache.put(entry, new Response(body, { headers }));
    }
    onProgress(end + 1);
  }
  await cache.put(
    fileEntry(path),
    new Response(JSON.stringify({ type, bytes } satisfies DownloadedFile)),
  );
}

/** The pieces of a file: their entries, and their first and last byte. */
const piecesOf = ({ path, bytes }: Pick<SizedFile, 'path' | 'bytes'>) =>
  Array.from({ length: Math.ceil(bytes / PIECE_BYTES) }, (_, piece) => {
    const start = piece * PIECE_BYTES;
    return {
      entry: pieceEntry(path, piece),
      start,
      end: Math.min(start + PIECE_BYTES, bytes) - 1,
    };
  });

/** The bytes of the files that are not on this device. A download that stopped has stored some. */
export async function missingBytes(files: readonly SizedFile[]) {
  const cache = await openLessonsCache();
  const stored = new Set((await cache?.keys())?.map(({ url }) => new URL(url)).map(pathAndQuery));
  return files
    .flatMap(piecesOf)
    .filter(({ entry }) => !stored.has(entry))
    .reduce((sum, { start, end }) => sum + end - start + 1, 0);
}

/** Deletes the pieces of a cancelled download, except those of a downloaded lesson and of `kept` files. */
export async function dropPartialDownload(
  files: readonly LessonFile[],
  kept: ReadonlySet<string> = new Set(),
) {
  await dropUnusedFiles(await caches.open(lessonsCache(viewerKey())), files, kept);
}
