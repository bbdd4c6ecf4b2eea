import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { startAsStudent } from '../../test/school.tsx';
import { useEvents } from './event-stream.ts';

const posted: unknown[] = [];

/** Throws after `close`, as in a browser. */
class FakeChannel {
  static last: FakeChannel;
  private isClosed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    FakeChannel.last = this;
  }
  postMessage(message: unknown) {
    if (this.isClosed) throw new DOMException('Channel is closed', 'InvalidStateError');
    posted.push(message);
  }
  close() {
    this.isClosed = true;
  }
}

beforeEach(() => {
  startAsStudent();
  posted.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Bell() {
  useEvents({});
  return null;
}

test('a notification that waits for its second is dropped when the page stops listening', () => {
  const { unmount } = render(<Bell />);
  sendEvent('notification', {});
  sendEvent('notification', {});
  expect(posted).toHaveLength(1);
  unmount();
  vi.advanceTimersByTime(2_000);
  expect(posted).toHaveLength(1);
});

test('a page says with its stream how long ago it was requested', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_234.5);
  render(<Bell />);
  expect(FakeStream.last.url).toBe('/api/v1/events?age=1235');
});

/** The lock of a browser in which another tab holds it. */
function lockOfAnotherTab() {
  let drop: (error: Error) => void = () => {};
  const opened = vi.fn<() => void>();
  vi.stubGlobal(
    'EventSource',
    class extends FakeStream {
      constructor(url: string) {
        super(url);
        opened();
      }
      override close = closed;
    },
  );
  const request = (_name: string, { signal, steal }: LockOptions, lead: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
      if (!steal) return;
      drop = reject;
      void lead().then(resolve);
    });
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  return { opened, passOn: () => drop(new Error('stolen')) };
}
const closed = vi.fn<() => void>();

test('a visible tab takes the stream of a tab that a phone has suspended', async () => {
  const { opened, passOn } = lockOfAnotherTab();
  const onPoll = vi.fn<() => void>();
  function Feed() {
    useEvents({ poll: onPoll });
    return null;
  }
  const { unmount } = render(<Feed />);
  expect(posted).toEqual([{ name: 'ask' }]);
  expect(opened).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(opened).toHaveBeenCalledOnce();
  expect(onPoll).toHaveBeenCalledOnce();
  // Another tab asks, and later takes the stream.
  FakeChannel.last.onmessage?.({ data: { name: 'ask' } });
  expect(posted).toEqual([{ name: 'ask' }, { name: 'here' }]);
  passOn();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  unmount();
});

test('a hidden tab takes the stream of nobody', () => {
  const { opened } = lockOfAnotherTab();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { unmount } = render(<Bell />);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(10_000);
  expect(posted).toEqual([]);
  expect(opened).not.toHaveBeenCalled();
  unmount();
});

test('a tab leaves the stream to one that answers', () => {
  const { opened } = lockOfAnotherTab();
  const { unmount } = render(<Bell />);
  FakeChannel.last.onmessage?.({ data: { name: 'here' } });
  vi.advanceTimersByTime(10_000);
  expect(opened).not.toHaveBeenCalled();
  unmount();
});

test('a page whose stream is refused reads again after a minute, and not with all others', () => {
  const onPoll = vi.fn<() => void>();
  function Feed() {
    useEvents({ poll: onPoll });
    return null;
  }
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { unmount } = render(<Feed />);
  const refused = FakeStream.last;
  refused.readyState = FakeStream.CLOSED;
  refused.onerror?.();
  vi.advanceTimersByTime(67_499);
  expect(onPoll).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onPoll).toHaveBeenCalledOnce();
  expect(FakeStream.last).not.toBe(refused);
  unmount();
});

test('a stream that falls silent is opened again, and what it missed is read', () => {
  const onPoll = vi.fn<() => void>();
  function Feed() {
    useEvents({ poll: onPoll });
    return null;
  }
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { unmount } = render(<Feed />);
  const silent = FakeStream.last;
  silent.onopen?.();
  vi.advanceTimersByTime(60_000);
  sendEvent('heartbeat', {});
  vi.advanceTimersByTime(82_499);
  expect(FakeStream.last).toBe(silent);
  expect(onPoll).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(FakeStream.last).not.toBe(silent);
  expect(silent.readyState).toBe(FakeStream.CLOSED);
  expect(onPoll).toHaveBeenCalledOnce();
  // What happens until the new stream is open would be missed too.
  FakeStream.last.onopen?.();
  expect(onPoll).toHaveBeenCalledTimes(2);
  unmount();
});
