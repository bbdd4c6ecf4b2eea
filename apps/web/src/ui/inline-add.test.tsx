import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { visit } from '../test/school.tsx';
import { InlineAdd } from './inline-add.tsx';

test('an entry that could not be added is not lost, also beside a newer text', async () => {
  const refusal = Promise.withResolvers<void>();
  const add = vi.fn<(text: string) => Promise<void>>(() => refusal.promise);
  const { user } = visit(<InlineAdd label="Nova aula" onAdd={add} />);
  const field = screen.getByRole('textbox', { name: 'Nova aula' });
  await user.type(field, 'Luz lateral{Enter}');
  expect(field).toHaveFocus();
  await user.type(field, 'Sombra');
  refusal.reject(new Error('Sem conexão.'));
  await waitFor(() => expect(field).toHaveAccessibleDescription('“Luz lateral”: Sem conexão.'));
  expect(field).toHaveValue('Sombra');

  await user.clear(field);
  await user.type(field, 'Contraluz{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('Sem conexão.'));
  expect(field).toHaveValue('Contraluz');
});
