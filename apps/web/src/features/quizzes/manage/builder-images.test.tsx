import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catchSending } from '../../../test/fake-upload.ts';
import { openBuilder } from '../../../test/quiz-builder.tsx';
import { accepted, question } from '../../../test/quizzes.ts';

test('what is typed in a question while its image is uploaded stays', async () => {
  const sending = catchSending();
  const { user } = openBuilder([question()], accepted);
  const text = await screen.findByLabelText('Pergunta 1');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['x'], 'luz.png', { type: 'image/png' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.type(text, ' E por quê?');
  const path = '/files/1/luz.png';
  await act(async () =>
    sending[0]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  expect(await screen.findByLabelText(/^O que se vê na imagem/)).toBeVisible();
  expect(text).toHaveValue('Que abertura deixa entrar mais luz? E por quê?');
});

test('an image that is uploaded for one question is not given to the next', async () => {
  const sending = catchSending();
  const second = question({ id: 2, text: 'Qual é a mais lenta?', options: [] });
  const { user } = openBuilder([question(), second], accepted);
  await screen.findByLabelText('Pergunta 1');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['x'], 'luz.png', { type: 'image/png' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.click(screen.getByText('Qual é a mais lenta?'));
  await screen.findByLabelText('Pergunta 2');
  const path = '/files/1/luz.png';
  await act(async () =>
    sending[0]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  expect(screen.queryByLabelText(/^O que se vê na imagem/)).toBeNull();
});

test('an upload goes on while another question is open, and its failure is told there', async () => {
  const sending = catchSending();
  const { user } = openBuilder(
    [question(), question({ id: 2, text: 'Qual é a mais lenta?', options: [] })],
    accepted,
  );
  await screen.findByLabelText('Pergunta 1');
  const choose = () =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['x'], 'luz.png', { type: 'image/png' }),
    );
  const open = async (text: string, number: number) => {
    await user.click(screen.getAllByText(text)[0]!); // its row
    await waitFor(() => expect(screen.getByLabelText(`Pergunta ${number}`)).toBeVisible());
  };
  await choose();
  await waitFor(() => expect(sending).toHaveLength(1));
  await open('Qual é a mais lenta?', 2);
  expect(screen.getByLabelText('Pergunta 1')).not.toBeVisible();
  await act(async () => sending[0]!.fail());
  await open('Que abertura deixa entrar mais luz?', 1);
  expect(screen.getByText(/A conexão caiu no meio do envio/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  await open('Qual é a mais lenta?', 2);
  const path = '/files/1/luz.png';
  await act(async () =>
    sending[1]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  expect(screen.queryByLabelText(/^O que se vê na imagem/)).toBeNull();
  await open('Que abertura deixa entrar mais luz?', 1);
  expect(await screen.findByLabelText(/^O que se vê na imagem/)).toBeVisible();
});

test('a new question takes the focus while an image of another is uploaded', async () => {
  const sending = catchSending();
  const { user } = openBuilder([question()], accepted);
  await screen.findByLabelText('Pergunta 1');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['x'], 'luz.png', { type: 'image/png' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Nova pergunta' }));
  await waitFor(() => expect(screen.getByLabelText('Pergunta 2')).toHaveFocus());
});
