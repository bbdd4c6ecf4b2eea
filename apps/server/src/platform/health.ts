import { messages } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** From the first SIGTERM on: no longer ready, still finishing what is open. */
    leaving: boolean;
  }
}

/** Both answer without school, session or database: they speak of this process only. */
export function mountHealth(app: FastifyInstance) {
  app.decorate('leaving', false);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (!app.leaving) return { status: 'ready' };
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ message: messages.busy, code: 'leaving' });
  });
}
