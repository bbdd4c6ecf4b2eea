import { messages } from '@vitrine/contract/messages';
import type { FastifyInstance } from 'fastify';
import { refuse } from './app-error.ts';

/**
 * Refuses a request with two `Host` headers: a proxy may have read the other one. HTTP/1.0 needs none:
 * probes of /readyz send it without.
 */
export function requireOneHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw: { rawHeaders, httpVersion } }) => {
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
    if (hosts > 1 || (!hosts && httpVersion === '1.1'))
      throw refuse('bad_request', messages.badParameter, 400);
  });
}
