import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { receiveToasts, type ToastMessage } from './toast.ts';
import { UploadBox } from './upload-box.tsx';
import type { UploadState } from './upload-progress.tsx';

function draw(props: Partial<ComponentProps<typeof UploadBox>> = {}) {
  const { label = 'Imagem do desktop' } = props;
  const onFile = vi.fn<(file: File) => void>();
  render(
    <UploadBox
      label={label}
      accept="image/png,.heic"
      maxBytes={5 * 1024 ** 2}
      limits="PNG ou HEIC, até 5 MB"
      state={{ kind: 'empty' }}
      onFile={onFile}
      {...props}
    />,
  );
  return { onFile, box: screen.getByRole('group', { name: label }) };
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

test('accepts a file by its extension if the browser names no type', () => {
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

test.each([
  [1, '0,1 KB'],
  [512, '0,5 KB'],
  [340_500, '333 KB'],
  [1_048_576, '1.024 KB'],
  [1_048_577, '1 MB'],
  [11_953_766, '11,4 MB'],
])('a file of %i bytes is shown as %s (C section 5)', (bytes, size) => {
  draw({ state: { kind: 'chosen', name: 'capa.png', bytes } });
  expect(screen.getByText(/capa\.png/).textContent).toBe(`capa.png · ${size}`);
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

const image = () => file('image.png', 'image/png');
const paste = (at: Element, files: File[], types = ['Files']) =>
  fireEvent.paste(at, { clipboardData: { files, types } });

test('accepts a pasted file, with the focus in the field or nowhere', () => {
  const { onFile } = draw();
  const [first, second] = [image(), image()];
  paste(screen.getByRole('button', { name: 'Escolher arquivo' }), [first]);
  paste(document.body, [second]);
  expect(onFile.mock.calls).toEqual([[first], [second]]);
});

test('announces a refused type of a file that is pasted into the field', () => {
  const { onFile, box } = draw();
  paste(box, [file('nota.pdf', 'application/pdf')]);
  expect(screen.getByRole('alert')).toHaveTextContent('Esse tipo de arquivo não serve.');
  expect(onFile).not.toHaveBeenCalled();
});

test('a pasted image goes into the only field that accepts images', () => {
  const { onFile: onVideo } = draw({ label: 'Vídeo', accept: 'video/mp4' });
  const { onFile: onImage } = draw();
  paste(document.body, [image()]);
  expect(onImage).toHaveBeenCalledOnce();
  expect(onVideo).not.toHaveBeenCalled();
});

test('asks where a pasted image belongs if two fields accept images', () => {
  const messages: ToastMessage[] = [];
  const stop = receiveToasts((message) => messages.push(message));
  const { onFile: onDesktop } = draw({ label: 'Computador' });
  const { onFile: onPhone } = draw({ label: 'Celular' });
  paste(document.body, [image()]);
  expect(onDesktop).not.toHaveBeenCalled();
  expect(onPhone).not.toHaveBeenCalled();
  expect(messages.map(({ text }) => text)).toEqual([
    'Aponte para o lugar do arquivo e cole de novo.',
  ]);
  stop();
});

test('leaves text that is pasted into a text field, with the image that comes along', () => {
  const { onFile } = draw();
  render(<input aria-label="Título" />);
  const title = screen.getByRole('textbox', { name: 'Título' });
  paste(title, [image()], ['text/plain', 'Files']);
  expect(onFile).not.toHaveBeenCalled();
  paste(title, [image()]);
  expect(onFile).toHaveBeenCalledOnce();
});

test('ignores a pasted file while a dialog covers the field', () => {
  const { onFile, box } = draw();
  box.closest('body > div')!.setAttribute('aria-hidden', 'true');
  paste(document.body, [image()]);
  expect(onFile).not.toHaveBeenCalled();
});

test('a file that is dropped beside the field does not replace the page', () => {
  draw();
  const isAllowed = fireEvent.drop(document.body, { dataTransfer: { types: ['Files'] } });
  expect(isAllowed).toBe(false);
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

test('a file that is refused after a failure is named, and the first one can still be sent', async () => {
  const onRetry = vi.fn<() => void>();
  const { box } = draw({ state: { kind: 'error', text: 'Erro ao enviar' }, onRetry });
  drop(box, file('nota.pdf', 'application/pdf'));
  expect(screen.getByRole('alert')).toHaveTextContent('Esse tipo de arquivo não serve.');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.getByRole('alert')).toHaveTextContent('Erro ao enviar');
});

test('dropped text is left to the browser', () => {
  const { box } = draw();
  expect(fireEvent.drop(box, { dataTransfer: { files: [] } })).toBe(true);
  expect(fireEvent.dragOver(box, { dataTransfer: { types: ['text/plain'] } })).toBe(true);
  expect(fireEvent.dragOver(box, { dataTransfer: { types: ['Files'] } })).toBe(false);
});

test('the box keeps the focus while its buttons are gone, and returns none that left it', async () => {
  const props = { label: 'Capa', accept: 'image/png', maxBytes: 10, limits: 'PNG' };
  const uploading = { kind: 'uploading', loaded: 1, total: 2 } as const;
  const draw = (state: UploadState) => (
    <>
      <UploadBox {...props} state={state} onFile={() => {}} onCancel={() => {}} />
      <input aria-label="Título" />
    </>
  );
  const { rerender } = render(draw({ kind: 'empty' }));
  const box = screen.getByRole('group', { name: 'Capa' });
  screen.getByRole('button', { name: 'Escolher arquivo' }).focus();
  rerender(draw(uploading));
  expect(box).toHaveFocus();
  screen.getByRole('button', { name: 'Cancelar' }).focus();
  rerender(draw({ kind: 'error', text: 'Erro ao enviar' }));
  expect(box).toHaveFocus();

  screen.getByRole('button', { name: 'Escolher arquivo' }).focus();
  screen.getByRole('textbox', { name: 'Título' }).focus();
  rerender(draw(uploading));
  expect(screen.getByRole('textbox', { name: 'Título' })).toHaveFocus();
  act(() => (document.activeElement as HTMLElement).blur());
  rerender(draw({ kind: 'empty' }));
  expect(document.body).toHaveFocus();
});
