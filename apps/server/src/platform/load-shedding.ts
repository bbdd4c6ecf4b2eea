import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  isReserved,
  isSignInRoute,
  laneOf,
  requesterOf,
  requesterOfSession,
  type Lane,
} from './request-account.ts';
import { hostName } from './schools.ts';
import { hasBody } from './slow-bodies.ts';

interface LoadShedding {
  /** Maximum number of requests in progress in each lane. */
  maxInProgress: number;
  /**
   * Whether a query of this host and account would be refused. Without it, a storm of one school is
   * refused after its session is resolved, at several times the cost. Account '' is nobody's.
   */
  isQueueFull: (host: string, account: string | number, reserved: boolean) => boolean;
  /** The session token that the headers bring, proved or not. */
  tokenOf: (raw: IncomingMessage) => string | undefined;
  /** Answers 503. It must be cheap: at an overload, most requests end here. */
  refuse: Answer;
}

type Answer = (raw: IncomingMessage, response: ServerResponse) => void;

/**
 * Most clients send the next request after an answer, so a refusal at once invites the next one. A
 * school that uses this share of a lane waits for its refusals, so its storm stays a small one.
 */
const FLOODING_SHARE = 1 / 4;
const REFUSAL_DELAY_MS = 500;
/** The others are refused at once. A waiting refusal keeps a connection of a proxy open. */
const MAX_DELAYED_REFUSALS = 1_000;

/**
 * Refuses requests early while this process is overloaded, so that the others are answered soon
 * (safety, Overload). Without a limit, each request waits behind all others, and the server works
 * for people who have left meanwhile. Each lane has a capacity of its own.
 *
 * A request counts until its answer is ready, but not while its body arrives: slow clients use no
 * capacity. Returns the number of requests that were refused before Fastify.
 */
export function shedLoad(
  app: FastifyInstance,
  { maxInProgress, isQueueFull, tokenOf, refuse }: LoadShedding,
): { refusedCount: () => number } {
  const capacities: Record<Lane | 'visitors', SharedCapacity> = {
    members: sharedCapacity(maxInProgress),
    staff: sharedCapacity(maxInProgress),
    signIns: sharedCapacity(maxInProgress),
    unresolved: sharedCapacity(maxInProgress),
    /** Requests that need no query: files, and pages of people without a session. */
    visitors: sharedCapacity(maxInProgress),
  };
  const { isSignIn, isExempt } = readRoutes(app);

  const laneOfRaw = (raw: IncomingMessage) => {
    const token = tokenOf(raw);
    return isSignIn(raw) || needsConnection(raw, token) ? laneOf(isSignIn(raw), token) : 'visitors';
  };

  const refuseLater = delayed(refuse);

  /** Returns how to refuse the request, or null if there is room for it. */
  const refusalOf = (raw: IncomingMessage, host: string, account: string | number) => {
    const lane = laneOfRaw(raw);
    const owner = ownerAt(host, account);
    const isQueueTaken = lane !== 'visitors' && isQueueFull(host, account, isReserved(lane));
    if (!isQueueTaken && capacities[lane].hasRoom(owner)) return null;
    return capacities[lane].shareOf(owner) >= FLOODING_SHARE ? refuseLater : refuse;
  };

  const refusedCount = refuseBeforeFastify(app, (raw) => {
    if (isExempt(raw)) return null;
    // Fastify decides whether the proxy's header counts. The hook asks again with its host.
    const host = String(raw.headers['x-forwarded-host'] ?? raw.headers.host ?? '');
    // An IP address counts as nobody here, because only Fastify knows it.
    const { account = '' } = requesterOfSession(tokenOf(raw) ?? '') ?? {};
    return refusalOf(raw, host, account);
  });

  const capacityByRequest = new WeakMap<FastifyRequest, SharedCapacity>();
  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    const capacity = capacities[laneOfRaw(request.raw)];
    capacity.enter(request, ownerOf(request));
    capacityByRequest.set(request, capacity);
    reply.raw.once('close', () => capacity.leave(request)); // the client left
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { raw, host } = request;
    if (isExempt(raw)) return done();
    const refuseIt = refusalOf(raw, host, requesterOf(request).account);
    if (refuseIt) {
      reply.hijack();
      return refuseIt(raw, reply.raw);
    }
    enter(request, reply);
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request.raw)) capacityByRequest.get(request)?.leave(request);
    done(null, payload);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (hasBody(request.raw)) capacityByRequest.get(request)?.enter(request, ownerOf(request));
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    capacityByRequest.get(request)?.leave(request);
    done();
  });
  return { refusedCount };
}

/**
 * Puts a look at each request before Fastify's router and hooks: a refusal there costs a third.
 * Returns the number of refusals. Requests that tests inject do not pass here.
 */
function refuseBeforeFastify(
  { server }: FastifyInstance,
  refusalOf: (raw: IncomingMessage) => Answer | null,
) {
  const [answer] = server.listeners('request') as Answer[];
  let count = 0;
  server.removeListener('request', answer!);
  server.on('request', (raw: IncomingMessage, response: ServerResponse) => {
    const refuseIt = refusalOf(raw);
    if (!refuseIt) return answer!(raw, response);
    count += 1;
    refuseIt(raw, response);
  });
  return () => count;
}

/** Gives the same answer later, unless too many wait already. */
function delayed(answer: Answer): Answer {
  let waitingCount = 0;
  return (raw, response) => {
    if (waitingCount >= MAX_DELAYED_REFUSALS) return answer(raw, response);
    waitingCount += 1;
    setTimeout(() => {
      waitingCount -= 1;
      if (!response.destroyed) answer(raw, response);
    }, REFUSAL_DELAY_MS);
  };
}

/**
 * Files and the pages of visitors need no query, once the server has read their row or drawn them.
 */
const needsConnection = ({ method, url = '' }: IncomingMessage, token: string | undefined) =>
  !url.startsWith('/files/') && (method !== 'GET' || token !== undefined);

/** Finds the kind of a request by its path, which needs no router. */
function readRoutes(app: FastifyInstance) {
  // Operators must see an overloaded server too.
  const exempt = new Set(['/healthz', '/readyz', '/metrics']);
  const signIns = new Set<string>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation === 'events.open') exempt.add(url); // it stays open, and has its own limit
    if (isSignInRoute(method, config?.operation)) signIns.add(url);
  });
  return {
    /** A page is useless without its scripts. */
    isExempt: ({ url = '' }: IncomingMessage) =>
      exempt.has(pathOf(url)) || url.startsWith('/assets/'),
    isSignIn: ({ method, url = '' }: IncomingMessage) =>
      method === 'POST' && signIns.has(pathOf(url)),
  };
}

const pathOf = (url: string) => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

type SharedCapacity = ReturnType<typeof sharedCapacity>;

/** The school and the account whose shares a request uses. */
interface CapacityOwner {
  school: string;
  account: string;
}

const ownerOf = (request: FastifyRequest) => ownerAt(request.host, requesterOf(request).account);

function ownerAt(host: string, name: string | number): CapacityOwner {
  const school = hostName(host);
  return { school, account: `${school} ${name}` };
}

/**
 * Shares a number of concurrent requests by dynamic thresholds, as a network switch shares its
 * buffer. A school may use as much as is still free. An account may use as much as its school may
 * still use. So one busy school gets half of the capacity, and a hundred busy schools get a
 * hundredth each. A quiet school is not refused because of the others.
 */
function sharedCapacity(max: number) {
  const inProgress = new Map<FastifyRequest, CapacityOwner>();
  const countBySchool = new Map<string, number>();
  const countByAccount = new Map<string, number>();
  const freeFor = (school: string) => max - inProgress.size - (countBySchool.get(school) ?? 0);
  return {
    hasRoom({ school, account }: CapacityOwner): boolean {
      return (countByAccount.get(account) ?? 0) < freeFor(school);
    },
    /** The share of all places that the school uses, 0 to 1. */
    shareOf: ({ school }: CapacityOwner) => (countBySchool.get(school) ?? 0) / max,
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
