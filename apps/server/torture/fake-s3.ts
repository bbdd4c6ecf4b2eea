import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the store behaves: well, or broken in one of these ways. */
export type StoreMood = 'well' | 'answers 500' | 'slow' | 'cut' | 'cut after storing' | 'gone';

const SLOW_MS = 2_000;

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** An object store in memory, which keeps what was whole, and can be told to misbehave. It checks no signature. */
export async function openFakeS3() {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  let mood: StoreMood = 'well';

  async function answer(asked: IncomingMessage, reply: ServerResponse) {
    const now = mood;
    if (now === 'gone') return void asked.socket.destroy();
    if (now === 'slow') await sleep(SLOW_MS);
    if (now === 'answers 500') {
      asked.resume();
      reply.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
      return;
    }
    const key = asked.url!.split('?')[0]!;
    if (asked.method === 'PUT') {
      if (now === 'cut') return void asked.once('data', () => asked.socket.destroy());
      const bytes = await buffer(asked);
      if (bytes.length !== Number(asked.headers['content-length'])) return;
      objects.set(key, { bytes, type: asked.headers['content-type'] ?? '' });
      if (now === 'cut after storing') return void asked.socket.destroy();
      reply.writeHead(200, { etag: etagOf(bytes) }).end();
      return;
    }
    if (asked.method === 'DELETE') {
      objects.delete(key);
      return void reply.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return void reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const { bytes, type } = found;
    reply.writeHead(200, {
      'content-length': bytes.length,
      'content-type': type,
      etag: etagOf(bytes),
    });
    if (asked.method === 'HEAD') return void reply.end();
    if (now === 'cut' || now === 'cut after storing')
      return void reply.write(bytes.subarray(0, bytes.length / 2), () => asked.socket.destroy());
    reply.end(bytes);
  }

  const server = createServer((asked, reply) => {
    asked.on('error', () => {});
    void answer(asked, reply).catch(() => asked.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: 'school',
      S3_ACCESS_KEY: 'torture',
      S3_SECRET_KEY: 'torture',
    },
    be(wanted: StoreMood) {
      mood = wanted;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
