import { liveChat, type LiveMessage } from '@vitrine/contract/live-chat';
import { useEffect, useEffectEvent, useState } from 'react';
import { randomKey } from '../../../kit/queries/idempotency-key.ts';
import { ApiError, call } from '../../../platform/api.ts';
import { readDraft, writeDraft } from '../../../platform/draft-store.ts';

/** A message that the server has not confirmed yet. */
export interface OutgoingMessage {
  /** Idempotency key: a message that is sent again shows once. */
  key: string;
  text: string;
  /** Why it failed. Null while it is being sent. */
  failure: string | null;
  /** Id of the newest message when it was sent. */
  after: number;
}

interface StoredOutbox {
  text: string;
  /** Messages that failed, or whose answer did not come before the page was left. */
  failed: OutgoingMessage[];
}

const nothing: StoredOutbox = { text: '', failed: [] };

interface OutboxOptions {
  /** Id of the newest message. */
  lastId: number;
  onSent: (message: LiveMessage) => void;
  /** Called when the server refuses this person's messages. */
  onRefused: () => void;
}

/**
 * The viewer's draft and outgoing messages, which survive a reload. A message without an answer is sent
 * again then, with the same key.
 */
export function useOutbox(liveId: number, { lastId, onSent, onRefused }: OutboxOptions) {
  const place = `live-chat.${liveId}`;
  const [{ text, outgoing }, setBox] = useState(() => {
    const stored = readDraft<StoredOutbox>(place) ?? nothing;
    return { text: stored.text, outgoing: stored.failed };
  });

  type Box = { text: string; outgoing: OutgoingMessage[] };
  const change = (next: (box: Box) => Box) =>
    setBox((box) => {
      const changed = next(box);
      const failed = changed.outgoing;
      writeDraft(place, changed.text || failed.length ? { text: changed.text, failed } : null);
      return changed;
    });
  const drop = (key: string) =>
    change((box) => ({ ...box, outgoing: box.outgoing.filter((one) => one.key !== key) }));
  const mark = (key: string, failure: string | null) =>
    change((box) => ({
      ...box,
      outgoing: box.outgoing.map((one) => (one.key === key ? { ...one, failure } : one)),
    }));

  async function deliver({ key, text: words }: OutgoingMessage) {
    try {
      const input = { params: { id: liveId }, body: { text: words } };
      const { data } = await call(liveChat.send, { ...input, idempotencyKey: key });
      onSent(data);
      drop(key);
    } catch (error) {
      mark(key, (error as Error).message);
      if (error instanceof ApiError && [403, 409].includes(error.status)) onRefused();
    }
  }

  const deliverRest = useEffectEvent(() => {
    for (const one of outgoing) if (one.failure === null) void deliver(one);
  });
  useEffect(() => deliverRest(), []);

  return {
    text,
    outgoing,
    write: (written: string) => change((box) => ({ ...box, text: written })),
    send() {
      const words = text.trim();
      if (!words) return;
      const one = { key: randomKey(), text: words, failure: null, after: lastId };
      change((box) => ({ text: '', outgoing: [...box.outgoing, one] }));
      void deliver(one);
    },
    again(one: OutgoingMessage) {
      mark(one.key, null);
      void deliver(one);
    },
    drop,
  };
}
