import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { settle } from '../../../test/school.tsx';
import { useStream } from './use-stream.ts';

const loaded: string[] = [];
vi.mock('hls.js/light', () => ({
  default: class {
    static Events = { ERROR: 'error' };
    on() {}
    attachMedia() {}
    destroy() {}
    loadSource(src: string) {
      loaded.push(src);
    }
  },
}));

beforeEach(() => {
  loaded.length = 0;
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('');
});

function Film({ src }: { src: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useStream(video, src);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- it plays nothing
  return <video ref={video} src={stream.src} aria-label="Filme" />;
}

test('a file is left to the browser, and a stream that it does not play goes to the library', async () => {
  const { unmount } = render(<Film src="/files/1/film.mp4" />);
  await settle();
  expect(screen.getByLabelText('Filme')).toHaveAttribute('src', '/files/1/film.mp4');
  expect(loaded).toEqual([]);
  unmount();
  render(<Film src="https://stream.example.com/film.m3u8" />);
  await expect.poll(() => loaded).toEqual(['https://stream.example.com/film.m3u8']);
  expect(screen.getByLabelText('Filme')).not.toHaveAttribute('src');
});

test('a stream that was left while the library loaded does not begin', async () => {
  const { unmount } = render(<Film src="https://stream.example.com/film.m3u8" />);
  unmount();
  await settle();
  expect(loaded).toEqual([]);
});
