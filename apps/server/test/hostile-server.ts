import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

/** The ways in which a hostile server holds its client. */
export const hostileModes = ['silent', 'drips', 'endless'] as const;
export type HostileMode = (typeof hostileModes)[number];

const DRIP_MS = 40;
const CHUNK = 'a'.repeat(65_536);

/** The beginning of an answer, and what follows it piece by piece. */
interface Words {
  /** A byte at a time. */
  drip: string;
  endless: { head: string; chunk: string };
}

export const httpWords: Words = {
  drip: 'HTTP/1.1 200 OK\r\nx-slow: ',
  endless: { head: 'HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\n\r\n', chunk: CHUNK },
};
export const smtpWords: Words = {
  drip: '220 test\r\n250-',
  endless: { head: '220-', chunk: `${'a'.repeat(900)}\r\n220-`.repeat(70) },
};

/**
 * Opens a server that accepts every connection, and then answers nothing, a byte at a time, or
 * without an end. It ends with the test file.
 */
export async function openHostileServer(mode: HostileMode, words: Words) {
  const open = new Set<Socket>();
  let bytes = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.resume();
    if (mode === 'drips') void drip(socket, words.drip);
    if (mode === 'endless') void pour(socket, words.endless);
  });

  async function drip(socket: Socket, text: string) {
    for (let at = 0; !socket.destroyed; at += 1) {
      socket.write(text[at] ?? 'a');
      await sleep(DRIP_MS);
    }
  }

  async function pour(socket: Socket, { head, chunk }: Words['endless']) {
    socket.write(head);
    while (!socket.destroyed) {
      bytes += chunk.length;
      if (!socket.write(chunk)) await drained(socket);
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of connections that nobody has closed. */
    open: () => open.size,
    /** The bytes that clients have taken, and what the kernel holds. */
    bytes: () => bytes,
  };
}

/** Resolves when more may be written, or nothing any more. */
const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('drain', resolve).once('close', resolve);
  });
