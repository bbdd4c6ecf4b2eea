import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../../test/school.tsx';
import ImageViewer from './image-viewer.tsx';

const images = [1, 2, 3, 4, 5].map((n) => ({
  kind: 'image' as const,
  path: `foto-${n}.webp`,
  name: `Foto ${n}`,
  type: 'image/webp',
  bytes: 1_000,
  url: `/files/foto-${n}-800x600.webp`,
}));

test('two quick steps move by two images, even if the first one is loading', async () => {
  serve();
  const { user } = visit(<ImageViewer images={images} at={1} onClose={() => {}} />);
  const track = screen.getByRole('group', { name: 'Imagens' });
  Object.defineProperty(track, 'clientWidth', { value: 100 });
  const scrolled = vi.spyOn(track, 'scrollTo');
  track.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(scrolled.mock.calls).toEqual([[{ left: 200 }], [{ left: 300 }], [{ left: 200 }]]);
});
