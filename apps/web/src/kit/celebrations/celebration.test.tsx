import { render, screen, waitFor } from '@testing-library/react';
import { animations, songs } from '@vitrine/contract/gamification';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../platform/locale.tsx';
import { settle } from '../../test/school.tsx';
import { animationLabels, songLabels, type AnimationName } from './animations.ts';
import { Celebration } from './celebration.tsx';
import { playSong } from './song.ts';

const show = (animation: AnimationName) =>
  render(
    <LanguageProvider>
      <Celebration animation={animation} />
    </LanguageProvider>,
  );

test.each(animations.filter((name) => name !== 'none'))('%s is drawn', async (name) => {
  show(name);
  const stage = screen.getByTestId(`animation-${name}`);
  await waitFor(() => expect(stage.querySelector('svg')).not.toBeNull());
  expect(stage.innerHTML.length).toBeLessThan(25 * 1024);
});

test('the code of every animation is below 25 KB, shared code included', async () => {
  const art = join(import.meta.dirname, 'art');
  const shared = (await stat(join(art, 'parts.ts'))).size;
  for (const name of await readdir(art))
    expect(shared + (await stat(join(art, name))).size, name).toBeLessThan(25 * 1024);
});

test('no animation draws nothing', () => {
  expect(show('none').container).toBeEmptyDOMElement();
});

test('every animation and song has its own name', () => {
  expect(new Set(Object.values(animationLabels)).size).toBe(animations.length);
  expect(new Set(Object.values(songLabels)).size).toBe(songs.length);
});

const sounds = join(import.meta.dirname, '../../../public/sounds');

test.each(songs)('the song %s is an mp3 below 80 KB, unlike the others', async (song) => {
  const path = join(sounds, `${song}.mp3`);
  expect((await stat(path)).size).toBeLessThan(80 * 1024);
  const source = await readFile(path);
  expect(
    source.subarray(0, 2).toString('hex') === 'fffb' || source.subarray(0, 3).toString() === 'ID3',
  ).toBe(true);
  for (const other of songs.filter((name) => name !== song))
    expect(source.equals(await readFile(join(sounds, `${other}.mp3`)))).toBe(false);
});

test('a song ends after 5 s, and when another begins', () => {
  vi.useFakeTimers();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const ended = vi.fn<() => void>();
  playSong('harpa', ended);
  playSong('sinos', ended);
  expect(pause).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4_999);
  expect(ended).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(ended).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a song that was stopped before it began does not end the next one', async () => {
  const refused = Promise.withResolvers<void>();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play')
    .mockReturnValueOnce(refused.promise)
    .mockResolvedValue();
  const ended = { harpa: vi.fn<() => void>(), sinos: vi.fn<() => void>() };
  playSong('harpa', ended.harpa);
  playSong('sinos', ended.sinos);
  refused.reject(new DOMException('interrupted by pause()', 'AbortError'));
  await settle();
  expect(ended.harpa).toHaveBeenCalledOnce();
  // The next song still knows which one it ends.
  playSong('subida')();
  expect(ended.sinos).toHaveBeenCalledOnce();
});
