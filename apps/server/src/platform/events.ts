import { DAY_MS } from '@vitrine/contract/durations';
import {
  HEARTBEAT_EVENT,
  HEARTBEAT_MS,
  type EventData,
  type EventName,
} from '@vitrine/contract/events';
import type { FastifyReply } from 'fastify';
import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { busy, notSignedIn } from './app-error.ts';
import type { Database, TenantReader } from './database.ts';
import { openBatches, type BatchPlace } from './event-batches.ts';
import { openStreams, type Stream } from './event-streams.ts';

/**
 * Loads the data of an event that PostgreSQL announced. Returns it with those of `memberIds` who
 * may read the row now. Returns null if the row is gone.
 */
type Resolver<Name extends EventName> = (
  reader: TenantReader,
  id: number,
  memberIds: number[],
  /** The last id, if one event covers several rows; else `id`. */
  last: number,
) => Promise<{ data: EventData<Name>; readers: number[] } | null>;

const resolvers = new Map<string, Resolver<EventName>>();

/** Registers the resolver of an event. The event's domain calls it when it is loaded. */
export const eventKind = <Name extends EventName>(name: Name, resolve: Resolver<Name>) =>
  void resolvers.set(name, resolve as Resolver<EventName>);

interface Batch {
  /** The id of what the rows belong to: a live. */
  place: number;
  ids: number[];
  memberIds: number[];
}

type BatchResolver<Name extends EventName> = (
  reader: TenantReader,
  batch: Batch,
) => Promise<{ data: EventData<Name>; readers: number[] } | null>;

const batchResolvers = new Map<string, BatchResolver<EventName>>();

/** The same for frequent events: those of one place are sent together. */
export const eventBatch = <Name extends EventName>(name: Name, resolve: BatchResolver<Name>) =>
  void batchResolvers.set(name, resolve as BatchResolver<EventName>);

/** Maximum numbers of open streams. A browser opens one stream for all its tabs. */
const LIMITS = { server: 20_000, school: 10_000, member: 6 };
/** Number of sockets that are written to before other work gets its turn. */
const WRITES_PER_TURN = 50;
/** Maximum unsent data of a slow reader. Above it the stream ends, and the browser opens another. */
const MAX_BUFFERED_BYTES = 65_536;

/** A page that listens later than this after its request gets no event from before. */
const OPENING_MS = 30_000;
/** A session ends by its time without a notification. The browser's next stream is refused then. */
const MAX_STREAM_MS = DAY_MS;

const HEARTBEAT = `event: ${HEARTBEAT_EVENT}\ndata:\n\n`;

/** The payload of PostgreSQL's notification: ids only. */
interface EventPayload {
  tenant: number;
  kind: string;
  id: number;
  last?: number;
  place?: number;
}

/** The event streams of this process. Those of other servers hear the same notifications. */
export interface Events {
  /**
   * Turns the reply into a stream. Throws 503 above the limits; a member's oldest stream is ended.
   * Throws 401 if the session has ended since it was read.
   * `pageAge`: ms since the page was requested. The stream begins with an `access` of this time.
   */
  open(stream: Omit<Stream, 'reply' | 'openedAt'>, reply: FastifyReply, pageAge?: number): void;
  /** The number of open streams. */
  count(): number;
  /** Ends every stream, at shutdown. */
  close(): void;
}

/**
 * Opens the event streams of this server. One connection listens for notifications. Each event is
 * resolved once for all connected members of its school, and written to those who may read it.
 */
export async function openEvents(
  database: Database,
  log: Logger,
  limits = LIMITS,
): Promise<Events> {
  const streams = openStreams();
  const { end, write, send } = openBroadcast(streams);
  const accessChanges = recentKeys(OPENING_MS);
  const endedSessions = recentKeys(OPENING_MS);
  const logFailure = (error: Error) => log.warn({ err: error }, 'event not delivered');
  const batches = openBatches((batch, ids) => deliverBatch(batch, ids).catch(logFailure));

  const deliveries = sequentialDeliveries();
  function enqueueDelivery(payload: string) {
    const event = JSON.parse(payload) as EventPayload;
    if (event.kind === 'access') accessChanges.add(memberKey(event.tenant, event.id));
    if (!streams.countOfSchool(event.tenant)) return;
    deliveries.add(event.tenant, () => deliver(event).catch(logFailure));
  }

  async function deliver({ tenant, kind, id, last = id, place = 0 }: EventPayload) {
    if (!streams.countOfSchool(tenant)) return;
    if (batchResolvers.has(kind)) return batches.add({ tenant, kind, place }, id);
    const resolve = resolvers.get(kind);
    if (!resolve) return;
    const resolved = await resolve(database.reader(tenant), id, streams.memberIds(tenant), last);
    if (resolved) await send(tenant, kind, resolved);
  }

  async function deliverBatch({ tenant, kind, place }: BatchPlace, ids: number[]) {
    const memberIds = streams.memberIds(tenant);
    if (!memberIds.length) return;
    const resolve = batchResolvers.get(kind)!;
    const resolved = await resolve(database.reader(tenant), { place, ids, memberIds });
    if (resolved) await send(tenant, kind, resolved);
  }

  // The server missed events while disconnected. Browsers open a new stream and fetch again.
  const endAll = () => streams.all().forEach(end);
  await database.listen('events', enqueueDelivery, endAll);
  await database.listen(
    'sessions_ended',
    (session) => {
      endedSessions.add(session);
      streams.ofSession(session).forEach(end);
    },
    endAll,
  );
  const heartbeat = setInterval(() => {
    const minOpenedAt = Date.now() - MAX_STREAM_MS;
    for (const stream of streams.all())
      if (stream.openedAt < minOpenedAt) end(stream);
      else write(stream, HEARTBEAT);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    open(subscriber, reply, pageAge = 0) {
      const { tenantId, memberId, session } = subscriber;
      // It ended after the request had read it, and before this stream could be found.
      if (endedSessions.has(session)) throw notSignedIn();
      const [oldest, ...others] = streams.ofMember(tenantId, memberId);
      if (oldest && others.length + 1 >= limits.member) end(oldest);
      const schoolCount = streams.countOfSchool(tenantId);
      if (streams.count() >= limits.server || schoolCount >= limits.school) throw busy();
      beginStream(reply);
      const stream: Stream = { ...subscriber, reply: reply.raw, openedAt: Date.now() };
      reply.raw.on('close', () => streams.remove(stream));
      reply.raw.on('error', () => streams.remove(stream));
      streams.add(stream);
      // Its page may show the locks of before.
      if (accessChanges.has(memberKey(tenantId, memberId), pageAge))
        write(stream, messageOf('access', {}));
    },
    count: streams.count,
    close() {
      clearInterval(heartbeat);
      batches.close();
      endAll();
    },
  };
}

/** Writes to open streams. A stream whose reader is too slow ends. */
function openBroadcast(streams: ReturnType<typeof openStreams>) {
  const end = (stream: Stream) => {
    streams.remove(stream);
    stream.reply.end();
  };

  const write = (stream: Stream, text: string | Buffer) => {
    if (stream.reply.writableLength > MAX_BUFFERED_BYTES) end(stream);
    else stream.reply.write(text);
  };

  async function send(
    tenant: number,
    kind: string,
    { data, readers }: { data: object; readers: number[] },
  ) {
    // Encoded once for all streams.
    const text = Buffer.from(messageOf(kind, data));
    let written = 0;
    for (const memberId of readers)
      for (const stream of streams.ofMember(tenant, memberId)) {
        write(stream, text);
        written += 1;
        if (written % WRITES_PER_TURN === 0) await new Promise(setImmediate);
      }
  }

  return { end, write, send };
}

const messageOf = (kind: string, data: object) =>
  `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

const memberKey = (tenantId: number, memberId: number) => `${tenantId} ${memberId}`;

/** Keys to which something happened within the last `ms`. */
function recentKeys(ms: number) {
  const times = new Map<string, number>();
  const isWithin = (time: number, within: number) => Date.now() - time < within;
  return {
    add(key: string) {
      for (const [old, time] of times) {
        if (isWithin(time, ms)) break; // the oldest come first
        times.delete(old);
      }
      times.delete(key);
      times.set(key, Date.now());
    },
    /** Whether it happened within the last `within` ms, at most `ms`. */
    has: (key: string, within = ms) => isWithin(times.get(key) ?? -Infinity, Math.min(within, ms)),
  };
}

/** Runs the deliveries of a school one after another: its events are sent in commit order. */
function sequentialDeliveries() {
  const lastDeliveries = new Map<number, Promise<void>>();
  return {
    /** `deliver` must not throw. */
    add(tenantId: number, deliver: () => Promise<void>) {
      const delivery = (lastDeliveries.get(tenantId) ?? Promise.resolve())
        .then(deliver)
        .then(() => {
          if (lastDeliveries.get(tenantId) === delivery) lastDeliveries.delete(tenantId);
        });
      lastDeliveries.set(tenantId, delivery);
    },
  };
}

/** The streams of a server end together at its restart. Their browsers return one after another. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

/** Turns the reply into a stream of server-sent events. */
function beginStream(reply: FastifyReply) {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.raw.write(`retry: ${randomInt(MIN_RETRY_MS, MAX_RETRY_MS + 1)}\n\n`);
}
