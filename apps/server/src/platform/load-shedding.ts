import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requesterOf } from './request-account.ts';
import { hostName } from './schools.ts';

interface LoadShedding {
  /** Requests in progress at once, of each of three kinds: of people, of staff, and of sign-ins. */
  maxInProgress: number;
  /**
   * Whether the request's first query would be refused. Without it, a storm of one school is refused
   * after its session is resolved, at several times the cost.
   */
  isQueueFull: (request: FastifyRequest) => boolean;
  /** Answers 503. It must be cheap: at an overload, most requests end here. */
  refuse: (request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Refuses requests early while this process is overloaded, so that the others are answered soon
 * (safety, Overload). Without a limit, each request waits behind all others, and the server works
 * for people who have left meanwhile. Staff and sign-ins each have their own capacity.
 *
 * A request counts from the moment its body has arrived until its answer is ready. So slow clients
 * use no capacity.
 */
export function shedLoad(
  app: FastifyInstance,
  { maxInProgress, isQueueFull, refuse }: LoadShedding,
) {
  const people = sharedCapacity(maxInProgress);
  const staff = sharedCapacity(maxInProgress);
  const signIns = sharedCapacity(maxInProgress);

  const capacityOf = (request: FastifyRequest) => {
    if (isSignIn(request)) return signIns;
    return requesterOf(request).isStaff ? staff : people;
  };

  app.addHook('onRequest', (request, reply, done) => {
    const hasRoom = () => capacityOf(request).hasRoom(ownerOf(request)) && !isQueueFull(request);
    if (isExempt(request) || hasRoom()) done();
    else refuse(request, reply);
  });
  /** Holds no request that an earlier hook refused. */
  const capacityByRequest = new WeakMap<FastifyRequest, SharedCapacity>();
  app.addHook('preValidation', (request, reply, done) => {
    if (!isExempt(request)) {
      const capacity = capacityOf(request);
      capacity.enter(request, ownerOf(request));
      capacityByRequest.set(request, capacity);
      reply.raw.once('close', () => capacity.leave(request)); // the client left
    }
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    capacityByRequest.get(request)?.leave(request);
    done();
  });
}

type SharedCapacity = ReturnType<typeof sharedCapacity>;

/** The school and the account whose shares a request uses. */
interface CapacityOwner {
  school: string;
  account: string;
}

function ownerOf(request: FastifyRequest): CapacityOwner {
  const school = hostName(request.host);
  return { school, account: `${school} ${requesterOf(request).account}` };
}

/**
 * Shares a number of concurrent requests by dynamic thresholds, as a network switch shares its
 * buffer. A school may use as much as is still free. An account may use as much as its school may
 * still use. So one busy school gets half of the capacity, a hundred busy schools get a hundredth
 * each, and a quiet school is not refused because of the others.
 */
function sharedCapacity(max: number) {
  const inProgress = new Map<FastifyRequest, CapacityOwner>();
  const countBySchool = new Map<string, number>();
  const countByAccount = new Map<string, number>();
  return {
    hasRoom({ school, account }: CapacityOwner): boolean {
      const freeForSchool = max - inProgress.size - (countBySchool.get(school) ?? 0);
      return freeForSchool > 0 && (countByAccount.get(account) ?? 0) < freeForSchool;
    },
    enter(request: FastifyRequest, owner: CapacityOwner) {
      inProgress.set(request, owner);
      changeCount(countBySchool, owner.school, 1);
      changeCount(countByAccount, owner.account, 1);
    },
    /** Does nothing the second time. */
    leave(request: FastifyRequest) {
      const owner = inProgress.get(request);
      if (!owner) return;
      inProgress.delete(request);
      changeCount(countBySchool, owner.school, -1);
      changeCount(countByAccount, owner.account, -1);
    },
  };
}

function changeCount(counts: Map<string, number>, key: string, change: 1 | -1) {
  const count = (counts.get(key) ?? 0) + change;
  if (count) counts.set(key, count);
  else counts.delete(key);
}

/** Sign-ins wait for the password hashes, which have a queue of their own. */
const isSignIn = ({ method, routeOptions: { config } }: FastifyRequest) =>
  method === 'POST' && (config.operation?.startsWith('sessions.') ?? false);

/**
 * Operators must see an overloaded server too. A page is useless without its scripts. An event
 * stream stays open, and has its own limit.
 */
const isExempt = ({ routeOptions: { url = '', config } }: FastifyRequest) =>
  ['/healthz', '/readyz', '/metrics'].includes(url) ||
  url.startsWith('/assets/') ||
  config.operation === 'events.open';
