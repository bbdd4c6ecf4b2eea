import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Person, World } from './harness.ts';

/** An open event stream, and the events that it has got so far. */
export interface Listener {
  response: IncomingMessage;
  /** The data of the first event of this name, once it has come. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape
  next(name: string): Promise<any>;
  /** The data of all events of this name, once they fit. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape
  until(name: string, fits: (all: any[]) => boolean): Promise<any[]>;
  seen: string[];
  ended: Promise<void>;
}

/** Opens the application on a port: event streams have no end, so `inject` cannot read them. */
export async function openStreams({ app }: World) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open: ClientRequest[] = [];
  afterEach(() => open.splice(0).forEach((request) => request.destroy()));

  /** Opens an event stream as a browser does. */
  const listen = (person: Pick<Person, 'cookie'>, host: string, age = 0): Promise<Listener> =>
    new Promise((resolve, reject) => {
      const headers = { host, cookie: person.cookie, accept: 'text/event-stream' };
      const request = httpRequest(
        { port, path: `/api/v1/events?age=${age}`, headers },
        (response) => {
          const kinds: string[] = [];
          const waiting: (() => void)[] = [];
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
            const events = text.split('\n\n');
            text = events.pop()!;
            kinds.push(...events.filter((one) => one.startsWith('event:')));
            waiting.splice(0).forEach((notify) => notify());
          });
          const dataOf = (one: string): unknown => JSON.parse(one.slice(one.indexOf('data: ') + 6));
          const until: Listener['until'] = async (name, fits) => {
            for (;;) {
              const all = kinds.filter((one) => one.startsWith(`event: ${name}\n`)).map(dataOf);
              if (fits(all)) return all;
              await new Promise<void>((done) => waiting.push(done));
            }
          };
          const next: Listener['next'] = async (name) =>
            (await until(name, (all) => all.length > 0))[0];
          const ended = new Promise<void>((done) => {
            response.on('end', done);
            response.on('close', done);
          });
          resolve({ response, next, until, seen: kinds, ended });
        },
      );
      request.on('error', reject);
      open.push(request);
      request.end();
    });
  return { listen };
}
