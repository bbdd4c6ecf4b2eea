import type { FastifyInstance } from 'fastify';

/** Adds the security headers that a route did not set itself. Pages set their own policy (features/site). */
export function setSecurityHeaders(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const name in usual) if (!reply.hasHeader(name)) reply.header(name, usual[name]);
    done();
  });
}

const usual: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};
