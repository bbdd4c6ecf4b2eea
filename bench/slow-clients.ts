import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { BenchSchool } from './seed.ts';

/** The ways in which a client holds a connection. */
const READS_NOTHING = 'reads nothing';
const kinds = ['a header a second', 'a byte a second', 'an endless upload', READS_NOTHING];

/** Opens `count` clients, of each kind in turn. They go on until the server cuts them. */
export async function openSlowClients(port: number, schools: BenchSchool[], count: number) {
  const uploads = await Promise.all(
    schools.slice(0, 25).map((school) => announceUpload(port, school)),
  );
  const sockets = new Map<Socket, string>();
  const timers: NodeJS.Timeout[] = [];
  for (let number = 0; number < count; number += 1) {
    const { host, students } = schools[number % schools.length]!;
    const kind = kinds[number % kinds.length]!;
    const socket = connect(port, '127.0.0.1');
    sockets.set(socket, kind);
    const every = (ms: number, bytes: () => string | Buffer) =>
      timers.push(setInterval(() => void (socket.writable && socket.write(bytes())), ms));
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const head = (first: string, ...fields: string[]) =>
      socket.write(
        [first, `host: ${host}`, `cookie: ${students[number % students.length]!}`, ...fields].join(
          '\r\n',
        ),
      );
    if (kind === 'a header a second') {
      head('GET /homepage HTTP/1.1', '');
      every(1_000, () => 'x-a: b\r\n');
      socket.resume();
    } else if (kind === 'a byte a second') {
      head(
        'POST /api/v1/session HTTP/1.1',
        'content-type: application/json',
        'content-length: 9000\r\n\r\n',
      );
      every(1_000, () => ' ');
      socket.resume();
    } else if (kind === 'an endless upload') {
      const { path, cookie, host: uploadHost } = uploads[number % uploads.length]!;
      socket.write(
        `PUT ${path} HTTP/1.1\r\nhost: ${uploadHost}\r\ncookie: ${cookie}\r\n` +
          'content-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n',
      );
      every(1_000, () => '8\r\nabcdefgh\r\n');
      socket.resume();
    } else {
      // Requests pages one after the other on one connection, and reads none of them.
      socket.pause();
      for (let count = 0; count < 40; count += 1) head('GET /homepage HTTP/1.1', '\r\n');
    }
  }
  return {
    open: () => sockets.size,
    /** A client that reads nothing never sees the end: its answers wait in the kernel. */
    writing: () => [...sockets.values()].filter((kind) => kind !== READS_NOTHING).length,
    summary: () =>
      kinds
        .map(
          (kind) => `${[...sockets.values()].filter((other) => other === kind).length} × ${kind}`,
        )
        .join(', '),
    close() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}

function announceUpload(port: number, { host, owner }: BenchSchool) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    path: string;
    cookie: string;
    host: string;
  }>();
  const body = JSON.stringify({ filename: 'aula.mp4', size: 1_000_000_000, use: 'lesson_video' });
  const sent = request(
    {
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/uploads',
      headers: { host, cookie: owner, 'content-type': 'application/json' },
    },
    (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => {
        if (answer.statusCode !== 201) return reject(new Error(`upload: ${text}`));
        const { data } = JSON.parse(text) as { data: { url: string } };
        resolve({ path: new URL(data.url).pathname, cookie: owner, host });
      });
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
