import type { LiveMessage } from '@vitrine/contract/live-chat';

/** So many lines a browser keeps at hand; older ones are read again on the way back. */
const MAX_KEPT = 300;
const KEPT = 200;

/**
 * Two lists as one, the oldest first and each message once. A removal is final: it wins, whichever of
 * both came first.
 */
export function joinMessages(known: readonly LiveMessage[], more: readonly LiveMessage[]) {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of more) if (!byId.get(message.id)?.removed) byId.set(message.id, message);
  return [...byId.values()].toSorted((a, b) => a.id - b.id);
}

/** What is left of a long list for who reads its end. */
export const trimMessages = (messages: LiveMessage[]) =>
  messages.length > MAX_KEPT ? messages.slice(-KEPT) : messages;
