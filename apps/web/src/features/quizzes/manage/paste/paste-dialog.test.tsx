import { screen, waitFor } from '@testing-library/react';
import { limits } from '@vitrine/contract/quizzes';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { visit } from '../../../../test/school.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import type { PastedQuestion } from './pasted-question.ts';

function open(after: number, written = '') {
  const onAdd = vi.fn<(questions: PastedQuestion[]) => void>();
  const onClose = vi.fn<() => void>();
  function Page() {
    const [text, setText] = useState(written);
    return (
      <PasteDialog
        text={text}
        onTextChange={setText}
        onClose={onClose}
        onAdd={onAdd}
        after={after}
      />
    );
  }
  return { onAdd, onClose, ...visit(<Page />) };
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Texto');

test('a quiz takes the questions that it has room for, and the others stay in the field', async () => {
  const { user, onAdd, onClose } = open(
    limits.questions - 1,
    'Foco manual ajuda? {T}\n\nE a luz? {T}',
  );
  expect(await screen.findByText('2 perguntas lidas')).toBeVisible();
  expect(
    screen.getByText(`Uma avaliação tem no máximo ${limits.questions} perguntas.`),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Adicionar 1 pergunta' }));
  expect(onAdd.mock.calls[0]![0].map(({ text }) => text)).toEqual(['Foco manual ajuda?']);
  expect(await screen.findByText('1 pergunta adicionada. O resto fica aqui.')).toBeVisible();
  expect(field()).toHaveValue('E a luz? {T}');
  expect(field()).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
});

test('a text that was read whole closes the dialog', async () => {
  const { user, onAdd, onClose } = open(0, 'E a luz? {T}');
  await user.click(await screen.findByRole('button', { name: 'Adicionar 1 pergunta' }));
  expect(onAdd).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a file of an old editor keeps its accents, and can be opened again', async () => {
  const { user } = open(0);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const bytes = [...'A difração aumenta? {T}\r\n'].map((letter) => letter.charCodeAt(0));
  const file = new File([new Uint8Array(bytes)], 'prova.txt', { type: 'text/plain' });
  await user.upload(input, file);
  await waitFor(() => expect(field()).toHaveValue('A difração aumenta? {T}\n'));
  expect(await screen.findByText('A difração aumenta?')).toBeVisible();
  await user.clear(field());
  await user.upload(input, file);
  await waitFor(() => expect(field()).toHaveValue('A difração aumenta? {T}\n'));
});

test('a file goes below what was typed, and takes the place of an unchanged file', async () => {
  const { user } = open(0, 'Foco manual ajuda? {T}');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const file = (text: string) => new File([text], 'prova.txt', { type: 'text/plain' });
  await user.upload(input, file('E a luz? {T}'));
  await waitFor(() => expect(field()).toHaveValue('Foco manual ajuda? {T}\n\nE a luz? {T}'));
  expect(await screen.findByText('2 perguntas lidas')).toBeVisible();
  await user.clear(field());
  await user.upload(input, file('Errada? {T}'));
  await waitFor(() => expect(field()).toHaveValue('Errada? {T}'));
  await user.upload(input, file('E a cor? {T}'));
  await waitFor(() => expect(field()).toHaveValue('E a cor? {T}'));
});

test.each([
  ['an archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xd6])],
  ['a film', new Uint8Array(10_000_001).fill(0x20)],
])('%s is not read as questions, and the typed text stays', async (_, bytes) => {
  const { user } = open(0, 'Foco manual ajuda? {T}');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File([bytes], 'prova.txt', { type: 'text/plain' }));
  expect(
    await screen.findByText('Este arquivo não é de texto. Salve como .txt e abra de novo.'),
  ).toBeVisible();
  expect(field()).toHaveValue('Foco manual ajuda? {T}');
});
