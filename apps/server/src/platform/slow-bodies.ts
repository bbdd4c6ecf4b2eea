import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/**
 * Minimum progress in an interval, with the frames of chunks: six bytes for each byte of a body. Otherwise
 * one byte a second would hold a socket for days.
 */
const MIN_PROGRESS_BYTES = 1_024;

/**
 * Closes the connection of a body that makes no progress for `timeoutMs`, also if its request was
 * refused before Fastify. A large upload may take hours. A body that waits for this server does not
 * count as slow.
 */
export function cutSlowBodies({ server, log }: FastifyInstance, timeoutMs: number) {
  server.on('request', (request: IncomingMessage) => {
    if (hasBody(request))
      watch(request, timeoutMs, () => log.info({ host: request.headers.host }, 'slow body cut'));
  });
}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch(request: IncomingMessage, timeoutMs: number, onCut: () => void) {
  const { socket } = request;
  let bytesBefore = socket.bytesRead;
  let waitedBefore = false;
  const timer = setInterval(() => {
    if (request.complete) return stop();
    const progress = socket.bytesRead - bytesBefore;
    const waits = request.readableLength >= request.readableHighWaterMark;
    // A body that has just stopped to wait had no time for progress yet.
    const isSlow = progress < MIN_PROGRESS_BYTES && !waits && !waitedBefore;
    bytesBefore = socket.bytesRead;
    waitedBefore = waits;
    if (!isSlow) return;
    stop();
    onCut();
    socket.destroy();
  }, timeoutMs);
  timer.unref();
  const stop = () => clearInterval(timer);
  request.once('close', stop);
}
