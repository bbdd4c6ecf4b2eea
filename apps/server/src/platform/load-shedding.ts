import type { FastifyInstance, FastifyRequest } from 'fastify';
import { busy } from './app-error.ts';
import { requesterOf } from './request-account.ts';

/** Room that is left for staff and for people who sign in when everybody else is refused. */
const ROOM_FOR_STAFF = 1.25;

/** Whose room a request uses. */
interface Place {
  school: string;
  account: string;
}

/**
 * Refuses requests early while this process is overloaded, so that the others are answered soon
 * (safety, Overload). At most `maxInProgress` are worked on at once. Without this limit, each
 * request waits behind all others, and the server works for people who have left meanwhile.
 *
 * The room is shared as the buffer of a switch is, by dynamic thresholds: a school may use as much
 * as is still free, and an account as much as its school may still use. So one school that storms
 * gets half of the room, a hundred that storm get a hundredth each, and one that asks for little
 * is never refused because of the others. Staff, and people who sign in, count apart.
 *
 * A request counts from the moment its body has arrived until its answer is ready. So slow clients
 * use no room.
 */
export function shedLoad(app: FastifyInstance, { maxInProgress }: { maxInProgress: number }) {
  const inProgress = new Map<FastifyRequest, Place>();
  const bySchool = new Map<string, number>();
  const byAccount = new Map<string, number>();

  function hasRoom({ school, account }: Place, max: number) {
    const ofSchool = bySchool.get(school) ?? 0;
    const leftToSchool = max - inProgress.size - ofSchool;
    return leftToSchool > 0 && (byAccount.get(account) ?? 0) < leftToSchool;
  }
  function begin(request: FastifyRequest, place: Place) {
    inProgress.set(request, place);
    add(bySchool, place.school, 1);
    add(byAccount, place.account, 1);
  }
  function end(request: FastifyRequest) {
    const place = inProgress.get(request);
    if (!place) return;
    inProgress.delete(request);
    add(bySchool, place.school, -1);
    add(byAccount, place.account, -1);
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (isExempt(request)) return done();
    const max = isPrivileged(request) ? maxInProgress * ROOM_FOR_STAFF : maxInProgress;
    done(hasRoom(placeOf(request), max) ? undefined : busy());
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (!isExempt(request)) {
      begin(request, placeOf(request));
      reply.raw.once('close', () => end(request)); // the client left
    }
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    end(request);
    done();
  });
}

function add(counts: Map<string, number>, key: string, change: 1 | -1) {
  const count = (counts.get(key) ?? 0) + change;
  if (count) counts.set(key, count);
  else counts.delete(key);
}

function placeOf(request: FastifyRequest): Place {
  const school = isPrivileged(request) ? `${request.host} staff` : request.host;
  return { school, account: `${school} ${requesterOf(request).account}` };
}

const isPrivileged = (request: FastifyRequest) =>
  requesterOf(request).isStaff ||
  (request.routeOptions.config.operation?.startsWith('sessions.') ?? false);

/**
 * Operators look at an overloaded server too. A page without its scripts is of no use. An event
 * stream stays open, and has a limit of its own.
 */
const isExempt = ({ routeOptions: { url = '', config } }: FastifyRequest) =>
  ['/healthz', '/readyz', '/metrics'].includes(url) ||
  url.startsWith('/assets/') ||
  config.operation === 'events.open';
