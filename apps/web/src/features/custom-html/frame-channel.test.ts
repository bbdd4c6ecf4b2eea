import { limits } from '@vitrine/contract/custom-html';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFrameChannel, type FrameBox, type FrameFacts } from './frame-channel.ts';

/** The frame's side of the channel. The page's message brings a port. */
function openFrame() {
  const boxes: FrameBox[] = [];
  const onFlood = vi.fn<() => void>();
  let port: MessagePort | undefined;
  const contentWindow = {
    postMessage: (_facts: unknown, _origin: string, [transferred]: MessagePort[]) =>
      (port = transferred),
  };
  const stop = openFrameChannel({ contentWindow } as unknown as HTMLIFrameElement, {
    facts: () => ({}) as FrameFacts,
    onAwake: () => {},
    onBox: (box) => boxes.push(box),
    onFlood,
  });
  dispatchEvent(
    Object.assign(new Event('message'), { source: contentWindow, data: 'vitrine:hello' }),
  );
  const say = (message: unknown) => port!.postMessage(message);
  return { boxes, onFlood, stop, say, ask: (height: number) => say({ height }) };
}

let frame: ReturnType<typeof openFrame>;
beforeEach(() => (frame = openFrame()));
afterEach(() => frame.stop());

test('a word of another window, or another word, opens no channel', () => {
  const onAwake = vi.fn<() => void>();
  const contentWindow = { postMessage: vi.fn<() => void>() };
  const stop = openFrameChannel({ contentWindow } as unknown as HTMLIFrameElement, {
    facts: () => ({}) as FrameFacts,
    onAwake,
    onBox: () => {},
    onFlood: () => {},
  });
  const say = (source: unknown, data: unknown) =>
    dispatchEvent(Object.assign(new Event('message'), { source, data }));
  say(window, 'vitrine:hello');
  say(contentWindow, { height: 7 });
  expect(onAwake).not.toHaveBeenCalled();
  say(contentWindow, 'vitrine:hello');
  expect(onAwake).toHaveBeenCalledOnce();
  stop();
});

test('of many heights the first and the last are used', async () => {
  for (let height = 1; height <= 50; height += 1) frame.ask(height);
  await expect.poll(() => frame.boxes.at(-1)).toEqual({ corner: null, height: 50 });
  expect(frame.boxes[0]).toEqual({ corner: null, height: 1 });
  expect(frame.boxes.length).toBeLessThan(10);
  expect(frame.onFlood).not.toHaveBeenCalled();
});

test('a frame gets no more room than its limits, and none for a word that is no size', async () => {
  for (const height of [-1, NaN, Infinity, '90', null]) frame.say({ height });
  for (const word of [null, 'alto', { corner: 'top', width: 5, height: 5 }]) frame.say(word);
  frame.say({ corner: 'left', height: 5 });
  frame.ask(1_000_000);
  await expect.poll(() => frame.boxes).toEqual([{ corner: null, height: limits.frame.height }]);
  frame.say({ corner: 'right', width: 1_000_000, height: 1_000_000 });
  await expect.poll(() => frame.boxes.at(-1)).toEqual({ corner: 'right', ...limits.frame.corner });
});

test('a snippet that changes its height endlessly is stopped', async () => {
  for (let height = 1; height <= 1_001; height += 1) frame.ask(height);
  await expect.poll(() => frame.onFlood.mock.calls.length).toBe(1);
  const boxCount = frame.boxes.length;
  frame.ask(7);
  await new Promise((done) => setTimeout(done, 200));
  expect(frame.boxes).toHaveLength(boxCount);
});
