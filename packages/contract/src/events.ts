import * as z from 'zod/mini';
import { route } from './core.ts';

/** Ours: a stream says something at least so often, so that neither side takes it for dead. */
export const HEARTBEAT_MS = 25_000;

/** What is new, by the event's name; its `data` is JSON with these ids and nothing else. */
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
} as const;
export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>;

export const eventStream = {
  open: route('GET', '/api/v1/events', { access: 'member', source: 'v1' }),
};
