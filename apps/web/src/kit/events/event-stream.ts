import { eventNames, eventStream, type EventData, type EventName } from '@vitrine/contract/events';
import { useEffect, useEffectEvent } from 'react';
import { hasWritten } from '../../platform/api.ts';
import { tenantId } from '../../platform/boot.ts';
import { isPreview } from '../../platform/preview.ts';

/** A message to the page: an event by name, `poll` (refetch), or `open` (the stream is open). */
type StreamMessage = { name: EventName; data: unknown } | { name: 'poll' | 'open' };

/** Without a stream, pages poll once a minute. */
const POLL_MS = 60_000;

const listeners = new Set<(message: StreamMessage) => void>();
const notifyListeners = (message: StreamMessage) =>
  listeners.forEach((listener) => listener(message));

/**
 * One event stream per browser. The tab that holds the lock opens it and forwards events to the
 * others. When that tab closes, the lock passes to another.
 */
function connect() {
  const name = `vitrine-events-${tenantId()}`;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  const stop = new AbortController();
  if (channel) channel.onmessage = ({ data }) => notifyListeners(data as StreamMessage);
  const lead = () =>
    new Promise<void>((resolve) => {
      const close = openStream((message) => {
        if (stop.signal.aborted) return; // a delayed notification: the channel has closed
        notifyListeners(message);
        channel?.postMessage(message);
      });
      stop.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  if (channel && navigator.locks)
    // An abort while waiting for the lock rejects the request.
    navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => {});
  else void lead();
  // Another tab's stream may have delivered the event of this tab's write before this tab listened.
  if (channel && hasWritten()) notifyListeners({ name: 'poll' });
  return () => {
    stop.abort();
    channel?.close();
  };
}

function openStream(onMessage: (message: StreamMessage) => void) {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let disconnected = false;
  let first = true;

  function open() {
    source = new EventSource(eventStream.open.path);
    for (const name of eventNames) source.addEventListener(name, receiverOf(name, onMessage));
    source.onopen = () => {
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
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(retry, POLL_MS);
    };
  }
  function retry() {
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
