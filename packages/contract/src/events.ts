import * as z from 'zod/mini';
import { route } from './core.ts';
import { LiveMessage } from './live-chat.ts';

/** Ours: a stream says something at least so often, so that neither side takes it for dead. */
export const HEARTBEAT_MS = 25_000;

/**
 * What is new, by the event's name. Its `data` is JSON with ids; a live's conversation alone carries
 * what was said, because thousands would ask for it at once.
 */
export const events = {
  post: z.object({ id: z.int(), community_id: z.int(), channel_id: z.int() }),
  comment: z.object({
    id: z.int(),
    post_id: z.int(),
    community_id: z.int(),
    channel_id: z.int(),
  }),
  /** The member's bell has something new; it asks by itself. */
  notification: z.object({}),
  /** New and removed messages of one live, at most once a second. */
  live_messages: z.object({ live_id: z.int(), messages: z.array(LiveMessage) }),
} as const;
export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>;

export const eventStream = {
  open: route('GET', '/api/v1/events', { access: 'member', source: 'v1' }),
};
