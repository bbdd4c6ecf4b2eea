import { catalog } from '@vitrine/contract/catalog';
import { FILE_ROOT, fileEntry, lessonEntry, type DownloadedLesson } from './names.ts';

// The Cache Storage of one person's downloaded lessons. The page and the service worker share this
// code.

const entryPath = new RegExp(`^${FILE_ROOT}/lessons/(\\d+)$`);
const pathOf = ({ url }: Request) => new URL(url).pathname;

/** The ids of the lessons that the cache holds. */
export const lessonIdsIn = async (cache: Cache) =>
  (await cache.keys())
    .map((request) => Number(entryPath.exec(pathOf(request))?.[1] ?? 0))
    .filter((id) => id > 0);

/** A downloaded lesson; null if it is not in the cache. */
export async function lessonIn(cache: Cache, id: number): Promise<DownloadedLesson | null> {
  const entry = await cache.match(lessonEntry(id));
  return entry ? ((await entry.json()) as DownloadedLesson) : null;
}

/** The URL under which the cache holds a lesson's answer. */
export const lessonAnswer = (id: number) => catalog.showLesson.path.replace('{id}', String(id));

/** Deletes a lesson and its files, except `kept` ones and those of another stored lesson. */
export async function dropLesson(cache: Cache, id: number, kept?: ReadonlySet<string>) {
  const lesson = await lessonIn(cache, id);
  if (!lesson) return;
  await cache.delete(lessonEntry(id));
  await cache.delete(lessonAnswer(id));
  await dropUnusedFiles(cache, lesson.files, kept);
}

/** Deletes files with all their pieces, except `kept` ones and those of a stored lesson. */
export async function dropUnusedFiles(
  cache: Cache,
  files: readonly { path: string }[],
  kept: ReadonlySet<string> = new Set(),
) {
  const usedPaths = await usedPathsIn(cache);
  const entries = new Set(
    files
      .filter(({ path }) => !usedPaths.has(path) && !kept.has(path))
      .map(({ path }) => fileEntry(path).split('?')[0]),
  );
  for (const request of await cache.keys())
    if (entries.has(pathOf(request))) await cache.delete(request);
}

async function usedPathsIn(cache: Cache) {
  const lessons = await Promise.all((await lessonIdsIn(cache)).map((id) => lessonIn(cache, id)));
  return new Set(lessons.flatMap((lesson) => lesson?.files.map(({ path }) => path)));
}

/** Deletes files of no stored lesson whose last piece is older than `ageMs`, except `kept` ones. */
export async function dropAbandonedFiles(cache: Cache, ageMs: number, kept: ReadonlySet<string>) {
  const usedPaths = await usedPathsIn(cache);
  const lastPieceAt = new Map<string, number>();
  for (const request of await cache.keys()) {
    if (!request.url.includes('?piece=')) continue;
    const path = pathOf(request).slice(FILE_ROOT.length);
    if (usedPaths.has(path)) continue;
    const piece = await cache.match(request);
    const storedAt = Date.parse(piece?.headers.get('date') ?? '') || 0;
    lastPieceAt.set(path, Math.max(storedAt, lastPieceAt.get(path) ?? 0));
  }
  const abandoned = [...lastPieceAt].filter(([, at]) => at < Date.now() - ageMs);
  await dropUnusedFiles(
    cache,
    abandoned.map(([path]) => ({ path })),
    kept,
  );
}
