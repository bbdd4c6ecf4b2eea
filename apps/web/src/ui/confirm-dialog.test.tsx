import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

function Page({ onConfirm, blocked }: { onConfirm: () => unknown; blocked?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Remover link</button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Remover link?"
        text={<a href="/ajuda">Saiba mais</a>}
        confirmLabel="Remover"
        failure="Não foi possível remover"
        blocked={blocked ?? false}
        onConfirm={onConfirm}
      />
    </>
  );
}

async function open(onConfirm: () => unknown, blocked = false) {
  const user = userEvent.setup();
  render(<Page onConfirm={onConfirm} blocked={blocked} />);
  await user.click(screen.getByRole('button', { name: 'Remover link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remover link?' });
  return { user, dialog: within(dialog) };
}

test('Enter right after the question takes it back', async () => {
  const onConfirm = vi.fn<() => void>();
  const { user, dialog } = await open(onConfirm);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancelar' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onConfirm).not.toHaveBeenCalled();
});

test('an act that runs is neither left nor begun again', async () => {
  let finish = () => {};
  const onConfirm = vi.fn<() => Promise<void>>(
    () => new Promise<void>((resolve) => (finish = resolve)),
  );
  const { user, dialog } = await open(onConfirm);
  const confirm = dialog.getByRole('button', { name: 'Remover' });
  await user.click(confirm);
  await user.click(confirm);
  await user.keyboard('{Escape}');
  expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(onConfirm).toHaveBeenCalledOnce();
  await act(async () => finish());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a failure shows its reason until the question is closed', async () => {
  const onConfirm = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('Ocupado')));
  const { user, dialog } = await open(onConfirm);
  await user.click(dialog.getByRole('button', { name: 'Remover' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Não foi possível removerOcupado');
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Remover link' }));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failure without a reason is told, and its question stays', async () => {
  const onConfirm = vi.fn<() => Promise<void>>(() => Promise.reject());
  const { user, dialog } = await open(onConfirm);
  await user.click(dialog.getByRole('button', { name: 'Remover' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Não foi possível remover');
});

test('a blocked act cannot be confirmed', async () => {
  const onConfirm = vi.fn<() => void>();
  const { user, dialog } = await open(onConfirm, true);
  const confirm = dialog.getByRole('button', { name: 'Remover' });
  expect(confirm).toBeDisabled();
  await user.click(confirm);
  expect(onConfirm).not.toHaveBeenCalled();
});
