import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { openLogOutput } from './log-output.ts';

/** The server's log: one line of JSON per event, without secrets. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  pino(
    {
      level: logLevel,
      redact: ['password', '*.password', 'token', '*.token', 'req.headers.cookie'],
      serializers: { err: serializeError },
    },
    openLogOutput(),
  );

/**
 * The log for Fastify and its plugins. Its level is never below `info`: at lower levels,
 * `@fastify/multipart` logs headers, and so cookies.
 */
export const libraryLog = (log: Logger) =>
  log.child({}, { level: log.levelVal < log.levels.values['info']! ? 'info' : log.level });

/** The log of one request: its id, its school, and the trace that a proxy or caller began. */
export const logOf = (request: FastifyRequest) => request.log.child(requestFields(request));

const requestFields = (request: FastifyRequest) => ({
  reqId: request.id,
  ...schoolOf(request),
  ...traceOf(request),
});

/** With LOG_LEVEL=debug, logs a line for each answer. The line names the call, never the URL. */
export function logAnswers(app: FastifyInstance, log: Logger) {
  if (!log.isLevelEnabled('debug')) return;
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { config, url } = request.routeOptions;
    const call = config.operation ?? url ?? 'unknown';
    const ms = Math.round(elapsedTime);
    log.debug({ ...requestFields(request), call, status: statusCode, ms }, 'answered');
  });
}

function schoolOf(request: FastifyRequest) {
  const context = request.vitrine as FastifyRequest['vitrine'] | undefined;
  return context && { tenant: context.school.tenant.id };
}

/** The `traceparent` of W3C Trace Context, version 00. Other values are ignored. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

function traceOf({ headers }: FastifyRequest) {
  const header = headers['traceparent'];
  const match = typeof header === 'string' ? traceparent.exec(header) : null;
  return match && { trace_id: match[1], parent_id: match[2] };
}

/** Several processes share a pipe. It keeps a line whole only up to 4,096 bytes. */
const MAX_FRAMES = 15;
const MAX_MESSAGE_LENGTH = 500;
const NOT_LOGGED = 'not logged: it quotes input';

interface LoggedError extends Error {
  code?: string;
  constraint?: string;
}

/** Logs the useful fields of an error only: an error of pg holds its whole connection. */
export function serializeError(error: unknown) {
  // A cause may be any value. A text may quote input, and this function must not throw.
  if (!(error instanceof Error)) return { name: typeof error, message: NOT_LOGGED, stack: '' };
  const { name, code, constraint, stack = '' } = error as LoggedError;
  // The stack repeats the message.
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return {
    name,
    message: quotesInput(error) ? NOT_LOGGED : withoutAddresses(truncate(error.message)),
    ...(code && { code }),
    ...(constraint && { constraint }),
    stack: frames.slice(0, MAX_FRAMES).join('\n'),
  };
}

const truncate = (text: string) => text.slice(0, MAX_MESSAGE_LENGTH);

/** A mail server quotes the recipient. The names of packages keep their `@`. */
const withoutAddresses = (text: string) =>
  text
    .split(' ')
    .map((word) => (/[^'"(/]@/.test(word) ? '…' : word))
    .join(' ');

/** Errors about unreadable JSON and about values that PostgreSQL refuses quote what a client sent. */
const quotesInput = ({ name, code = '' }: LoggedError) =>
  name === 'SyntaxError' || /^22\w{3}$/.test(code);
