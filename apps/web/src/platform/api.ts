import {
  POINTS_HEADER,
  type AnswerFor,
  type AnyRoute,
  type ErrorAnswer,
  type ParamsFor,
  type QueryFor,
  type SentFor,
} from '@vitrine/contract/core';
import { messages } from '@vitrine/contract/messages';
import { ANSWER_OWNER } from '@vitrine/contract/offline';
import { tenantId } from './boot.ts';
import { translate } from './locale.tsx';
import { viewHeader } from './preview.ts';
import { viewer } from './session.ts';

/** The client fills in tenant ids. The caller passes every other path parameter. */
type Params<R extends AnyRoute> = Omit<ParamsFor<R>, 'tenant' | 'tenantId'>;
type RequiredKey<Key extends string, Value> = [keyof Value] extends [never]
  ? unknown
  : Record<Key, Value>;

/** The values that a call of this route needs: ids of the path, query and body. */
export type Input<R extends AnyRoute> = RequiredKey<'params', Params<R>> & {
  query?: Partial<Record<keyof QueryFor<R>, unknown>>;
} & (undefined extends SentFor<R> ? unknown : { body: Omit<SentFor<R>, 'tenant_id'> });

/** An error in the contract's form. `status` 0 means that no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly data: unknown;
  /** The answer's `Retry-After`, in ms; 0 without one. */
  readonly retryAfterMs: number;

  constructor(status: number, { message, code, errors = {}, data }: ErrorAnswer, retryAfterMs = 0) {
    // The server answers in the viewer's language. The words of this side are Portuguese.
    super(translate(message));
    this.status = status;
    this.code = code;
    this.fields = errors;
    this.data = data;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether a call was refused with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof ApiError && statuses.includes(error.status);

/** Whether the connection broke before an answer arrived. */
export const isConnectionLost = (error: unknown) => hasStatus(error, 0);

/**
 * Whether the server's own answer did not arrive: the connection broke, or a proxy answered in its
 * place. The server may have saved before.
 */
export const isAnswerLost = (error: unknown) =>
  isConnectionLost(error) ||
  (error instanceof ApiError && error.status >= 500 && error.code === UNAVAILABLE);

const offline: ErrorAnswer = {
  code: 'offline',
  message: 'Sem conexão. Confira sua internet e tente de novo.',
};

/** The code of an answer that a proxy gave. */
const UNAVAILABLE = 'unavailable';

/**
 * The server's refusal. A proxy in front of it refuses in its own words, or in HTML: then the words
 * are ours. `tooLarge` is the text for a body that the proxy did not take.
 */
export function refusalOf(status: number, answer: unknown, tooLarge: string): ErrorAnswer {
  if (typeof (answer as Partial<ErrorAnswer> | null)?.code === 'string')
    return answer as ErrorAnswer;
  return status === 413
    ? { code: 'too_large', message: tooLarge }
    : { code: UNAVAILABLE, message: messages.unavailable };
}

/** Resolves to whether the viewer has signed in. */
type SignInAgain = () => Promise<boolean>;
let signInAgain: SignInAgain | null = null;

/** Registers the function that asks the viewer to sign in again when the session has ended. */
export function onSessionEnd(showSignIn: SignInAgain) {
  signInAgain = showSignIn;
}

let pointsListener: ((points: number) => void) | null = null;
let pendingPoints = 0;

/**
 * Registers the listener for points that a call awarded; `null` removes it. Points awarded before the
 * listener's code has loaded are delivered once it registers.
 */
export function onPoints(listener: typeof pointsListener) {
  pointsListener = listener;
  if (pendingPoints) deliverPoints(0);
}

function deliverPoints(points: number) {
  pendingPoints += points;
  if (!pointsListener) return;
  pointsListener(pendingPoints);
  pendingPoints = 0;
}

let sentWrite = false;

/** Whether this page has sent a write. Its events may have been delivered before the page listened. */
export const hasWritten = () => sentWrite;

interface CallOptions {
  signal?: AbortSignal;
  /** The request outlives the page. */
  keepalive?: boolean;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A retry with the same key creates nothing twice. */
  idempotencyKey?: string;
}

/**
 * Calls one route of the contract. After an expired session, the viewer signs in again in place and
 * the call continues.
 */
export function call<R extends AnyRoute>(
  route: R,
  input: Input<R> & Pick<CallOptions, 'signal' | 'keepalive' | 'idempotencyKey'>,
): Promise<AnswerFor<R>> {
  const request = () => send(route, input as CallOptions);
  return isSignIn(route) ? request() : inSession(request);
}

/** Runs `work`. On a 401 it runs `work` again after the viewer has signed in, or throws the 401. */
export async function inSession<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !signInAgain) throw error;
    if (!(await signInAgain())) throw error;
    return work();
  }
}

const isSignIn = ({ path }: AnyRoute) =>
  path.startsWith('/api/v1/session') || path.startsWith('/api/v1/password');

async function send<R extends AnyRoute>(
  route: R,
  { signal, keepalive, idempotencyKey, ...more }: CallOptions,
): Promise<AnswerFor<R>> {
  const { body } = more;
  sentWrite ||= route.method !== 'GET';
  const response = await fetch(address(route, more), {
    method: route.method,
    signal: signal ?? null,
    ...(keepalive && { keepalive }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      tenantId: String(tenantId()),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...viewHeader(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, offline);
  });
  const points = Number(response.headers.get(POINTS_HEADER));
  if (points) deliverPoints(points);
  // A showcase answers anybody. The viewer's page would show it as a stranger's, without a word.
  if (response.ok && viewer() && !isSignIn(route) && isForVisitor(response))
    throw new ApiError(401, { code: 'not_signed_in', message: messages.notSignedIn });
  if (response.status === 204) return undefined as AnswerFor<R>;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new ApiError(
      response.status,
      refusalOf(response.status, answer, messages.bodyTooLarge),
      // Servers and proxies send seconds. A date, which the standard also allows, counts as none.
      Number(response.headers.get('retry-after')) * 1000 || 0,
    );
  // The connection broke during the body, or the Wi-Fi answered with a page of its own.
  if (answer === null) throw new ApiError(0, offline);
  return answer as AnswerFor<R>;
}

const isForVisitor = ({ headers }: Response) => headers.get(ANSWER_OWNER) === `${tenantId()}-0`;

/** The URL of a call: its path with the parameters, then the query. */
export function address(
  route: AnyRoute,
  { params = {}, query = {} }: Pick<CallOptions, 'params' | 'query'>,
) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      String(name === 'tenant' || name === 'tenantId' ? tenantId() : wire(params[name])),
    ),
  );
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(wire(value))]));
  return entries.length ? `${path}?${search}` : path;
}

const wire = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);
