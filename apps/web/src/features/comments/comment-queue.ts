import { comments, type Comment } from '@vitrine/contract/comments';
import { DAY_MS } from '@vitrine/contract/durations';
import { limits, QUEUED_KEY_PREFIX } from '@vitrine/contract/offline';
import { isTemporary } from '../../kit/offline/is-temporary.ts';
import { randomKey } from '../../kit/queries/idempotency-key.ts';
import { sharedValue } from '../../kit/state/shared-value.ts';
import { ApiError, call, isConnectionLost } from '../../platform/api.ts';
import { readLocal, WAITING_COMMENTS, writeLocal } from '../../platform/local-store.ts';
import { asStudent } from '../../platform/preview.ts';

/**
 * A comment on a lesson that is to be sent. `seconds` is the moment of the video that it is about.
 */
export interface NewComment {
  lessonId: number;
  body: { content: string; parent_id: number | null; seconds: number | null };
}

/** A comment that waits on this device for a connection. */
export interface WaitingComment extends NewComment {
  /** Idempotency key: the server accepts it once. */
  key: string;
  writtenAt: string;
  /** The time of the first request for it. */
  triedAt: string | null;
  /**
   * Why it is not sent automatically: the server's refusal, or that it may have arrived already.
   */
  refused: string | null;
}

/**
 * Shown where the server may have dropped the key: the author must look before sending it again.
 */
export const MAYBE_SENT =
  'Este comentário pode já ter sido enviado. Confira antes de enviar de novo.';
const SURE_MS = (limits.queuedKeyDays - 1) * DAY_MS;
const MAX_WAITING = 50;
/** One lost request is no lost connection: the next try need not wait for the turn of the queues. */
const RETRY_MS = 2_000;

const read = () => readLocal<WaitingComment[]>(WAITING_COMMENTS) ?? [];
/** The queue of this device, the oldest first. All tabs see the same. */
export const waitingComments = sharedValue<readonly WaitingComment[]>([], read);
// Another tab has changed the queue.
addEventListener('storage', () => waitingComments.set(read()));

function change(key: string, next: WaitingComment | null) {
  const all = read().filter((one) => one.key !== key);
  if (next) all.push(next);
  all.sort((a, b) => a.writtenAt.localeCompare(b.writtenAt));
  writeLocal(WAITING_COMMENTS, all.length ? all : null);
  waitingComments.set(all);
}

/** Changes a waiting comment. A discarded one stays away. */
function update(key: string, patch: Partial<WaitingComment>) {
  const comment = read().find((one) => one.key === key);
  if (comment) change(key, { ...comment, ...patch });
}

const now = () => new Date().toISOString();

/**
 * Sends a comment, or queues it where no answer comes, and then returns null. It throws a refusal,
 * so that the author reads the reason. `key` is the idempotency key of all tries.
 */
export async function sendOrKeep(comment: NewComment, key: string): Promise<Comment | null> {
  const reached = navigator.onLine;
  try {
    return await post(comment, key);
  } catch (error) {
    if (!isConnectionLost(error) || asStudent() || read().length >= MAX_WAITING) throw error;
    const triedAt = reached ? now() : null;
    change(key, { ...comment, key, writtenAt: now(), triedAt, refused: null });
    if (reached) setTimeout(() => void sendWaitingComments(), RETRY_MS);
    return null;
  }
}

async function post({ lessonId, body }: NewComment, key: string) {
  const input = { params: { id: lessonId }, body, idempotencyKey: key };
  return (await call(comments.create, input)).data;
}

let line: Promise<void> = Promise.resolve();

/** Sends the queued comments in the order in which they were written. */
export const sendWaitingComments = () => (line = line.then(sendAll));

async function sendAll() {
  for (const { key } of read()) {
    // Read again: its author may have discarded it while an earlier one was sent.
    const comment = read().find((one) => one.key === key);
    if (!comment || comment.refused) continue;
    if (comment.triedAt && Date.now() - Date.parse(comment.triedAt) > SURE_MS) {
      update(key, { refused: MAYBE_SENT });
      continue;
    }
    if (!(await sendOne(comment))) return;
  }
}

/** @returns whether the server could be asked */
async function sendOne(comment: WaitingComment) {
  // The time is stored before the request: the tab may close before the answer.
  if (!comment.triedAt) update(comment.key, { triedAt: now() });
  try {
    await post(comment, comment.key);
    change(comment.key, null);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) return false;
    update(comment.key, { refused: error.message });
    return true;
  }
}

/** Forgets a waiting comment: it is never sent. */
export const discardWaiting = ({ key }: WaitingComment) => change(key, null);

/** Sends the comment as a new one, with a new key. */
export async function sendAnyway(comment: WaitingComment) {
  change(comment.key, null);
  const key = QUEUED_KEY_PREFIX + randomKey();
  change(key, { ...comment, key, triedAt: null, refused: null });
  await sendWaitingComments();
}
