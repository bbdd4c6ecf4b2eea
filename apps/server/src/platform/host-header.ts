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

/**
 * Refuses a request whose trusted proxy passed on a scheme of its client's. Links in mails begin with the
 * scheme: `https://evil.example/` there led the link of a new password to another site.
 */
export function requireHttpScheme(app: FastifyInstance) {
  app.addHook('onRequest', async ({ protocol }) => {
    if (!['http', 'https'].includes(protocol))
      throw refuse('bad_request', messages.badParameter, 400);
  });
}
