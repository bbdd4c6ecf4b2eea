import { pino } from 'pino';
import type { Config } from './config.ts';

/** One line of JSON an event; what is secret or endless is left out. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  pino({
    level: logLevel,
    redact: ['password', '*.password', 'token', '*.token', 'req.headers.cookie'],
    serializers: { err: briefly },
  });

/** An error of PostgreSQL carries its whole connection: only what tells something is kept. */
function briefly(error: Error & { code?: string; detail?: string; constraint?: string }) {
  const { name, message, code, constraint, stack } = error;
  return { name, message, ...(code && { code }), ...(constraint && { constraint }), stack };
}
