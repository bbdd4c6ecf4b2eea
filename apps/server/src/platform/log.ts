import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { Config } from './config.ts';

/** One line of JSON an event; what is secret or endless is left out. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  pino({
    level: logLevel,
    redact: ['password', '*.password', 'token', '*.token', 'req.headers.cookie'],
    serializers: { err: briefly },
  });

/** What an error in a request is logged by: under the request's own id. */
export const logOf = ({ log, id }: FastifyRequest) => log.child({ reqId: id });

/** An error of PostgreSQL carries its whole connection: only what tells something is kept. */
function briefly(error: Error & { code?: string; detail?: string; constraint?: string }) {
  const { name, message, code, constraint, stack } = error;
  return { name, message, ...(code && { code }), ...(constraint && { constraint }), stack };
}
