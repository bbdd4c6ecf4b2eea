import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requesterOf } from './request-account.ts';

interface LoadShedding {
  /** Requests in progress at once, of each of three kinds: of people, of staff, and of sign-ins. */
  maxInProgress: number;
  /** Answers 503. It must be cheap: at an overload, most requests end here. */
  refuse: (request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Refuses requests early while this process is overloaded, so that the others are answered soon
 * (safety, Overload). Without a limit, each request waits behind all others, and the server works
 * for people who have left meanwhile. Staff, and people who sign in, have room of their own.
 *
 * A request counts from the moment its body has arrived until its answer is ready. So slow clients
 * use no room.
 */
export function shedLoad(app: FastifyInstance, { maxInProgress, refuse }: LoadShedding) {
  const people = sharedRoom(maxInProgress);
  const staff = sharedRoom(maxInProgress);
  const signIns = sharedRoom(maxInProgress);

  const roomOf = (request: FastifyRequest) => {
    if (isSignIn(request)) return signIns;
    return requesterOf(request).isStaff ? staff : people;
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request) || roomOf(request).isOpen(placeOf(request))) done();
    else refuse(request, reply);
  });
  /** Those that were refused by a hook before this one are in none. */
  const entered = new WeakMap<FastifyRequest, SharedRoom>();
  app.addHook('preValidation', (request, reply, done) => {
    if (!isExempt(request)) {
      const room = roomOf(request);
      room.enter(request, placeOf(request));
      entered.set(request, room);
      reply.raw.once('close', () => room.leave(request)); // the client left
    }
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    entered.get(request)?.leave(request);
    done();
  });
}

type SharedRoom = ReturnType<typeof sharedRoom>;

/** Whose room a request uses. */
interface Place {
  school: string;
  account: string;
}

const placeOf = (request: FastifyRequest): Place => ({
  school: request.host,
  account: `${request.host} ${requesterOf(request).account}`,
});

/**
 * Room for so many requests, shared by dynamic thresholds as the buffer of a switch is. A school may
 * use as much as is still free, and an account as much as its school may still use. So one school
 * that storms gets half of the room, a hundred that storm get a hundredth each, and one that asks
 * for little is not refused because of the others.
 */
function sharedRoom(max: number) {
  const inside = new Map<FastifyRequest, Place>();
  const bySchool = new Map<string, number>();
  const byAccount = new Map<string, number>();
  return {
    isOpen({ school, account }: Place): boolean {
      const leftToSchool = max - inside.size - (bySchool.get(school) ?? 0);
      return leftToSchool > 0 && (byAccount.get(account) ?? 0) < leftToSchool;
    },
    enter(request: FastifyRequest, place: Place) {
      inside.set(request, place);
      add(bySchool, place.school, 1);
      add(byAccount, place.account, 1);
    },
    /** Does nothing the second time. */
    leave(request: FastifyRequest) {
      const place = inside.get(request);
      if (!place) return;
      inside.delete(request);
      add(bySchool, place.school, -1);
      add(byAccount, place.account, -1);
    },
  };
}

function add(counts: Map<string, number>, key: string, change: 1 | -1) {
  const count = (counts.get(key) ?? 0) + change;
  if (count) counts.set(key, count);
  else counts.delete(key);
}

/** They wait for their turn at the password hashes, which has a queue of its own. */
const isSignIn = ({ method, routeOptions: { config } }: FastifyRequest) =>
  method === 'POST' && (config.operation?.startsWith('sessions.') ?? false);

/**
 * Operators look at an overloaded server too. A page without its scripts is of no use. An event
 * stream stays open, and has a limit of its own.
 */
const isExempt = ({ routeOptions: { url = '', config } }: FastifyRequest) =>
  ['/healthz', '/readyz', '/metrics'].includes(url) ||
  url.startsWith('/assets/') ||
  config.operation === 'events.open';
