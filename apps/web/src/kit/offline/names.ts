// Names that the page and its service worker (apps/web/worker) share. Both import this file, so it
// uses no DOM types.

/** Files of the build, the same for everybody. One cache per build. */
export const SHELL_PREFIX = 'vitrine-shell:';
/** Pages and answers that one person has opened. */
export const pagesCache = (owner: string) => `${PAGES_PREFIX}${owner}`;
/** Lessons that one person has downloaded, with their files in pieces. */
export const lessonsCache = (owner: string) => `${LESSONS_PREFIX}${owner}`;
/** Holds the flag that the worker does not yet know who is signed in. */
export const STATE_CACHE = 'vitrine-state';

/** The caches of pages begin with it; the account follows. */
export const PAGES_PREFIX = 'vitrine-pages:';
const LESSONS_PREFIX = 'vitrine-lessons:';

/** Whether a cache belongs to one person. */
export const isPersonal = (name: string) =>
  name.startsWith(PAGES_PREFIX) || name.startsWith(LESSONS_PREFIX);

/** The path under which the worker serves downloaded files: `/_offline/files/7/name.mp4`. */
export const FILE_ROOT = '/_offline';
/** The cache key of a downloaded lesson's record, which lists its files. */
export const lessonEntry = (id: number | string) => `${FILE_ROOT}/lessons/${id}`;
/** URL under which the cache holds the facts about a file. */
export const fileEntry = (path: string) => `${FILE_ROOT}${path}?about`;
/** URL under which the cache holds a piece of a file. */
export const pieceEntry = (path: string, piece: number) => `${FILE_ROOT}${path}?piece=${piece}`;

/**
 * Files are stored in pieces, so that neither a download nor a range request needs the whole file in
 * memory.
 */
export const PIECE_BYTES = 4 * 1_048_576;

/** A downloaded file, stored under `fileEntry`. */
export interface DownloadedFile {
  type: string;
  bytes: number;
}

/** A downloaded lesson, stored under `lessonEntry`. */
export interface DownloadedLesson {
  id: number;
  title: string;
  course: { id: number; title: string };
  href: string;
  files: { path: string; name: string; kind: 'video' | 'captions' | 'file' | 'image' }[];
  bytes: number;
  savedAt: string;
}

/** The attribute of the `html` element of a page that the worker has stored. Its data may be old. */
export const STORED_PAGE = 'data-stored';

/** Messages from the page to the worker. */
export type WorkerMessage =
  | {
      kind: 'keep';
      owner: string;
      /** The language of the page, such as 'pt-BR'. */
      language: string;
      assets: string[];
      answers: Record<string, unknown>;
    }
  | { kind: 'forget' };
