import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi, type MockInstance } from 'vitest';
import { visit } from '../../test/school.tsx';
import BannerVideo from './banner-video.tsx';

let pause: MockInstance;
let play: MockInstance;
beforeEach(() => {
  pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

/** A banner that a press hides, and shows again. */
function Slide() {
  const [shown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Passar
      </button>
      <BannerVideo src="/files/1/a.mp4" shown={shown} onWatch={() => {}} />
    </>
  );
}

const open = () => {
  const page = visit(<Slide />);
  const player = document.querySelector('video')!;
  /** The video plays on to these seconds of its length. */
  const playTo = (...seconds: number[]) => {
    for (const second of seconds) {
      Object.defineProperty(player, 'currentTime', { value: second, configurable: true });
      fireEvent.timeUpdate(player);
    }
  };
  return { ...page, playTo };
};

test.each([
  { who: 'wants less motion', reduced: true, saveData: false, starts: 0 },
  { who: 'saves data', reduced: false, saveData: true, starts: 0 },
  { who: 'wants neither', reduced: false, saveData: false, starts: 1 },
])('for who $who, a video starts $starts times by itself', async (given) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('matchMedia', () => ({ matches: given.reduced }));
  Object.defineProperty(navigator, 'connection', {
    value: { saveData: given.saveData },
    configurable: true,
  });
  const { user } = open();
  expect(play).toHaveBeenCalledTimes(given.starts);
  await user.click(screen.getByRole('button', { name: 'Ver o vídeo' }));
  expect(play).toHaveBeenCalledTimes(given.starts + 1);
});

test('a video plays for six seconds and then waits', () => {
  const { playTo } = open();
  playTo(2, 4, 5.9);
  expect(pause).not.toHaveBeenCalled();
  playTo(6);
  expect(pause).toHaveBeenCalled();
});

test('a video shorter than six seconds waits, too', () => {
  const { playTo } = open();
  playTo(2, 4, 0.5, 1.9);
  expect(pause).not.toHaveBeenCalled();
  playTo(2.1);
  expect(pause).toHaveBeenCalled();
});

test('a video that somebody started plays on', async () => {
  const { user, playTo } = open();
  await user.click(screen.getByRole('button', { name: 'Ver o vídeo' }));
  playTo(5, 10, 15);
  expect(pause).not.toHaveBeenCalled();
});

test('a video that is shown again plays for six more seconds', async () => {
  const { user, playTo } = open();
  playTo(3, 6);
  for (let press = 0; press < 2; press += 1)
    await user.click(screen.getByRole('button', { name: 'Passar' }));
  pause.mockClear();
  playTo(8, 11);
  expect(pause).not.toHaveBeenCalled();
  playTo(12);
  expect(pause).toHaveBeenCalled();
});
