import { liveChat, type LiveMessage, type LiveMessagePage } from '@vitrine/contract/live-chat';
import { useEffect, useState } from 'react';
import { useEvents } from '../../../kit/events/event-stream.ts';
import { call } from '../../../platform/api.ts';
import { joinMessages, trimMessages } from './joined-messages.ts';
import { useNewestMessages } from './live-chat.queries.ts';

/** Spreads the requests of thousands of browsers after an interruption. */
const SPREAD_MS = 4000;

interface Room {
  messages: LiveMessage[];
  hasOlder: boolean;
}

/** Appends the newest page. If messages are missing between, the newest page replaces the rest. */
function withNewest(room: Room | null, page: LiveMessagePage): Room {
  const hasOlder = page.previous_cursor !== null;
  const [first] = page.data;
  const last = room?.messages.at(-1);
  if (!room || !last) return { messages: page.data, hasOlder };
  // A message was sent while the first page, without any, was on its way.
  if (!first) return room;
  if (hasOlder && first.id > last.id) return { messages: page.data, hasOlder };
  const oldest = room.messages[0]!.id <= first.id;
  return {
    messages: joinMessages(room.messages, page.data),
    hasOlder: oldest ? room.hasOlder : hasOlder,
  };
}

/**
 * The messages without those older than the first one, where some are not loaded: somebody may
 * remove one of those. Older messages are read from the first one on, so others would be left out.
 */
function withoutUnloaded(room: Room | null, more: readonly LiveMessage[]) {
  const first = room?.messages[0];
  return first && room.hasOlder ? more.filter(({ id }) => id >= first.id) : more;
}

/** The messages of a live, updated by the stream. `following`: the reader is at the newest one. */
export function useLiveChat(liveId: number, following: () => boolean) {
  const newest = useNewestMessages(liveId);
  const [room, setRoom] = useState<Room | null>(null);
  const [older, setOlder] = useState<'rest' | 'busy' | 'failed'>('rest');

  const page = newest.data;
  const [handledPage, setHandledPage] = useState<LiveMessagePage>();
  if (page && page !== handledPage) {
    setHandledPage(page);
    setRoom(withNewest(room, page));
  }

  const add = (more: readonly LiveMessage[]) =>
    setRoom((before) => {
      const messages = joinMessages(before?.messages ?? [], withoutUnloaded(before, more));
      const trimmed = following() ? trimMessages(messages) : messages;
      return {
        messages: trimmed,
        hasOlder: (before?.hasOlder ?? false) || trimmed.length < messages.length,
      };
    });

  const { refetch } = newest;
  const [missed, setMissed] = useState(0);
  useEffect(() => {
    if (!missed) return;
    const timer = setTimeout(() => void refetch(), Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [missed, refetch]);
  useEvents({
    live_messages: ({ live_id, messages }) => {
      if (live_id === liveId) add(messages);
    },
    poll: () => setMissed((times) => times + 1),
    // The stream missed messages that were sent between the first answer and its opening.
    open: () => void refetch(),
  });

  async function readOlder() {
    const before = room?.messages[0]?.id;
    if (!before || older === 'busy') return;
    setOlder('busy');
    try {
      const input = { params: { id: liveId }, query: { before: String(before) } };
      const { data, previous_cursor } = await call(liveChat.list, input);
      setRoom((now) =>
        // Others begin with another message: these would stand above a gap.
        now?.messages[0]?.id === before
          ? { messages: joinMessages(data, now.messages), hasOlder: previous_cursor !== null }
          : now,
      );
      setOlder('rest');
    } catch {
      setOlder('failed');
    }
  }

  return {
    newest,
    messages: room?.messages ?? [],
    add,
    older: { has: room?.hasOlder ?? false, state: older, read: () => void readOlder() },
  };
}
