import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf } from './network-address.ts';

/** The sessions that were resolved last. Requests of all others count by their network. */
const MAX_SESSIONS = 20_000;
const requesterBySession = new LRUCache<string, Requester & { tenantId: number }>({
  max: MAX_SESSIONS,
});

/** While the server is overloaded, each lane has places of its own that no other one can fill. */
export type Lane = 'members' | 'staff' | 'signIns' | 'unresolved';

/** The account and lane whose turn a request uses. They are found before the session is resolved. */
interface Requester {
  account: string | number;
  lane: Lane;
}

const requesters = new AsyncLocalStorage<Requester>();
const requesterByRequest = new WeakMap<FastifyRequest, Requester>();

/** Remembers a valid session, so that its later requests count as its member's. */
export const rememberSession = (
  token: string,
  tenantId: number,
  member: { id: number; isStaff: boolean },
) =>
  void requesterBySession.set(token, {
    account: accountOf(tenantId, member.id),
    lane: member.isStaff ? 'staff' : 'members',
    tenantId,
  });

/** The member of a session that was resolved before; undefined for any other token. */
export const requesterOfSession = (token: string) => requesterBySession.get(token);

/** Whether the token was a session of this school when it was resolved last. */
export const isSessionOf = (token: string, tenantId: number) =>
  requesterBySession.get(token)?.tenantId === tenantId;

/** The account of a member in queues and limits. */
export const accountOf = (tenantId: number, memberId: number) => `${tenantId}:${memberId}`;

/** The account in the queue for connections: a member, the network of a visitor, or 0 for jobs. */
export const accountOfWork = () => requesters.getStore()?.account ?? 0;

/** Students, visitors and unknown sessions leave a part of the connection queue to all others. */
export const isReserved = (lane: Lane) => lane === 'staff' || lane === 'signIns';

/** Whether the queries of the current work have reserved places. Those of jobs do. */
export const isReservedWork = () => isReserved(requesters.getStore()?.lane ?? 'staff');

/** Sessions that this process has not looked up yet are apart: anybody can invent such a cookie. */
export function laneOf(isSignIn: boolean, token: string | undefined): Lane {
  if (isSignIn) return 'signIns'; // it waits for the password hashes
  if (!token) return 'members';
  return requesterOfSession(token)?.lane ?? 'unresolved';
}

/** Whether a route signs people in. `operation` is its name in the contract. */
export const isSignInRoute = (method: unknown, operation = '') =>
  method === 'POST' && operation.startsWith('sessions.');

/** Known from the first `onRequest` hook on (`nameAccounts`). */
export const requesterOf = (request: FastifyRequest) => requesterByRequest.get(request)!;

/**
 * Sets the account of all work of a request. An unverified cookie names no account: otherwise each
 * invented cookie would get turns of its own.
 */
export function nameAccounts(
  app: FastifyInstance,
  sessionToken: (request: FastifyRequest) => string | undefined,
) {
  app.addHook('onRequest', (request, _reply, done) => {
    const token = sessionToken(request);
    const { account = networkOf(request) } = requesterOfSession(token ?? '') ?? {};
    // Fastify builds `routeOptions` at each look, so only writes pay for it.
    const isSignIn =
      request.method === 'POST' && isSignInRoute('POST', request.routeOptions.config?.operation);
    const requester = { account, lane: laneOf(isSignIn, token) };
    requesterByRequest.set(request, requester);
    requesters.run(requester, done);
  });
  // Body parsers continue in the async context of the connection, so it is set again.
  app.addHook('preValidation', (request, _reply, done) =>
    requesters.run(requesterOf(request), done),
  );
}
