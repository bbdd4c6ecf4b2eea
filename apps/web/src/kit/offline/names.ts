// What the page and its service worker (apps/web/worker) call the same things. No DOM here: both read it.

/** Files of the build: the same for everybody, one cache a build. */
export const SHELL_PREFIX = 'vitrine-shell:';
/** Pages and answers that one person has opened. */
export const pagesCache = (owner: string) => `${PAGES_PREFIX}${owner}`;
/** Lessons that one person has downloaded, with their files in pieces. */
export const lessonsCache = (owner: string) => `${LESSONS_PREFIX}${owner}`;
/** Whether the worker waits to hear who is signed in. */
export const STATE_CACHE = 'vitrine-state';

export const PAGES_PREFIX = 'vitrine-pages:';
const LESSONS_PREFIX = 'vitrine-lessons:';

/** Whether a cache holds what belongs to one person. */
export const isPersonal = (name: string) =>
  name.startsWith(PAGES_PREFIX) || name.startsWith(LESSONS_PREFIX);

/** Where the worker answers with a downloaded file: `/_offline/files/7/name.mp4`. */
export const FILE_ROOT = '/_offline';
/** The list of a downloaded lesson's files lies in its cache under this address. */
export const lessonEntry = (id: number | string) => `${FILE_ROOT}/lessons/${id}`;
export const fileEntry = (path: string) => `${FILE_ROOT}${path}?about`;
export const pieceEntry = (path: string, piece: number) => `${FILE_ROOT}${path}?piece=${piece}`;

/** Files are kept in pieces, so that neither a download nor a range needs the whole in memory. */
export const PIECE_BYTES = 4 * 1_048_576;

/** A downloaded file, as `fileEntry` holds it. */
export interface KeptFile {
  type: string;
  bytes: number;
}

/** A downloaded lesson, as `lessonEntry` holds it. */
export interface KeptLesson {
  id: number;
  title: string;
  course: { id: number; title: string };
  href: string;
  files: { path: string; name: string; kind: 'video' | 'captions' | 'file' | 'image' }[];
  bytes: number;
  savedAt: string;
}

/** What the page tells the worker. */
export type WorkerMessage =
  | { kind: 'keep'; owner: string; assets: string[]; answers: Record<string, unknown> }
  | { kind: 'forget' };
