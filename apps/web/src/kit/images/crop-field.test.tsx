import { act, screen, waitFor } from '@testing-library/react';
import type { ImageUse } from '@vitrine/contract/uploads';
import { expect, test, vi } from 'vitest';
import { catchSending } from '../../test/fake-upload.ts';
import { visit } from '../../test/school.tsx';
import { CropField } from './crop-field.tsx';

// A badge of a level or reward (B section 5).
function open(use: ImageUse = 'badge') {
  const sending = catchSending();
  const { user } = visit(
    <CropField
      label="Insígnia"
      cropTitle="Recortar insígnia"
      use={use}
      value={null}
      onChange={() => {}}
    />,
  );
  return { user, sending, input: document.querySelector<HTMLInputElement>('input[type=file]')! };
}
const file = (name: string, type: string, bytes = 1) =>
  new File([new Uint8Array(bytes)], name, { type });

test('a badge above 1 MB shows the message of the specification', async () => {
  const { user, sending, input } = open();
  await user.upload(input, file('selo.png', 'image/png', 1_048_577));
  expect(
    await screen.findByText('O arquivo excede o tamanho máximo permitido de 1MB.'),
  ).toBeVisible();
  expect(sending).toHaveLength(0);
});

test('a GIF is sent uncropped, so that it stays animated; HEIC is refused', async () => {
  const { user, sending, input } = open();
  expect(input).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp,image/gif');
  await user.upload(input, file('selo.gif', 'image/gif'));
  await waitFor(() => expect(sending).toHaveLength(1));
  expect((sending[0]!.body as FormData).get('use')).toBe('badge');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a file that is no image is refused as a badge, with the message for badges', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('broken'));
  const { user, sending, input } = open();
  await user.upload(input, file('selo.png', 'image/png'));
  await waitFor(() => expect(sending).toHaveLength(1));
  expect((sending[0]!.body as FormData).get('use')).toBe('badge');
});

test('an image that the browser cannot show is cropped once the server has converted it', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('HEIC'));
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const { user, sending, input } = open('banner');
  await user.upload(input, file('praia.heic', 'image/heic'));
  await waitFor(() => expect(sending).toHaveLength(1));
  expect((sending[0]!.body as FormData).get('use')).toBe('image');
  expect(screen.queryByRole('dialog')).toBeNull();

  const url = '/files/1/praia.webp';
  await act(async () => sending[0]!.answer(200, { data: { path: url, url } }));
  const dialog = await screen.findByRole('dialog', { name: 'Recortar insígnia' });
  expect(dialog.querySelector('img')).toHaveAttribute('src', url);
  expect(sending).toHaveLength(1);
});

test('another image is cropped before it is sent', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const { user, sending, input } = open();
  await user.upload(input, file('selo.png', 'image/png'));
  expect(await screen.findByRole('dialog', { name: 'Recortar insígnia' })).toBeVisible();
  expect(sending).toHaveLength(0);
});

test('of two images chosen one after the other, the second is cropped', async () => {
  const firstDecoded = Promise.withResolvers<void>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${(blob as File).name}`);
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(async function (
    this: HTMLImageElement,
  ) {
    if (this.src.endsWith('grande.png')) await firstDecoded.promise;
  });
  const { user, input } = open();
  await user.upload(input, file('grande.png', 'image/png'));
  await user.upload(input, file('pequena.png', 'image/png'));
  const dialog = await screen.findByRole('dialog', { name: 'Recortar insígnia' });
  await act(async () => firstDecoded.resolve());
  expect(dialog.querySelector('img')).toHaveAttribute('src', 'blob:pequena.png');
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:grande.png');
});
