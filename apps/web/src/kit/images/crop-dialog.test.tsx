import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { visit } from '../../test/school.tsx';
import CropDialog from './crop-dialog.tsx';

test('the dialog says that the image is loading, and Enter discards nothing', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const onCancel = vi.fn<() => void>();
  const { user } = visit(
    <CropDialog
      title="Recortar"
      image="/files/1/foto.jpg"
      name="foto.jpg"
      size={[1920, 1080]}
      onCancel={onCancel}
      onCrop={vi.fn<() => void>()}
    />,
  );
  expect(await screen.findByText('Carregando')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Usar este recorte' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Fechar' })).not.toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onCancel).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

test('an image that the browser cannot show says so, and stops loading', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  visit(
    <CropDialog
      title="Recortar"
      image="/files/1/foto.jpg"
      name="foto.jpg"
      size={[1920, 1080]}
      onCancel={vi.fn<() => void>()}
      onCrop={vi.fn<() => void>()}
    />,
  );
  expect(await screen.findByText('Carregando')).toBeVisible();
  fireEvent.error(document.querySelector('img')!);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Não conseguimos recortar esta imagem.',
  );
  expect(screen.queryByText('Carregando')).toBeNull();
});
