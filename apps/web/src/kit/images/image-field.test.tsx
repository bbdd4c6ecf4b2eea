import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, test, vi } from 'vitest';
import { onSessionEnd } from '../../platform/api.ts';
import { catchSending } from '../../test/fake-upload.ts';
import { visit } from '../../test/school.tsx';
import { ImageField } from './image-field.tsx';

const MB = 1_048_576;
const photo = new File(['x'], 'capa.png', { type: 'image/png' });
const stored = { path: '/files/1/new.png', url: '/files/1/new.png', width: 1, height: 1 };

function open() {
  const sending = catchSending();
  function Field() {
    const [cover, setCover] = useState<string | null>('/files/1/old.png');
    return (
      <>
        <ImageField label="Capa" use="image" value={cover} onChange={setCover} />
        <Link to="/outra">Outra página</Link>
      </>
    );
  }
  const { user, history, leave } = visit(<Field />);
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
  const shown = () => document.querySelector('img')?.getAttribute('src');
  return { user, history, leave, sending, input, shown };
}

test('the old image stays until the new one is uploaded', async () => {
  const { user, sending, input, shown } = open();
  await user.upload(input(), photo);
  await waitFor(() => expect(sending).toHaveLength(1));
  expect((sending[0]!.body as FormData).get('use')).toBe('image');
  act(() => sending[0]!.progress(3 * MB, 12 * MB));
  expect(await screen.findByText('25 %')).toBeVisible();
  expect(shown()).toBe('/files/1/old.png');
  await act(async () => sending[0]!.answer(201, { data: stored }));
  await waitFor(() => expect(shown()).toBe('/files/1/new.png'));
});

test('the new one has its name and size, until it is removed', async () => {
  const { user, sending, input } = open();
  await user.upload(input(), photo);
  await waitFor(() => expect(sending).toHaveLength(1));
  expect(screen.queryByText(/capa\.png/)).toBeNull();
  await act(async () => sending[0]!.answer(201, { data: stored }));
  expect(await screen.findByText(/capa\.png/)).toHaveTextContent('capa.png · 0,1 KB');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  expect(screen.queryByText(/capa\.png/)).toBeNull();
});

test('a failed one keeps the file for another try; a refused one says why', async () => {
  const { user, sending, input, shown } = open();
  await user.upload(input(), photo);
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.fail());
  expect(await screen.findByRole('alert')).toHaveTextContent('A conexão caiu no meio do envio.');
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  expect((sending[1]!.body as FormData).get('file')).toEqual(photo);
  await act(async () => sending[1]!.answer(502, 'Bad Gateway'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'A escola não responde neste momento.',
  );
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(3));
  const message = 'A imagem tem pixels demais. O máximo são 40 megapixels.';
  await act(async () => sending[2]!.answer(422, { message, code: 'too_many_pixels' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(shown()).toBe('/files/1/old.png');
});

test('an image that arrived cut off can be sent again', async () => {
  const { user, sending, input } = open();
  await user.upload(input(), photo);
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.answer(422, { message: 'Cortado.', code: 'incomplete' }));
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(2));
});

test('leaving during an upload asks first, and cancels the upload', async () => {
  const { user, history, sending, input } = open();
  await user.upload(input(), photo);
  await waitFor(() => expect(sending).toHaveLength(1));
  act(() => sending[0]!.progress(62, 100));
  await user.click(screen.getByRole('link', { name: 'Outra página' }));
  expect(await screen.findByText('Envio em andamento 62 %')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Salvar e sair' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Continuar editando' }));
  expect(sending[0]!.aborted).toBe(false);
  await user.click(screen.getByRole('link', { name: 'Outra página' }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(history.location.pathname).toBe('/outra'));
  expect(sending[0]!.aborted).toBe(true);
});

test('type and size are checked before the first byte is sent', async () => {
  const { sending, user, input } = open();
  const heavy = new File(['x'], 'capa.png', { type: 'image/png' });
  Object.defineProperty(heavy, 'size', { value: 15 * MB + 1 });
  await user.upload(input(), heavy);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'O arquivo excede o tamanho máximo permitido.',
  );
  expect(sending).toHaveLength(0);
});

test('an ended session is renewed in place, and the upload continues', async () => {
  const signInAgain = vi.fn<() => Promise<boolean>>(async () => true);
  onSessionEnd(signInAgain);
  const { user, sending, input, shown } = open();
  await user.upload(input(), photo);
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.answer(401, { message: 'Entre.', code: 'not_signed_in' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  expect(signInAgain).toHaveBeenCalledOnce();
  await act(async () => sending[1]!.answer(201, { data: stored }));
  await waitFor(() => expect(shown()).toBe('/files/1/new.png'));
});

test('an upload ends with its field', async () => {
  const { user, leave, sending, input } = open();
  await user.upload(input(), photo);
  await waitFor(() => expect(sending).toHaveLength(1));
  expect(sending[0]!.aborted).toBe(false);
  leave();
  expect(sending[0]!.aborted).toBe(true);
});
