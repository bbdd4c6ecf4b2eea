import { afterEach, expect, test, vi } from 'vitest';
import { raiseCaptions } from './raise-captions.ts';

type Cue = Pick<VTTCue, 'line' | 'lineAlign' | 'snapToLines'>;

const cueAt = (line: Cue['line']): Cue => ({ line, lineAlign: 'start', snapToLines: true });

/** A video of 400 px height that shows these cues. */
function videoWith(...activeCues: Cue[]) {
  const track = Object.assign(new EventTarget(), { activeCues });
  return {
    track,
    video: { clientHeight: 400, textTracks: [track] } as unknown as HTMLVideoElement,
  };
}

const stubStyles = (movesCaptions: boolean) =>
  vi.stubGlobal('CSS', { supports: () => movesCaptions });

afterEach(() => vi.unstubAllGlobals());

test('captions stand above the controls where no style moves them, and go down with them', () => {
  stubStyles(false);
  const [cue, next] = [cueAt('auto'), cueAt('auto')];
  const { track, video } = videoWith(cue);
  const lower = raiseCaptions(video);
  expect(cue).toEqual({ line: 76, lineAlign: 'end', snapToLines: false });
  track.activeCues = [next];
  track.dispatchEvent(new Event('cuechange'));
  expect(next.line).toBe(76);
  lower?.();
  expect([cue, next]).toEqual([cueAt('auto'), cueAt('auto')]);
  track.dispatchEvent(new Event('cuechange'));
  expect(next.line).toBe('auto');
});

test('a caption with a place of its own stays there', () => {
  stubStyles(false);
  const cue = cueAt(2);
  raiseCaptions(videoWith(cue).video)?.();
  expect(cue).toEqual(cueAt(2));
});

test('captions that a style moves are not moved twice', () => {
  stubStyles(true);
  const cue = cueAt('auto');
  raiseCaptions(videoWith(cue).video);
  expect(cue).toEqual(cueAt('auto'));
});
