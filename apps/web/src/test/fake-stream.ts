import { act } from '@testing-library/react';

/** An event stream that a test speaks through: `vi.stubGlobal('EventSource', FakeStream)`. */
export class FakeStream extends EventTarget {
  static CLOSED = 2;
  static last: FakeStream;
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    FakeStream.last = this;
  }
  close() {}
}

/** The server tells of something. */
export const heard = (name: string, data: object) =>
  act(() => {
    FakeStream.last.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  });
