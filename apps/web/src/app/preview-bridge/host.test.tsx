import { expect, test, vi } from 'vitest';
import { visit } from '../../test/school.tsx';
import { connectPreviewFrame } from './host.ts';
import type { FrameMessage } from './messages.ts';

test('only the page in the frame of the preview speaks to the tool', () => {
  visit(<p>Prévia</p>);
  const contentWindow = { postMessage: vi.fn<() => void>() };
  const onMessage = vi.fn<(message: FrameMessage) => void>();
  const stop = connectPreviewFrame({
    frame: { contentWindow } as unknown as HTMLIFrameElement,
    queries: undefined,
    onMessage,
  });
  const say = (source: unknown, origin = location.origin) =>
    dispatchEvent(
      Object.assign(new Event('message'), { source, origin, data: { kind: 'escape' } }),
    );
  say(window);
  say(contentWindow, 'https://outro.example.com');
  expect(onMessage).not.toHaveBeenCalled();
  say(contentWindow);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'escape' });
  stop();
});
