import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from './app-error.ts';
import { metricsText, offerMetrics } from './cluster-metrics.ts';
import type { Platform } from './platform.ts';

/**
 * Mounts /metrics in Prometheus' text format. It covers this server with all its workers, and the
 * jobs of all servers. Labels are names from the code only: no path, host, school or person. Without
 * a token of the operator it answers 404. Otherwise a scraper would read the sign-in page of a school.
 */
export async function mountMetrics(
  app: FastifyInstance,
  platform: Platform,
  refusedCount: () => number,
) {
  const { metricsToken } = platform.config;
  const options = { config: { access: 'operator', contentHost: true } } as const;
  if (!metricsToken) {
    app.get('/metrics', options, () => {
      throw notFound();
    });
    return;
  }
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // memory, event loop, garbage collection, CPU
  await addGauges(registry, platform);
  offerMetrics(registry);
  const requests = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Answered requests by call and class of status.',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  new Counter({
    name: 'vitrine_http_requests_refused_total',
    help: 'Requests that an overloaded server answered with 503 before it looked for their call.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(refusedCount());
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const call = nameOf(request);
    // A stream lasts as long as its reader stays.
    if (call === 'events.open') return;
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    requests.observe({ call, status }, reply.elapsedTime / 1_000);
  });

  app.get('/metrics', options, async (request, reply) => {
    if (!holdsToken(request, metricsToken)) throw notFound();
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return metricsText(registry);
  });
}

/** The contract's name of the call, or the route's pattern; never the requested path. */
const nameOf = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config.operation ?? routeOptions.url ?? 'unknown';

function holdsToken({ headers }: FastifyRequest, token: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** Below the time that a worker has to answer, and that Prometheus waits. */
const MAX_COUNT_MS = 3_000;

async function addGauges(
  registry: import('prom-client').Registry,
  { config, database, events, jobs }: Platform,
) {
  const { Gauge } = await import('prom-client');
  const registers = [registry];
  new Gauge({
    name: 'vitrine_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections()))
        this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'vitrine_event_streams',
    help: 'Open event streams.',
    registers,
    collect() {
      this.set(events.count());
    },
  });
  new Gauge({
    name: 'vitrine_workers',
    help: 'Processes that answer requests here.',
    registers,
    collect() {
      this.set(1);
    },
  });
  // A database that is away or slow must not hide the other metrics. One query runs at a time: both
  // gauges of a scrape share it, and so do scrapes while it runs.
  let pendingCounts: Promise<Awaited<ReturnType<typeof jobs.counts>> | null> | null = null;
  const countOnce = () => {
    pendingCounts ??= jobs
      .counts()
      .catch(() => null)
      .finally(() => (pendingCounts = null));
    return Promise.race([pendingCounts, sleep(MAX_COUNT_MS, null, { ref: false })]);
  };
  new Gauge({
    name: 'vitrine_database_up',
    help: '1 if the database answered this scrape.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await countOnce()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'vitrine_jobs',
    help: 'Jobs of all servers by task and state: due, later, failed. Mails are the task send-mail.',
    labelNames: ['task', 'state'],
    aggregator: 'max', // every worker counts the same jobs
    registers,
    async collect() {
      const counts = await countOnce();
      this.reset();
      for (const { task, state, jobs: count } of counts ?? []) this.set({ task, state }, count);
    },
  });
  new Gauge({
    name: 'vitrine_disk_bytes',
    help: 'The disk of DATA_DIR: its size, and what is free.',
    labelNames: ['state'],
    aggregator: 'max',
    registers,
    async collect() {
      const disk = await statfs(config.dataDir).catch(() => null);
      if (!disk) return;
      this.set({ state: 'size' }, disk.blocks * disk.bsize);
      this.set({ state: 'free' }, disk.bavail * disk.bsize);
    },
  });
}
