import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';

/** The server's log: one line of JSON per event, without secrets. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  pino({
    level: logLevel,
    redact: ['password', '*.password', 'token', '*.token', 'req.headers.cookie'],
    serializers: { err: briefly },
  });

/** The log of one request, with its id. */
export const logOf = ({ log, id }: FastifyRequest) => log.child({ reqId: id });

/** Logs the useful fields of an error only: an error of pg holds its whole connection. */
function briefly(error: Error & { code?: string; detail?: string; constraint?: string }) {
  const { name, message, code, constraint, stack } = error;
  return { name, message, ...(code && { code }), ...(constraint && { constraint }), stack };
}
