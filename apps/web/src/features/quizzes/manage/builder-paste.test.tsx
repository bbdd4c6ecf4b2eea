import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openBuilder } from '../../../test/quiz-builder.tsx';
import { accepted, question } from '../../../test/quizzes.ts';

test('pasted questions are added, and unread text is reported', async () => {
  const { user } = openBuilder([question()], accepted);
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Texto'));
  await user.paste('Foco manual ajuda? {T}\n\nE o vento? {verdade}');
  // The line is found in the text by its name.
  await user.click(await dialog.findByRole('button', { name: 'Linha 3' }));
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Texto');
  expect(text).toHaveFocus();
  const { selectionStart, selectionEnd, value } = text;
  expect(value.slice(selectionStart, selectionEnd)).toBe('E o vento? {verdade}');
  await user.click(dialog.getByRole('button', { name: 'Adicionar 1 pergunta' }));
  expect(await screen.findByLabelText('Pergunta 2')).toHaveValue('Foco manual ajuda?');
});

test('unread text stays in the field, is repaired by a button, and is added then', async () => {
  const { user } = openBuilder([question()], accepted);
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Texto'));
  await user.paste('// prova\nFoco manual ajuda? {T}\n\nE o vento?\nA) Sim\nB) Não\nANSWER: C');
  expect(await dialog.findByText('1 linha fica de fora')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Adicionar 1 pergunta' }));
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Texto');
  expect(text).toHaveValue('E o vento?\nA) Sim\nB) Não\nANSWER: C');
  expect(text).toHaveFocus();
  expect(dialog.getByRole('button', { name: 'Adicionar' })).toBeDisabled();
  // It waits there for who closes the dialog, and for who looks at another tab.
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('tab', { name: 'Resultados' }));
  await user.click(screen.getByRole('tab', { name: /^Perguntas/ }));
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('button', { name: 'Linha 4: Marcar B' }));
  await user.click(await again.findByRole('button', { name: 'Adicionar 1 pergunta' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByLabelText('Pergunta 3')).toHaveValue('E o vento?');
  expect(screen.getByRole('radio', { name: 'Resposta B certa' })).toBeChecked();
});

test('every line that could not be read is marked, with its question', async () => {
  const { user } = openBuilder([question()], accepted);
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Texto'));
  await user.paste('Certo? {T}\n\nE o vento?\nA) Sim\nB) Não\nANSWER: C\n\nE a luz? {T}');
  await dialog.findByRole('button', { name: 'Linha 6' });
  const marked = (mark: string) =>
    ['1', '2', '3', '4', '5', '6', '7', '8'].filter((line) =>
      dialog.getByText(line, { ignore: 'button' }).className.includes(mark),
    );
  expect(marked('border-warn')).toEqual(['3', '4', '5', '6']);
  expect(marked('bg-warn')).toEqual(['6']);
});
