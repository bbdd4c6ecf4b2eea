import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

/** Whether a field takes a typed text. The test library's keyboard would refuse letters itself. */
const takes = (field: HTMLElement, data: string) =>
  fireEvent(
    field,
    Object.assign(new Event('textInput', { bubbles: true, cancelable: true }), { data }),
  );

test('a number field takes no letters, because Firefox and Safari would empty it', () => {
  render(<TextField label="Pontos" type="number" />);
  const field = screen.getByRole('spinbutton', { name: 'Pontos' });
  for (const text of ['a', 'e', ' ', '12 dias']) expect(takes(field, text)).toBe(false);
  for (const text of ['7', '-', '12']) expect(takes(field, text)).toBe(true);
});

test('a field of whole numbers takes no separator: browsers read “1.000” as 1', () => {
  render(<TextField label="Pontos" type="number" />);
  const field = screen.getByRole('spinbutton', { name: 'Pontos' });
  for (const text of ['.', ',', '1.000']) expect(takes(field, text)).toBe(false);
});

test('a field of fractions takes them', () => {
  render(<TextField label="Peso" type="number" step="any" />);
  const field = screen.getByRole('spinbutton', { name: 'Peso' });
  for (const text of ['.', ',', '2,5']) expect(takes(field, text)).toBe(true);
});

test('a text field takes every text', () => {
  render(<TextField label="Nome" />);
  expect(takes(screen.getByRole('textbox', { name: 'Nome' }), 'a')).toBe(true);
});
