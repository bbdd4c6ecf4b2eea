import type pg from 'pg';
import { socketOf } from './client-socket.ts';

/**
 * Ends a long-lived connection that does not answer `ask` in time. A network that loses packets
 * closes no connection, and a connection that only listens would never notice.
 */
export function endIfSilent(client: pg.Client, timeoutMs: number, ask: () => Promise<unknown>) {
  const interval = setInterval(() => {
    // If this process was blocked, the answer may be unread.
    const late = setTimeout(() => setImmediate(() => isWaiting && destroy(client)), timeoutMs);
    late.unref();
    let isWaiting = true;
    const answered = () => {
      isWaiting = false;
      clearTimeout(late);
    };
    void ask().then(answered, answered);
  }, timeoutMs);
  interval.unref();
  client.once('end', () => clearInterval(interval));
}

/** Closes a connection at once. The queries that wait on it fail. */
export const destroy = (client: pg.ClientBase) => socketOf(client).destroy();
