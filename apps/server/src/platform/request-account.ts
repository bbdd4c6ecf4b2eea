import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** The sessions that were resolved last. Requests of all others count by their IP address. */
const MAX_KNOWN_SESSIONS = 20_000;
const knownSessions = new LRUCache<string, string>({ max: MAX_KNOWN_SESSIONS });

const accounts = new AsyncLocalStorage<{ account: string | number }>();

/** Remembers a valid session, so that its later requests count as its member's. */
export const rememberSession = (token: string, tenantId: number, memberId: number) =>
  void knownSessions.set(token, accountOf(tenantId, memberId));

export const accountOf = (tenantId: number, memberId: number) => `${tenantId}:${memberId}`;

/** The account in the queue for connections: a member, the IP address of a visitor, or 0 for jobs. */
export const accountOfWork = () => accounts.getStore()?.account ?? 0;

/**
 * Sets the account of all work of a request. An unverified cookie names no account: otherwise each
 * invented cookie would get turns of its own.
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
  // Body parsers continue in the async context of the connection, so it is set again.
  app.addHook('preValidation', (request, _reply, done) => accounts.run(named.get(request)!, done));
}
