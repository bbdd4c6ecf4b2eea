import type { LiveMessage } from '@vitrine/contract/live-chat';

/** Messages that the browser keeps. It loads older ones again when the reader scrolls back. */
const MAX_MESSAGES = 300;
const TRIMMED_TO = 200;

/**
 * Joins two lists, oldest first, each message once. A removed message wins over its earlier state.
 */
export function joinMessages(messages: readonly LiveMessage[], more: readonly LiveMessage[]) {
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of more) if (!byId.get(message.id)?.removed) byId.set(message.id, message);
  return [...byId.values()].toSorted((a, b) => a.id - b.id);
}

/** Drops the oldest messages of a long list, for readers at its end. */
export const trimMessages = (messages: LiveMessage[]) =>
  messages.length > MAX_MESSAGES ? messages.slice(-TRIMMED_TO) : messages;
