import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameOf } from './video-frame.ts';

const film = new File(['x'], 'aula.mp4', { type: 'video/mp4' });
let video: HTMLVideoElement;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:film', revokeObjectURL: () => {} });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLElement) {
    video = this as HTMLVideoElement;
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a phone that loads no frame of a still video plays it, muted and in its place', async () => {
  const drawn = vi.fn<(image: unknown) => void>();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: drawn,
  } as unknown as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob()));
  const frame = frameOf(film);
  expect(video.muted && video.playsInline).toBe(true);
  video.dispatchEvent(new Event('loadeddata'));
  await vi.advanceTimersByTimeAsync(0);
  video.dispatchEvent(new Event('seeked'));
  expect((await frame)?.name).toBe('quadro.jpg');
  expect(drawn.mock.calls[0]![0]).toBe(video);
});

test('a video of which no frame comes gives no image, instead of waiting for ever', async () => {
  const frame = frameOf(film);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await frame).toBeNull();
});

test('a video that the browser cannot decode gives no image', async () => {
  const frame = frameOf(film);
  video.dispatchEvent(new Event('error'));
  expect(await frame).toBeNull();
});
