import { messages } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { refuse } from './app-error.ts';

/** Refuses a request with two `Host` headers: a proxy may have read the other one. */
export function refuseTwoHosts(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
    if (hosts > 1) throw refuse('bad_request', messages.badParameter, 400);
  });
}
