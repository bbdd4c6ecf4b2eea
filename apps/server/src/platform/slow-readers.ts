import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** A player that was paused takes nothing from its film for a while. */
const FILE_INTERVALS = 60;

/**
 * Closes the connection of who takes nothing of an answer for `timeoutMs`. Otherwise it would hold
 * its socket, and all that was made for it, for days.
 */
export function cutSlowReaders(app: FastifyInstance, timeoutMs: number) {
  const readingFiles = new WeakSet<Socket>();
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.url!.startsWith('/files/')) readingFiles.add(raw.socket);
    else readingFiles.delete(raw.socket);
  });
  app.server.on('connection', (socket) => {
    let before = 0;
    let idle = 0;
    const timer = setInterval(() => {
      const taken = socket.bytesWritten - socket.writableLength;
      const waits = socket.writableLength > 0 && taken === before;
      before = taken;
      idle = waits ? idle + 1 : 0;
      if (idle >= (readingFiles.has(socket) ? FILE_INTERVALS : 1)) socket.destroy();
    }, timeoutMs);
    timer.unref();
    socket.once('close', () => clearInterval(timer));
  });
}
