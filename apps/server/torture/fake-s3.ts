import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** The behaviour of the store. */
export type StoreMode =
  | 'healthy'
  | 'answers 500'
  | 'slow'
  | 'cut'
  | 'cut after storing'
  | 'unreachable';

const SLOW_MS = 2_000;

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/**
 * Starts an S3 store in memory. It stores only complete objects, fails on demand, and checks no
 * signature.
 */
export async function openFakeS3() {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  let mode: StoreMode = 'healthy';

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const current = mode;
    if (current === 'unreachable') return void request.socket.destroy();
    if (current === 'slow') await sleep(SLOW_MS);
    if (current === 'answers 500') {
      request.resume();
      response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
      return;
    }
    const key = request.url!.split('?')[0]!;
    if (request.method === 'PUT') {
      if (current === 'cut') return void request.once('data', () => request.socket.destroy());
      const bytes = await buffer(request);
      if (bytes.length !== Number(request.headers['content-length'])) return;
      objects.set(key, { bytes, type: request.headers['content-type'] ?? '' });
      if (current === 'cut after storing') return void request.socket.destroy();
      response.writeHead(200, { etag: etagOf(bytes) }).end();
      return;
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const { bytes, type } = found;
    response.writeHead(200, {
      'content-length': bytes.length,
      'content-type': type,
      etag: etagOf(bytes),
    });
    if (request.method === 'HEAD') return void response.end();
    if (current === 'cut' || current === 'cut after storing')
      return void response.write(bytes.subarray(0, bytes.length / 2), () =>
        request.socket.destroy(),
      );
    response.end(bytes);
  }

  const server = createServer((request, response) => {
    request.on('error', () => {});
    void answer(request, response).catch(() => request.socket.destroy());
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
    setMode(wanted: StoreMode) {
      mode = wanted;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A store of `openFakeS3`. */
export type FakeS3 = Awaited<ReturnType<typeof openFakeS3>>;
