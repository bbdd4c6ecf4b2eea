import { catalog } from '@vitrine/contract/catalog';
import { limits, offline } from '@vitrine/contract/offline';
import { call } from '../../platform/api.ts';
import { downloadedLessonIds, deleteDownload } from './downloaded-lessons.ts';
import { pagesCache } from './names.ts';
import { viewerKey } from './viewer-key.ts';

const lessonPath = catalog.showLesson.path.replace('{id}', '');

/** Asks the server which stored lessons the viewer may still open, and deletes the others. */
export async function checkAccess() {
  const lessonIds = await readLessonIds();
  const all = [...new Set([...(await downloadedLessonIds()), ...lessonIds])];
  // One call asks for so many. The lessons behind them would stay for good.
  for (let start = 0; start < all.length; start += limits.lessons) {
    const ids = all.slice(start, start + limits.lessons);
    const { data: openIds } = await call(offline.openLessons, { query: { ids: ids.join(',') } });
    for (const id of ids)
      if (!openIds.includes(id)) {
        await deleteDownload(id);
        await deletePages(id);
      }
  }
}

/** The ids of lessons whose answers are in the page cache. */
async function readLessonIds(): Promise<number[]> {
  const cache = await caches.open(pagesCache(viewerKey()));
  return (await cache.keys())
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => path.startsWith(lessonPath))
    .map((path) => Number(path.slice(lessonPath.length)))
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Deletes a lesson's answer, comments and page. */
async function deletePages(id: number) {
  const cache = await caches.open(pagesCache(viewerKey()));
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const belongsToLesson =
      pathname === `${lessonPath}${id}` ||
      pathname.startsWith(`${lessonPath}${id}/`) ||
      (pathname.startsWith('/curso/') && pathname.endsWith(`/${id}`));
    if (belongsToLesson) await cache.delete(request);
  }
}
