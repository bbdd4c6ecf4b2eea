import {
  eventNames,
  eventStream,
  HEARTBEAT_EVENT,
  HEARTBEAT_MS,
  type EventData,
  type EventName,
} from '@vitrine/contract/events';
import { useEffect, useEffectEvent } from 'react';
import { hasWritten } from '../../platform/api.ts';
import { tenantId } from '../../platform/boot.ts';
import { isPreview } from '../../platform/preview.ts';

/** A message to the page: an event by name, `poll` (refetch), or `open` (the stream is open). */
type StreamMessage = { name: EventName; data: unknown } | { name: 'poll' | 'open' };

/** Without a stream, pages poll once a minute. */
const POLL_MS = 60_000;
/** After three missing heartbeats the connection is dead, though the browser may not know: it slept. */
const MAX_SILENCE_MS = 3 * HEARTBEAT_MS;
/** A server refuses or loses many streams at once. Their pages return one after another. */
const SPREAD_MS = 15_000;

/** A message between tabs. The one with the stream answers `ask` by `here`. */
type ChannelMessage = StreamMessage | { name: 'ask' | 'here' };

/** The time that the tab with the stream has to answer. */
const ANSWER_MS = 3_000;

const listeners = new Set<(message: StreamMessage) => void>();
const notifyListeners = (message: StreamMessage) =>
  listeners.forEach((listener) => listener(message));

/**
 * One event stream per browser. The tab that holds the lock opens it and forwards events to the
 * others. When that tab closes, the lock passes to another. A phone suspends a hidden tab together
 * with its lock, so a visible tab takes the lock of one that does not answer (decision 0098).
 */
function connect() {
  const name = `vitrine-events-${tenantId()}`;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  const stop = new AbortController();
  const open = () =>
    openStream((message) => {
      if (stop.signal.aborted) return; // a delayed notification: the channel has closed
      notifyListeners(message);
      channel?.postMessage(message);
    });
  if (channel && navigator.locks) shareStream(name, channel, open, stop.signal);
  else stop.signal.addEventListener('abort', open());
  // Another tab's stream may have delivered the event of this tab's write before this tab listened.
  if (channel && hasWritten()) notifyListeners({ name: 'poll' });
  return () => {
    stop.abort();
    channel?.close();
  };
}

/** Opens the stream while this tab holds the lock. `open` returns a function that closes it. */
function shareStream(
  name: string,
  channel: BroadcastChannel,
  open: () => () => void,
  stop: AbortSignal,
) {
  let leads = false;
  let waiting = new AbortController();
  let takeover: ReturnType<typeof setTimeout> | undefined;
  const say = (message: ChannelMessage) => channel.postMessage(message);

  async function hold(options: LockOptions) {
    let close: (() => void) | undefined;
    const lead = () =>
      new Promise<void>((resolve) => {
        if (stop.aborted) return resolve();
        leads = true;
        clearTimeout(takeover);
        close = open();
        stop.addEventListener('abort', () => resolve());
      });
    // An abort while it waits rejects the request, and so does another tab that takes the lock.
    await navigator.locks.request(name, options, lead).catch(() => {});
    if (!close) return;
    close();
    leads = false;
    if (!stop.aborted) wait();
  }
  function wait() {
    waiting = new AbortController();
    void hold({ signal: waiting.signal });
  }
  function askLeader() {
    if (leads || document.hidden) return;
    say({ name: 'ask' });
    clearTimeout(takeover);
    takeover = setTimeout(takeOver, ANSWER_MS);
  }
  function takeOver() {
    if (leads || document.hidden) return;
    waiting.abort();
    void hold({ steal: true });
    notifyListeners({ name: 'poll' });
  }

  channel.onmessage = ({ data }) => {
    const { name: said } = data as ChannelMessage;
    if (said === 'ask') {
      if (leads) say({ name: 'here' });
      return;
    }
    clearTimeout(takeover);
    if (said !== 'here') notifyListeners(data as StreamMessage);
  };
  document.addEventListener('visibilitychange', askLeader);
  stop.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', askLeader);
    clearTimeout(takeover);
    waiting.abort();
  });
  wait();
  askLeader();
}

function openStream(onMessage: (message: StreamMessage) => void) {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let disconnected = false;
  let first = true;

  function open() {
    source = new EventSource(`${eventStream.open.path}?age=${Math.round(performance.now())}`);
    for (const name of eventNames) {
      source.addEventListener(name, receiverOf(name, onMessage));
      source.addEventListener(name, awaitNext);
    }
    source.addEventListener(HEARTBEAT_EVENT, awaitNext);
    source.onopen = () => {
      awaitNext();
      // Events during the gap were lost, including those of this tab's writes before the stream
      // opened.
      if (disconnected || (first && hasWritten())) onMessage({ name: 'poll' });
      else if (first) onMessage({ name: 'open' });
      disconnected = false;
      first = false;
    };
    source.onerror = () => {
      disconnected = true;
      // The browser reconnects by itself, unless the server refused the stream.
      if (source?.readyState === EventSource.CLOSED) retryAfter(POLL_MS);
    };
    awaitNext();
  }
  const awaitNext = () => retryAfter(MAX_SILENCE_MS);
  function retryAfter(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(retry, ms + Math.random() * SPREAD_MS);
  }
  function retry() {
    source?.close();
    disconnected = true;
    onMessage({ name: 'poll' });
    open();
  }
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/** Notifications often come together, and each makes the page refetch: the rest waits a second. */
const receiverOf = (name: EventName, onMessage: (message: StreamMessage) => void) => {
  const receive = ({ data }: MessageEvent) =>
    onMessage({ name, data: JSON.parse(String(data)) as unknown });
  return name === 'notification' ? atMostEverySecond(receive) : receive;
};

/** Calls at once, then at most once a second, with the latest value. */
function atMostEverySecond<Value>(deliver: (value: Value) => void) {
  let waiting: Value | undefined;
  let isResting = false;
  return function receive(value: Value) {
    if (isResting) {
      waiting = value;
      return;
    }
    deliver(value);
    isResting = true;
    setTimeout(() => {
      isResting = false;
      const latest = waiting;
      waiting = undefined;
      if (latest !== undefined) receive(latest);
    }, 1_000);
  };
}

let disconnect: (() => void) | null = null;

/**
 * Subscribes the component to events. `poll` means that events may have been lost: the page must
 * refetch. `open` means that the first stream is open: a page that must not miss anything refetches
 * what it read earlier.
 *
 * ```tsx
 * useEvents({ post: ({ channel_id }) => …, poll: () => void feed.refetch() })
 * ```
 */
export function useEvents(
  handlers: {
    [Name in EventName]?: (data: EventData<Name>) => void;
  } & { poll?: () => void; open?: () => void },
) {
  const handle = useEffectEvent((message: StreamMessage) => {
    if ('data' in message) handlers[message.name]?.(message.data as never);
    else handlers[message.name]?.();
  });
  useEffect(() => {
    if (isPreview() || typeof EventSource === 'undefined') return;
    const listener = (message: StreamMessage) => handle(message);
    listeners.add(listener);
    disconnect ??= connect();
    return () => {
      listeners.delete(listener);
      if (listeners.size) return;
      disconnect?.();
      disconnect = null;
    };
  }, []);
}
