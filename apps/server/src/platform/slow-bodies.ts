import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logOf } from './log.ts';

/** Minimum progress in an interval. Otherwise one byte a minute would hold a socket for days. */
const MIN_PROGRESS_BYTES = 256;

/**
 * Closes the connection of a body that makes no progress for `timeoutMs`. A large upload may take
 * hours. A body that waits for this server does not count as slow.
 */
export function cutSlowBodies(app: FastifyInstance, timeoutMs: number) {
  app.addHook('onRequest', async (request) => {
    if (hasBody(request) && hasConnection(request)) watch(request, timeoutMs);
  });
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** An injected request has none, and never closes: its timer would hold it for ever. */
const hasConnection = ({ raw }: FastifyRequest) => Number.isFinite(raw.socket.bytesRead);

function watch(request: FastifyRequest, timeoutMs: number) {
  const { raw } = request;
  let bytesBefore = raw.socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete) return stop();
    const bytesNow = raw.socket.bytesRead;
    const waitsForServer = raw.readableLength >= raw.readableHighWaterMark;
    const isSlow = bytesNow - bytesBefore < MIN_PROGRESS_BYTES && !waitsForServer;
    bytesBefore = bytesNow;
    if (!isSlow) return;
    stop();
    logOf(request).info('slow body cut');
    raw.socket.destroy();
  }, timeoutMs);
  timer.unref();
  const stop = () => clearInterval(timer);
  raw.once('close', stop);
}
