import { messages } from '@vitrine/contract/messages';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** From the first SIGTERM on: no longer ready, still finishing what is open. */
    leaving: boolean;
    /** Comes back when no request is open any more, or when the time is up. */
    drained(ms: number): Promise<void>;
  }
}

/**
 * Both answer without school, session or database: they speak of this process only, to whoever
 * balances the load, at any host.
 */
export function mountHealth(app: FastifyInstance) {
  let open = 0;
  app.addHook('onRequest', async (_request, reply) => {
    open += 1;
    reply.raw.once('close', () => (open -= 1)); // answered or broken off
  });
  app.decorate('leaving', false);
  app.decorate('drained', async (ms: number) => {
    const end = Date.now() + ms;
    // A moment in any case: whoever asks /readyz must hear that we are going.
    do await sleep(300);
    while (open > 0 && Date.now() < end);
  });
  app.get('/healthz', anyHost, async () => ({ status: 'ok' }));
  app.get('/readyz', anyHost, async (_request, reply) => {
    if (!app.leaving) return { status: 'ready' };
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ message: messages.busy, code: 'leaving' });
  });
}

const anyHost = { config: { contentHost: true } };
