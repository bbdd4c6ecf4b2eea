import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { TypeToConfirm } from './type-to-confirm.tsx';

function openDialog(onConfirm: () => unknown = vi.fn<() => void>()) {
  const onClose = vi.fn<() => void>();
  render(
    <TypeToConfirm open onClose={onClose} title="Excluir Estúdio" onConfirm={onConfirm}>
      Vão junto 12 publicações e 340 comentários.
    </TypeToConfirm>,
  );
  return {
    field: screen.getByLabelText<HTMLInputElement>('Digite EXCLUIR para confirmar'),
    onClose,
  };
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Excluir' });

test('focuses the field, names the loss, and enables the button only for the exact word', async () => {
  const confirm = vi.fn<() => void>();
  const { field, onClose } = openDialog(confirm);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByRole('dialog', { name: 'Excluir Estúdio' }).textContent).toContain(
    '340 comentários',
  );

  await userEvent.type(field, 'EXCLUI');
  expect(button().disabled).toBe(true);
  await userEvent.type(field, '{Enter}');
  expect(confirm).not.toHaveBeenCalled();

  await userEvent.type(field, 'R ');
  expect(button().disabled).toBe(true);
  await userEvent.type(field, '{Backspace}');
  expect(button().disabled).toBe(false);

  await userEvent.click(button());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(confirm).toHaveBeenCalledOnce();
});

test('accepts a pasted word', async () => {
  const { field } = openDialog();
  await userEvent.click(field);
  await userEvent.paste('excluir');
  expect(button().disabled).toBe(true);
  await userEvent.clear(field);
  await userEvent.paste('EXCLUIR');
  expect(button().disabled).toBe(false);
});

test('stays open and says why when it fails', async () => {
  const { field, onClose } = openDialog(() =>
    Promise.reject(new Error('Erro ao excluir a comunidade')),
  );
  await userEvent.type(field, 'EXCLUIR{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Erro ao excluir a comunidade');
  expect(onClose).not.toHaveBeenCalled();
  expect(field.value).toBe('EXCLUIR');
});

test('cannot be left while it runs', async () => {
  let finish = () => {};
  const { field, onClose } = openDialog(() => new Promise<void>((resolve) => (finish = resolve)));
  await userEvent.type(field, 'EXCLUIR{Enter}');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => finish());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('forgets the word with the question', async () => {
  const { field, onClose } = openDialog();
  await userEvent.type(field, 'EXCLUIR');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledOnce();
  // The same dialog asks about the next thing.
  expect(field.value).toBe('');
  expect(button().disabled).toBe(true);
});

test('submits no form around it', async () => {
  const submit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  const confirm = vi.fn<() => void>();
  render(
    <form onSubmit={submit}>
      <TypeToConfirm open onClose={() => {}} title="Excluir Estúdio" onConfirm={confirm}>
        Vai junto 1 publicação.
      </TypeToConfirm>
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Digite EXCLUIR para confirmar'), 'EXCLUIR{Enter}');
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  expect(submit).not.toHaveBeenCalled();
});
