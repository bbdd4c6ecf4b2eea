import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** The sessions that were resolved last. A request of one that is not among them counts by its address. */
const MAX_KNOWN_SESSIONS = 20_000;
const knownSessions = new LRUCache<string, string>({ max: MAX_KNOWN_SESSIONS });

const accounts = new AsyncLocalStorage<{ account: string | number }>();

/** A session that was proved: its later requests count as its member's. */
export const rememberSession = (token: string, tenantId: number, memberId: number) =>
  void knownSessions.set(token, accountOf(tenantId, memberId));

export const accountOf = (tenantId: number, memberId: number) => `${tenantId}:${memberId}`;

/** Whose turn it is at the connections: a member, an address of nobody signed in, 0 for jobs. */
export const accountOfWork = () => accounts.getStore()?.account ?? 0;

/**
 * Says for all work of a request whose it is. A cookie that nobody has proved names no account:
 * otherwise each invented cookie would have turns of its own.
 */
export function nameAccounts(
  app: FastifyInstance,
  sessionToken: (request: FastifyRequest) => string | undefined,
) {
  const named = new WeakMap<FastifyRequest, { account: string | number }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const token = sessionToken(request);
    const account = (token && knownSessions.get(token)) || request.ip;
    named.set(request, { account });
    accounts.run({ account }, done);
  });
  // What parses a body goes on in the connection's own context.
  app.addHook('preValidation', (request, _reply, done) => accounts.run(named.get(request)!, done));
}
