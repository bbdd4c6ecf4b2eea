import { languageOrDefault, type Language } from '@vitrine/contract/languages';
import { messages } from '@vitrine/contract/messages';
import { translate } from '@vitrine/contract/texts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  BUSY_RETRY_SECONDS,
  notFound,
  refuse,
  toAppError,
  type AppError,
} from '../../platform/app-error.ts';
import { securityHeaders } from '../../platform/headers.ts';
import { logOf } from '../../platform/log.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { rareLines } from '../../platform/rare-lines.ts';
import { errorPage, errorPageHeaders } from './error-page.ts';

/** Turns every error into an answer. No other place does. */
export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => send(request, reply, notFound(), null));
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, headers = {} } = error as FastifyError & { headers?: Record<string, string> };
  // A range beyond the end of a public file. `content-range` says how long the file is.
  if (statusCode === 416) return reply.code(416).headers(headers).send();
  return send(request, reply, appErrorOf(error), error);
}

/**
 * Answers a request that fails before routing and its hooks, such as a malformed URL. For a person it
 * is a page that does not exist.
 */
export function sendUnrouted(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders(request));
  return send(request, reply, isPageView(request.raw) ? notFound() : appErrorOf(error), error);
}

/** The contract has no status of its own for these two. */
const statusByNodeCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that are no HTTP. There is no request yet, so the language is the first one. */
export function answerUnparsed({ code = '' }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByNodeCode[code] ?? 400;
  const body = JSON.stringify({ message: messages.badBody, code: 'bad_request' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy();
}

function appErrorOf(error: unknown): AppError | null {
  return toAppError(error) ?? fromFastifyError(error as FastifyError);
}

const errorByFastifyCode: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('wrong_content', messages.wrongContent, 415),
  FST_ERR_CTP_BODY_TOO_LARGE: () => refuse('too_large', messages.bodyTooLarge, 413),
  FST_REQ_FILE_TOO_LARGE: () => refuse('too_large', messages.tooLarge, 413),
};

function fromFastifyError({ code, statusCode = 500 }: FastifyError): AppError | null {
  const makeError = errorByFastifyCode[code];
  if (makeError) return makeError();
  if (statusCode === 415 || statusCode === 406)
    return refuse('wrong_content', messages.wrongContent, 415);
  return statusCode < 500 ? refuse('bad_request', messages.badBody, 400) : null;
}

/** A browser opened the URL, so a person reads the answer. */
const isPageView = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate';

/** The language of the cookie. An error may come before Fastify has parsed the cookies. */
function languageOfCookie({ headers }: IncomingMessage): Language {
  const cookie = /(?:^|; *)language=([^;]*)/.exec(headers.cookie ?? '')?.[1];
  return languageOrDefault(cookie);
}

/**
 * Answers 503 without Fastify, at a third of the cost. Use it where most requests are refused;
 * elsewhere throw `busy()`.
 */
export function sendBusy(raw: IncomingMessage, response: ServerResponse) {
  const language = languageOfCookie(raw);
  const message = translate(language, messages.busy);
  const retryAfterSeconds = BUSY_RETRY_SECONDS;
  const [headers, body] = isPageView(raw)
    ? [errorPageHeaders, errorPage({ language, message, retryAfterSeconds, link: 'retry' })]
    : [jsonHeaders, JSON.stringify({ message, code: 'busy' })];
  response
    .writeHead(503, {
      ...headers,
      'retry-after': String(retryAfterSeconds),
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AppError | null,
  error: unknown,
) {
  logError(request, refusal, error);

  const language = request.vitrine?.language ?? languageOfCookie(request.raw);
  const details = refusal?.details ?? {};
  const t = (text: string) => translate(language, text, details.values);
  if (details.retryAfterSeconds) reply.header('retry-after', String(details.retryAfterSeconds));
  const status = refusal?.status ?? 500;
  const message = t(refusal?.message ?? messages.unexpected);
  if (isPageView(request.raw)) {
    const { retryAfterSeconds } = details;
    const link = linkOf(status, refusal?.code);
    const page = errorPage({ language, message, retryAfterSeconds, link });
    return reply.code(status).headers(errorPageHeaders).serializer(String).send(page);
  }
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      message,
      code: refusal?.code ?? 'unexpected',
      ...(details.errors && {
        errors: Object.fromEntries(
          Object.entries(details.errors).map(([field, texts]) => [field, texts.map(t)]),
        ),
      }),
      // A text in `data` is a message for a person, so it is translated as well.
      ...(details.data !== undefined && {
        data: typeof details.data === 'string' ? t(details.data) : details.data,
      }),
    });
}

function logError(request: FastifyRequest, refusal: AppError | null, error: unknown) {
  if (refusal && !refusal.cause) return;
  const err = refusal ? refusal.cause : error;
  const details = { err, ...(refusal && { code: refusal.code }) };
  const message = refusal ? 'refused' : 'unexpected';
  const trouble = troubleOf(refusal, err);
  if (trouble === null) return logOf(request)[refusal ? 'info' : 'error'](details, message);
  const leftOut = linesOfTroubles(trouble);
  if (leftOut === null) return;
  logOf(request).error({ ...details, ...(leftOut && { leftOut }) }, message);
}

/** A full disk, or an object store that refuses, goes on until somebody mends it. */
function troubleOf(refusal: AppError | null, cause: unknown) {
  if (refusal?.code === 'storage_full') return refusal.code;
  return cause instanceof OperatorProblem ? cause.message : null;
}

/** Each request of a file meets such a trouble. */
const linesOfTroubles = rareLines();

/** The way out of an error page. An unknown host has no home page. */
function linkOf(status: number, code: string | undefined) {
  if (status >= 500) return 'retry';
  return code === 'unknown_host' ? null : 'home';
}
