import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { receiveToasts, type ToastMessage } from './toast.ts';
import { UploadBox } from './upload-box.tsx';

function draw(props: Partial<ComponentProps<typeof UploadBox>> = {}) {
  const onFile = vi.fn<() => void>();
  render(
    <UploadBox
      label="Imagem do desktop"
      accept="image/png,.heic"
      maxBytes={5 * 1024 ** 2}
      limits="PNG ou HEIC, até 5 MB"
      state={{ kind: 'empty' }}
      onFile={onFile}
      {...props}
    />,
  );
  return { onFile, box: screen.getByRole('group', { name: 'Imagem do desktop' }) };
}

function file(name: string, type: string, bytes = 10) {
  return new File([new Uint8Array(bytes)], name, { type });
}

const drop = (box: HTMLElement, ...files: File[]) =>
  fireEvent.drop(box, { dataTransfer: { files } });

test('shows its limits first, and accepts a file within them', () => {
  const { onFile, box } = draw();
  expect(screen.getByText('PNG ou HEIC, até 5 MB')).toBeTruthy();
  drop(box, file('capa.png', 'image/png'));
  expect(onFile).toHaveBeenCalledOnce();
});

test('knows a file by its ending when the browser names no type', () => {
  const { onFile, box } = draw();
  drop(box, file('FOTO.HEIC', ''));
  expect(onFile).toHaveBeenCalledOnce();
});

test('announces a refused type or size before anything is sent', () => {
  const { onFile, box } = draw({ refusals: { type: 'Formato inválido' } });
  drop(box, file('nota.pdf', 'application/pdf'));
  expect(screen.getByRole('alert').textContent).toBe('Formato inválido');

  drop(box, file('capa.png', 'image/png', 6 * 1024 ** 2));
  expect(screen.getByRole('alert').textContent).toBe('O arquivo tem 6 MB. O máximo é 5 MB.');

  expect(onFile).not.toHaveBeenCalled();

  drop(box, file('a.png', 'image/png'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('accepts a file of exactly the limit, and refuses one of a byte more', () => {
  const { onFile, box } = draw();
  drop(box, file('capa.png', 'image/png', 5 * 1024 ** 2));
  expect(onFile).toHaveBeenCalledOnce();
  drop(box, file('capa.png', 'image/png', 5 * 1024 ** 2 + 1));
  expect(onFile).toHaveBeenCalledOnce();
  expect(screen.getByRole('alert')).toBeVisible();
});

test('announces a refused empty file, and offers no retry', () => {
  const { onFile, box } = draw();
  drop(box, file('capa.png', 'image/png', 0));
  expect(screen.getByRole('alert')).toHaveTextContent('O arquivo está vazio. Escolha outro.');
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(onFile).not.toHaveBeenCalled();
});

test('accepts the first of several files, and announces the refusal of the others', () => {
  const messages: ToastMessage[] = [];
  const stop = receiveToasts((message) => messages.push(message));
  const { onFile, box } = draw();
  const first = file('a.png', 'image/png');
  drop(box, first, file('b.png', 'image/png'));
  expect(onFile).toHaveBeenCalledExactlyOnceWith(first);
  expect(messages).toEqual([
    expect.objectContaining({ text: 'Só um arquivo de cada vez: ficou o primeiro, a.png.' }),
  ]);
  stop();
});

test('shows percent and bytes, and can be cancelled', async () => {
  const onCancel = vi.fn<() => void>();
  draw({
    state: { kind: 'uploading', loaded: 11.4 * 1024 ** 2, total: 18.4 * 1024 ** 2 },
    onCancel,
  });
  expect(screen.getByText('62 %')).toBeTruthy();
  expect(screen.getByText('11,4 de 18,4 MB')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test('a failed upload can be tried again', async () => {
  const onRetry = vi.fn<() => void>();
  draw({ state: { kind: 'error', text: 'Erro ao enviar' }, onRetry });
  expect(screen.getByRole('alert').textContent).toBe('Erro ao enviar');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
