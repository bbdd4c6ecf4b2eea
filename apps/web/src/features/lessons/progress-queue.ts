import { catalog, type Progress } from '@vitrine/contract/catalog';
import { isTemporary } from '../../kit/offline/is-temporary.ts';
import { ApiError, call } from '../../platform/api.ts';
import { writeLocal, LESSON_PROGRESS, readLocal } from '../../platform/local-store.ts';
import { viewer } from '../../platform/session.ts';

/** The unsent progress of a lesson, with the newest value of each field. */
export interface QueuedProgress {
  seconds?: number;
  finished?: boolean;
  /** The viewer went back, so `seconds` may be less than the saved position. */
  went_back?: boolean;
}

type Queue = Record<string, QueuedProgress>;
const readQueue = () => readLocal<Queue>(LESSON_PROGRESS) ?? {};
const write = (queue: Queue) =>
  writeLocal(LESSON_PROGRESS, Object.keys(queue).length ? queue : null);

/** The unsent progress. It is newer than the server's. */
export const waitingFor = (lessonId: number): QueuedProgress => readQueue()[lessonId] ?? {};

/** Queues progress on this device, where it outlives a lost connection and a closed tab. */
export function queueProgress(lessonId: number, progress: QueuedProgress) {
  if (!viewer()) return; // nobody's progress
  const queue = readQueue();
  const queued = queue[lessonId];
  const next = { ...queued, ...progress };
  // Keeps another tab's later position, unless the viewer went back.
  if (queued?.seconds !== undefined && progress.seconds !== undefined && !progress.went_back)
    next.seconds = Math.max(queued.seconds, progress.seconds);
  write({ ...queue, [lessonId]: next });
}

/** The second to resume from: the unsent position, unless the server has a later one. */
export function placeToResume(lessonId: number, saved: number) {
  const { seconds = 0, went_back = false } = waitingFor(lessonId);
  return went_back ? seconds : Math.max(seconds, saved);
}

interface SendOptions {
  /** The page is about to go: everything leaves now, and outlives it. */
  keepalive?: boolean;
  onSaved?: (lessonId: number, saved: Progress) => void;
  /** The server refused the progress, which is dropped. */
  onRefused?: (error: ApiError, refused: QueuedProgress) => void;
}

type Listeners = Pick<SendOptions, 'onSaved' | 'onRefused'>;

// Requests run one after the other, so that they arrive in order.
let lastRun: Promise<void> = Promise.resolve();

/**
 * Sends the unsent progress. Without a connection it stays queued, and the frame of the page sends it
 * once the connection is back (app/offline-queues.tsx). Refused progress is dropped.
 */
export async function sendProgress({ keepalive = false, ...listeners }: SendOptions = {}) {
  const ids = () => Object.keys(readQueue()).map(Number);
  if (keepalive) await Promise.all(ids().map((id) => sendOne(id, true, listeners)));
  else
    await (lastRun = lastRun.then(async () => {
      for (const id of ids()) if (!(await sendOne(id, false, listeners))) break;
    }));
}

/** Returns false if the progress stays queued. */
async function sendOne(id: number, keepalive: boolean, listeners: Listeners) {
  const sentProgress = waitingFor(id);
  // Another tab has sent it while an earlier request ran.
  if (!Object.keys(sentProgress).length) return true;
  try {
    const { data } = await call(catalog.saveProgress, {
      params: { id },
      body: sentProgress,
      keepalive,
    });
    removeSent(id, sentProgress);
    listeners.onSaved?.(id, data);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) return false;
    removeSent(id, sentProgress);
    listeners.onRefused?.(error, sentProgress);
    return true;
  }
}

/** Removes the sent values, unless newer ones have replaced them. */
function removeSent(id: number, sent: QueuedProgress) {
  const { [id]: now, ...others } = readQueue();
  if (!now) return;
  const newer: QueuedProgress = Object.fromEntries(
    Object.entries(now).filter(([field, value]) => sent[field as keyof QueuedProgress] !== value),
  );
  // The viewer went back again while the request ran.
  if ((newer.seconds ?? Infinity) < (sent.seconds ?? 0)) newer.went_back = true;
  write(Object.keys(newer).length ? { ...others, [id]: newer } : others);
}
