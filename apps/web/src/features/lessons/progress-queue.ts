import { catalog, type Progress } from '@vitrine/contract/catalog';
import { ApiError, call } from '../../platform/api.ts';
import { viewer } from '../../platform/session.ts';
import { writeLocal, LESSON_PROGRESS, readLocal } from '../../platform/local-store.ts';

/** What a lesson waits to tell the server; the newest value of each field, nothing older. */
export interface QueuedProgress {
  seconds?: number;
  finished?: boolean;
  /** The person chose an earlier place, so that `seconds` may be less than what is saved. */
  went_back?: boolean;
}

type Queue = Record<string, QueuedProgress>;
const read = () => readLocal<Queue>(LESSON_PROGRESS) ?? {};
const write = (queue: Queue) =>
  writeLocal(LESSON_PROGRESS, Object.keys(queue).length ? queue : null);

/** What has not reached the server yet; it is newer than what the server says. */
export const waitingFor = (lessonId: number): QueuedProgress => read()[lessonId] ?? {};

/** Puts progress where neither a lost line nor a closed tab loses it. */
export function queueProgress(lessonId: number, progress: QueuedProgress) {
  if (!viewer()) return; // nobody's progress
  const queue = read();
  const waiting = queue[lessonId];
  const next = { ...waiting, ...progress };
  // Another tab may be further on: its place gives way only to who went back.
  if (waiting?.seconds !== undefined && progress.seconds !== undefined && !progress.went_back)
    next.seconds = Math.max(waiting.seconds, progress.seconds);
  write({ ...queue, [lessonId]: next });
}

/** The second to go on from: what waits, unless the server knows of a later one. */
export function placeToResume(lessonId: number, saved: number) {
  const { seconds = 0, went_back = false } = waitingFor(lessonId);
  return went_back ? seconds : Math.max(seconds, saved);
}

interface SendOptions {
  /** The page is about to go: everything leaves now, and outlives it. */
  keepalive?: boolean;
  onSaved?: (lessonId: number, saved: Progress) => void;
}

// One after the other, so that what was sent last arrives last.
let line: Promise<void> = Promise.resolve();

/** Sends what waits. What the line swallows goes on waiting; what the server refuses does not. */
export async function sendProgress({ keepalive = false, onSaved }: SendOptions = {}) {
  const ids = () => Object.keys(read()).map(Number);
  if (keepalive) await Promise.all(ids().map((id) => sendOne(id, true, onSaved)));
  else
    await (line = line.then(async () => {
      for (const id of ids()) if (!(await sendOne(id, false, onSaved))) break;
    }));
}

/** @returns whether the server could be asked */
async function sendOne(id: number, keepalive: boolean, onSaved: SendOptions['onSaved']) {
  const sent = waitingFor(id);
  try {
    const { data } = await call(catalog.saveProgress, { params: { id }, body: sent, keepalive });
    removeSent(id, sent);
    onSaved?.(id, data);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) {
      sendOnceBack(onSaved);
      return false;
    }
    removeSent(id, sent);
    return true;
  }
}

let waits = false;

/** On whichever page one is by then. */
function sendOnceBack(onSaved: SendOptions['onSaved']) {
  if (waits) return;
  waits = true;
  const back = () => {
    waits = false;
    void sendProgress({ ...(onSaved && { onSaved }) });
  };
  addEventListener('online', back, { once: true });
}

/** A line that is gone, a server that is busy: what waits may go on waiting. */
const isPassing = ({ status }: ApiError) =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** What was sent is done, unless something newer has taken its place meanwhile. */
function removeSent(id: number, sent: QueuedProgress) {
  const { [id]: now, ...others } = read();
  if (!now) return;
  const newer: QueuedProgress = Object.fromEntries(
    Object.entries(now).filter(([field, value]) => sent[field as keyof QueuedProgress] !== value),
  );
  // They went back once more while the last time was on its way.
  if ((newer.seconds ?? Infinity) < (sent.seconds ?? 0)) newer.went_back = true;
  write(Object.keys(newer).length ? { ...others, [id]: newer } : others);
}
