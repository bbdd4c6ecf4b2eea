import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { CounterField } from './counter-field.tsx';

function Form({ max, start = '', hint }: { max: number; start?: string; hint?: string }) {
  const [value, setValue] = useState(start);
  return (
    <CounterField
      label="Título"
      max={max}
      hint={hint}
      value={value}
      onChange={(event) => setValue(event.target.value)}
    />
  );
}

test('counts characters as people do, turns amber at 90 % and red above the limit', async () => {
  render(<Form max={10} start="12345678" />);
  const field = screen.getByLabelText('Título');
  expect(screen.getByText('8/10').className).not.toContain('text-warn');

  await userEvent.type(field, '👩');
  expect(screen.getByText('9/10').className).toContain('text-warn');

  await userEvent.type(field, 'ab');
  expect(screen.getByText('11/10').className).toContain('text-error');
  expect((field as HTMLInputElement).value).toBe('12345678👩ab');
});

test('announces 20, 10 and 0 characters left, and an exceeded limit, and nothing in between', async () => {
  render(<Form max={30} start="123456789" />);
  const field = screen.getByLabelText('Título');
  const spoken = screen.getByRole('status');
  expect(spoken.textContent).toBe('');

  await userEvent.type(field, 'a');
  expect(spoken.textContent).toBe('Restam 20 caracteres');
  await userEvent.type(field, 'bc');
  expect(spoken.textContent).toBe('Restam 20 caracteres');
  await userEvent.type(field, '12345678');
  expect(spoken.textContent).toBe('Restam 10 caracteres');
  await userEvent.type(field, '1234567890');
  expect(spoken.textContent).toBe('Nenhum caractere restante');
  await userEvent.type(field, '!');
  expect(spoken.textContent).toBe('1 caractere a mais');
});

test('tells its limit, beside a hint too', () => {
  const { unmount } = render(<Form max={10} />);
  expect(screen.getByLabelText('Título')).toHaveAccessibleDescription('Até 10 caracteres');
  unmount();
  render(<Form max={10} hint="Curto." />);
  expect(screen.getByLabelText('Título')).toHaveAccessibleDescription('Curto. Até 10 caracteres');
});
