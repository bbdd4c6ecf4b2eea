import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NumberField } from './number-field.tsx';
import { numbersOnly } from './numbers-only.ts';
import { TextField } from './text-field.tsx';

/** Whether a field takes a typed text. The test library's keyboard would refuse letters itself. */
const takes = (field: HTMLElement, data: string) =>
  fireEvent(
    field,
    Object.assign(new Event('textInput', { bubbles: true, cancelable: true }), { data }),
  );

test('a field of whole numbers takes no letters, because Firefox and Safari would empty it', () => {
  render(<NumberField label="Pontos" />);
  const field = screen.getByRole('spinbutton', { name: 'Pontos' });
  for (const text of ['a', 'e', ' ', '12 dias']) expect(takes(field, text)).toBe(false);
  for (const text of ['7', '-', '12']) expect(takes(field, text)).toBe(true);
});

test('a field of whole numbers takes no separator: browsers read “1.000” as 1', () => {
  render(<NumberField label="Pontos" />);
  const field = screen.getByRole('spinbutton', { name: 'Pontos' });
  for (const text of ['.', ',', '1.000']) expect(takes(field, text)).toBe(false);
});

test('a field of whole numbers says that a separator was not taken, until it is mended', () => {
  const note = 'Só números inteiros, sem ponto nem vírgula.';
  const { rerender } = render(<NumberField label="Pontos" hint="Até 999." />);
  const field = screen.getByRole('spinbutton', { name: 'Pontos' });
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  type('7');
  expect(field).toHaveAccessibleDescription('Até 999.');
  takes(field, ',');
  type('75');
  expect(screen.getByRole('alert')).toHaveTextContent(note);
  expect(field).toHaveAccessibleDescription(note);
  fireEvent.blur(field);
  expect(screen.getByRole('alert')).toBeVisible();
  rerender(<NumberField label="Pontos" error="Valor inválido" />);
  expect(field).toHaveAccessibleDescription(`Valor inválido ${note}`);
  rerender(<NumberField label="Pontos" hint="Até 999." />);
  type('');
  expect(field).toHaveAccessibleDescription('Até 999.');
  takes(field, '.');
  expect(field).toHaveAccessibleDescription(note);
  fireEvent.focus(field);
  expect(field).toHaveAccessibleDescription('Até 999.');
});

test('a field of fractions takes no letters, but separators', () => {
  render(<TextField {...numbersOnly} label="Peso" type="number" step="any" />);
  const field = screen.getByRole('spinbutton', { name: 'Peso' });
  for (const text of ['a', 'e', ' ']) expect(takes(field, text)).toBe(false);
  for (const text of ['.', ',', '2,5']) expect(takes(field, text)).toBe(true);
});

test('a text field takes every text', () => {
  render(<TextField label="Nome" />);
  expect(takes(screen.getByRole('textbox', { name: 'Nome' }), 'a')).toBe(true);
});
