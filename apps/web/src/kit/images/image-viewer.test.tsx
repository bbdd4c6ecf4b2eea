import { fireEvent, screen } from '@testing-library/react';
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

/** Opens the images where the track scrolls at once. */
function open(at: number, shown = images) {
  const onClose = vi.fn<() => void>();
  serve();
  const page = visit(<ImageViewer images={shown} at={at} onClose={onClose} />);
  const track = screen.getByRole('group', { name: 'Imagens' });
  Object.defineProperty(track, 'clientWidth', { value: 100 });
  track.scrollTo = ((to: ScrollToOptions) => {
    track.scrollLeft = to.left!;
    fireEvent.scroll(track);
  }) as typeof track.scrollTo;
  return { ...page, onClose, track };
}

test('its buttons lead to the ends, and each image says its place', async () => {
  const { user, onClose } = open(3);
  await user.click(screen.getByRole('button', { name: 'Próxima imagem' }));
  expect(screen.getByRole('dialog', { name: 'Imagem 5 de 5' })).toBeVisible();
  expect(screen.getByText('5 de 5')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Próxima imagem' })).toBeNull();
  for (let step = 0; step < 4; step += 1)
    await user.click(screen.getByRole('button', { name: 'Imagem anterior' }));
  expect(screen.getByText('1 de 5')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Imagem anterior' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('an arrow key moves by whole images, and other keys scroll as ever', () => {
  const { track } = open(0);
  // False: the browser would scroll the track by a part of an image.
  expect(fireEvent.keyDown(track, { key: 'ArrowRight' })).toBe(false);
  expect(screen.getByText('2 de 5')).toBeVisible();
  expect(fireEvent.keyDown(track, { key: 'PageDown' })).toBe(true);
});

test('a single image has no steps', () => {
  open(0, images.slice(0, 1));
  expect(screen.getByRole('dialog', { name: 'Imagem 1 de 1' })).toBeVisible();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
