import { messages } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the first SIGTERM on. /readyz answers 503, and open requests are finished. */
    shuttingDown: boolean;
    /**
     * Resolves when no request is open, not before `minMs` and not after `maxMs`. Under steady load
     * there is always an open request.
     */
    openRequestsDone(wait: { minMs: number; maxMs: number }): Promise<void>;
  }
}

/** Pause between two looks at the open requests. */
const POLL_MS = 100;

/**
 * Mounts /healthz and /readyz for load balancers. They answer for this process only, at any host,
 * without school, session or database.
 */
export function mountHealth(app: FastifyInstance) {
  let open = 0;
  app.addHook('onRequest', async (_request, reply) => {
    open += 1;
    reply.raw.once('close', () => (open -= 1)); // answered or aborted
    // The client's next request opens a connection, which leads to another server.
    if (app.shuttingDown) reply.header('connection', 'close');
  });
  app.decorate('shuttingDown', false);
  app.decorate('openRequestsDone', async ({ minMs, maxMs }) => {
    const end = performance.now() + maxMs;
    await sleep(minMs);
    while (open > 0 && performance.now() < end) await sleep(POLL_MS);
  });
  app.get('/healthz', anyHost, async () => ({ status: 'ok' }));
  app.get('/readyz', anyHost, async (_request, reply) => {
    if (!app.shuttingDown) return { status: 'ready' };
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ message: messages.busy, code: 'leaving' });
  });
}

const anyHost = { config: { access: 'public', contentHost: true } } as const;
