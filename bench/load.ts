import autocannon from 'autocannon';
import { median, percentile } from './figures.ts';
import type { Server, Usage } from './servers.ts';

/** A request as a browser sends it. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  host: string;
  /** Nobody is signed in without one. */
  cookie?: string;
  body?: object;
}

/** The cost of one request, and its times. */
export interface Cost {
  /** µs of the processor per request. */
  server: number;
  database: number;
  sum: number;
  statements: number;
  roundTrips: number;
  perSecond: number;
  /** In ms. */
  p50: number;
  p95: number;
  p99: number;
  worst: number;
}

/** How much to send: a number of requests, at a rate or as fast as possible, or for some seconds. */
export type LoadAmount = { amount: number; overallRate?: number } | { duration: number };

const CONNECTIONS = 10;

/** Sends the requests over and over. Each connection sends its share of them in turn. */
export async function load(
  server: Server,
  loadRequests: LoadRequest[],
  amount: LoadAmount,
): Promise<Cost> {
  const requests = loadRequests.map(requestOf);
  const connectionCount = Math.min(CONNECTIONS, requests.length);
  const times: number[] = [];
  let nextConnection = 0;
  const usageBefore = await server.usage();
  const { non2xx, errors, duration } = await autocannon({
    url: server.url,
    connections: connectionCount,
    sampleInt: 100, // ms between two looks whether it is done
    ...amount,
    setupClient(client) {
      const connection = nextConnection++;
      client.setRequests(requests.filter((_, index) => index % connectionCount === connection));
      client.on('response', (_status, _bytes, time) => times.push(time));
    },
  });
  const usageAfter = await server.usage();
  const count = times.length;
  if (non2xx || errors || !count)
    throw new Error(
      `${loadRequests[0]!.path}: of ${count} answers ${non2xx} no 2xx, ${errors} errors`,
    );
  const perRequest = (figure: (usage: Usage) => number) =>
    (figure(usageAfter) - figure(usageBefore)) / count;
  const cost = {
    server: perRequest(({ processor }) => processor),
    database: perRequest(({ database }) => database ?? 0),
  };
  return {
    ...cost,
    sum: cost.server + cost.database,
    statements: perRequest(({ statements }) => statements),
    roundTrips: perRequest(({ roundTrips }) => roundTrips),
    perSecond: count / duration,
    p50: median(times),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    worst: percentile(times, 1),
  };
}

/** Chromium's headers. The server chooses the encoding. */
const browser = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8',
  'sec-fetch-site': 'same-origin',
};

const requestOf = ({ method, path, host, cookie, body }: LoadRequest) => ({
  method,
  path,
  headers: {
    ...browser,
    host,
    ...(cookie && { cookie }),
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
});
