import type { FastifyInstance } from 'fastify';

/**
 * What every answer says to the browser. Pages run our own scripts only; frames are the snippets'
 * and the listed video providers' (safety, Custom HTML).
 */
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
