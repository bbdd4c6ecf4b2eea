import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** A file may be unread for this many intervals: a paused player reads nothing for a while. */
const FILE_INTERVALS = 60;

/**
 * Closes the connection of a client that reads nothing of its answer for `timeoutMs`. Otherwise the
 * client could hold its socket and the answer's memory for days.
 */
export function cutSlowReaders(app: FastifyInstance, timeoutMs: number) {
  const readingFiles = new WeakSet<Socket>();
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.url!.startsWith('/files/')) readingFiles.add(raw.socket);
    else readingFiles.delete(raw.socket);
  });
  app.server.on('connection', (socket) => {
    let bytesBefore = 0;
    let idleIntervals = 0;
    const timer = setInterval(() => {
      const bytesTaken = socket.bytesWritten - socket.writableLength;
      const isIdle = socket.writableLength > 0 && bytesTaken === bytesBefore;
      bytesBefore = bytesTaken;
      idleIntervals = isIdle ? idleIntervals + 1 : 0;
      if (idleIntervals >= (readingFiles.has(socket) ? FILE_INTERVALS : 1)) socket.destroy();
    }, timeoutMs);
    timer.unref();
    socket.once('close', () => clearInterval(timer));
  });
}
