import Fastify from 'fastify';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cutSlowBodies } from './slow-bodies.ts';

const TIMEOUT_MS = 200;
/** More than a stream and a socket hold, so that the client must wait. */
const BODY = Buffer.alloc(20_000_000);

test('a body that waits for the server is not cut', async ({ onTestFinished }) => {
  const app = Fastify({ bodyLimit: BODY.length });
  onTestFinished(() => app.close());
  cutSlowBodies(app, TIMEOUT_MS);
  app.addContentTypeParser('*', async (_request: unknown, body: AsyncIterable<Buffer>) => {
    await sleep(5 * TIMEOUT_MS);
    let bytes = 0;
    for await (const chunk of body) bytes += chunk.length;
    return bytes;
  });
  app.post('/', ({ body }) => ({ bytes: body }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const headers = { 'content-type': 'video/mp4', 'content-length': BODY.length };
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request({ port, method: 'POST', headers }, async (response) => {
      response.setEncoding('utf8');
      resolve((await response.toArray()).join(''));
    });
    sent.on('error', reject).end(BODY);
  });
  expect(JSON.parse(answer)).toEqual({ bytes: BODY.length });
});

test('a body of one byte at a time is cut, however it is framed', async ({ onTestFinished }) => {
  const app = Fastify();
  onTestFinished(() => app.close());
  cutSlowBodies(app, 2_000);
  app.post('/', () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  // As many bytes on the wire as one chunk a second makes in a minute.
  const chunk = '1\r\n \r\n';
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const start = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  socket.write(`${start}Transfer-Encoding: chunked\r\n\r\n`);
  const timer = setInterval(() => socket.write(chunk.repeat(3)), 100);
  onTestFinished(() => clearInterval(timer));
  await once(socket, 'close');
});
