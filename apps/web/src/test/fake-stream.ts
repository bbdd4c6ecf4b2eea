import { act } from '@testing-library/react';

/** A fake EventSource that a test controls: `vi.stubGlobal('EventSource', FakeStream)`. */
export class FakeStream extends EventTarget {
  static CLOSED = 2;
  static last: FakeStream;
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.last = this;
  }
  close() {
    this.readyState = FakeStream.CLOSED;
  }
}

/** Delivers an event of the server. */
export const sendEvent = (name: string, data: object) =>
  act(() => {
    FakeStream.last.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  });
