import { messages } from '@vitrine/contract/messages';
import { messages as uploads } from '@vitrine/contract/uploads';
import { codeOf, SHUTDOWN, sqlState, sqlStateClass } from './sql-state.ts';

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;

interface AppErrorDetails {
  /** Values for the `{{names}}` in the message. */
  values?: Record<string, string | number>;
  /** The errors of each field, in Portuguese. `kit/http/errors.ts` translates them. */
  errors?: Record<string, string[]>;
  /** The current state, with a 409. */
  data?: unknown;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected error: a message for the person, a code for the client, a cause for the log. */
export class AppError extends Error {
  readonly code: string;
  readonly status: Status;
  readonly details: AppErrorDetails;

  constructor(code: string, message: string, status: Status, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** `throw refuse('links_full', messages.limit, 409)` */
export const refuse = (code: string, message: string, status: Status, details?: AppErrorDetails) =>
  new AppError(code, message, status, details);

/** 401 for a visitor, and for a session that has ended. */
export const notSignedIn = () => refuse('not_signed_in', messages.notSignedIn, 401);

/** 404 for a missing row and for one that the viewer may not see. The answers are identical. */
export const notFound = () => refuse('not_found', messages.notFound, 404);

/** 422 with texts by field. The first text is the message (contract, Everywhere). */
export const invalid = (errors: Record<string, string[]>) =>
  refuse('invalid', Object.values(errors)[0]?.[0] ?? messages.invalid, 422, { errors });

/** Returns the row, or throws 404 if the query found none. */
export function orNotFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw notFound();
  return row;
}

// Errors of the database --------------------------------------------------------------------------

const constraintErrors = new Map<string, () => AppError>();

/**
 * Maps a violated constraint to its error. The store that relies on the constraint calls it:
 * `constraint('marquees_product', () => refuse('product_taken', messages.taken, 409))`.
 */
export function constraint(name: string, makeError: () => AppError) {
  constraintErrors.set(name, makeError);
}

/** Turns an expected error of PostgreSQL, its connection or the disk into an `AppError`; else null. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const name = (error as { constraint?: string } | null)?.constraint;
  const registered = name === undefined ? undefined : constraintErrors.get(name)?.();
  if (registered) return registered;
  if (isConflict(code)) return refuse('conflict', messages.conflict, 409, { cause: error });
  if (code === sqlState.foreignKeyViolation)
    return refuse('not_found', messages.notFound, 404, { cause: error });
  if (isInvalid(code)) return refuse('invalid', messages.invalid, 422, { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageFull(uploads.storageFull, error);
  if (code === sqlState.diskFull) return storageFull(messages.diskFull, error);
  if (isOverload(code) || isConnectionLost(error as Error, code) || isOutdatedPlan(error))
    return busy(error);
  return null;
}

/** `Retry-After` of an overloaded server. */
export const BUSY_RETRY_SECONDS = 2;

/** 503 with `Retry-After`. */
export const busy = (cause?: unknown) =>
  refuse('busy', messages.busy, 503, { retryAfterSeconds: BUSY_RETRY_SECONDS, cause });

const storageFull = (message: string, cause: unknown) =>
  refuse('storage_full', message, 503, { retryAfterSeconds: 60, cause });

const isConflict = (code: string) =>
  code === sqlState.uniqueViolation ||
  code === sqlState.serializationFailure ||
  code === sqlState.deadlockDetected;

const isInvalid = (code: string) =>
  code === sqlState.checkViolation ||
  code === sqlState.notNullViolation ||
  code.startsWith(sqlStateClass.dataException);

const isOverload = (code: string) =>
  code === sqlState.queryCanceled ||
  code === sqlState.lockNotAvailable ||
  code.startsWith(sqlStateClass.insufficientResources);

/** A migration changed the columns of a statement that this connection had prepared before. */
export const isOutdatedPlan = (error: unknown) =>
  (error as { routine?: string }).routine === 'RevalidateCachedQuery';

/** The connection broke. The database will return, so the client may try again. */
const isConnectionLost = (error: Error, code: string) =>
  code.startsWith(sqlStateClass.connectionException) ||
  code.startsWith(SHUTDOWN) ||
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'].includes(code) ||
  // The connection could not be made, for example ENOENT because the socket's file is gone.
  (error as NodeJS.ErrnoException).syscall === 'connect' ||
  /Connection terminated|is not queryable|timeout exceeded when trying to connect|connection timeout|timeout expired/i.test(
    error.message,
  );
