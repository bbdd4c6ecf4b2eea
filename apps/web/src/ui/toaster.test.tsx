import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

test('shows what was said before it stood, and what is said later', async () => {
  toast.success('Link copiado');
  render(<Toaster />);
  expect(await screen.findByText('Link copiado')).toBeTruthy();
  toast.error('Erro ao salvar', { description: 'Tente novamente mais tarde' });
  expect(await screen.findByText('Tente novamente mais tarde')).toBeTruthy();
});

test('what the edit tool says wears its colours', async () => {
  render(<Toaster inEditChrome />);
  toast.success('Salvo pela ferramenta');
  expect((await screen.findByText('Salvo pela ferramenta')).closest('.edit-chrome')).toBeTruthy();
});

test('undo gives back, once', async () => {
  const putBack = vi.fn<() => void>();
  render(<Toaster />);
  toast.undo('Plano Estúdio anual removido', putBack);
  await screen.findByText('Plano Estúdio anual removido');
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(putBack).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText('Plano Estúdio anual removido')).toBeNull());
});
