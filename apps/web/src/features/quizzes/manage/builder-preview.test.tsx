import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBuilder } from '../../../test/quiz-builder.tsx';
import { accepted, question } from '../../../test/quizzes.ts';

test('the preview beside the builder works as for students', async () => {
  window.innerWidth = 1440;
  const html = 'Que <span class="katex">f</span>?';
  const { user } = openBuilder([question({ text: 'Que \\(f\\)?', text_html: html })], accepted);
  const preview = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  expect(preview.getByText('f')).toHaveClass('katex');
  await user.click(preview.getByText('f/16'));
  expect(preview.getByRole('radio', { name: /f\/16/ })).toBeChecked();
  await user.type(screen.getByLabelText('Pergunta 1'), ' E por quê?');
  expect(preview.getByText('Que \\(f\\)? E por quê?')).toBeVisible();
  window.innerWidth = 1024;
});

test('the preview shows the question on a wide screen too, and its arrows change the question', async () => {
  window.innerWidth = 1440;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
  onTestFinished(() => void vi.restoreAllMocks());
  const second = question({ id: 2, text: 'E o vento?', options: [{ id: 21, text: 'Sul' }] });
  const { user } = openBuilder([question(), second], accepted);
  const preview = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  expect(preview.queryByRole('button', { name: /^Pergunta 2/ })).not.toBeInTheDocument();
  // Arrow keys move within the switch.
  preview.getByRole('radio', { name: 'Celular' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(preview.getByRole('radio', { name: 'Desktop' })).toBeChecked();
  await user.click(await preview.findByRole('button', { name: /^Pergunta 2/ }));
  expect(screen.getByLabelText('Pergunta 2')).toHaveValue('E o vento?');
  const next = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  expect(next.getByRole('radio', { name: 'Desktop' })).toBeChecked();
  await user.click(next.getByRole('button', { name: 'Anterior' }));
  expect(screen.getByLabelText('Pergunta 1')).toBeVisible();
  const first = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  expect(first.getByRole('button', { name: 'Anterior' })).toBeDisabled();
  window.innerWidth = 1024;
});
