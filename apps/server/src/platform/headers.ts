import type { FastifyInstance } from 'fastify';

/** Sets the headers of every answer. A route may replace them; pages add their content policy. */
export function setSecurityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', async ({ protocol }, reply) => {
    reply.headers(defaults);
    // Only over https, so that a school which is tried on http stays reachable.
    if (protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
}

const defaults = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
};
