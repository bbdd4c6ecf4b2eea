import * as z from 'zod/mini';
import { route } from './core.ts';
import { LiveMessage } from './live-chat.ts';

/** Ours: the maximum silence of a stream. */
export const HEARTBEAT_MS = 25_000;
/** Ours: the event that ends a silence. Its data is empty. A comment would stay hidden from the page. */
export const HEARTBEAT_EVENT = 'heartbeat';

/** The names of the events, without their shapes: every page of a student hears them. */
export const eventNames = [
  'post',
  'comment',
  'notification',
  'access',
  'change',
  'live_messages',
] as const;
/** The name of an event, in its `event` line. */
export type EventName = (typeof eventNames)[number];

/**
 * The events by name. Their `data` is JSON with ids, and the browser fetches the rest. Live
 * messages carry their text, because thousands of viewers would fetch it at once.
 */
export const events = {
  post: z.object({
    id: z.int(),
    /** Nobody's own post is unread. */
    author_id: z.nullable(z.int()),
    community_id: z.int(),
    channel_id: z.int(),
  }),
  comment: z.object({
    id: z.int(),
    post_id: z.int(),
    community_id: z.int(),
    channel_id: z.int(),
  }),
  /** The member has a new notification. The bell fetches it. */
  notification: z.object({}),
  /**
   * Ours: the member was given a product, or lost one, or has other roles. Pages read again what is open
   * and locked.
   */
  access: z.object({}),
  /** Ours: staff changed something of this domain, a name of the route table. Only staff hear it. */
  change: z.object({ domain: z.string() }),
  /** New and removed messages of one live, at most once a second. */
  live_messages: z.object({ live_id: z.int(), messages: z.array(LiveMessage) }),
} as const satisfies Record<EventName, z.ZodMiniType>;
/** The JSON that an event carries in its `data` line. */
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>;

/** Milliseconds as a text. One of another shape is 400. */
const milliseconds = z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(Number));

/** A stream of server-sent events. It ends with the session (contract, Communities). */
export const eventStream = {
  open: route('GET', '/api/v1/events', {
    access: 'member',
    source: 'v1',
    /** Ours: the age of the page. The stream begins with an `access` of this time. */
    query: z.object({ age: z.optional(milliseconds) }),
  }),
};
