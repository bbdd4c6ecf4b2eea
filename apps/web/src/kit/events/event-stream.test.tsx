import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { startAsStudent } from '../../test/school.tsx';
import { useEvents } from './event-stream.ts';

const posted: unknown[] = [];

/** Throws after `close`, as in a browser. */
class FakeChannel {
  private isClosed = false;
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
