import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Sets the headers of every answer. A route may replace them; pages add their content policy. */
export function setSecurityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => void reply.headers(securityHeaders(request)));
}

/** The headers of every answer, for one that no hook sees. */
export const securityHeaders = ({ protocol }: Pick<FastifyRequest, 'protocol'>) =>
  protocol === 'https' ? overHttps : defaults;

const defaults = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
};

// Only over https, so that a school which is tried on http stays reachable.
const overHttps = { ...defaults, 'strict-transport-security': 'max-age=31536000' };
