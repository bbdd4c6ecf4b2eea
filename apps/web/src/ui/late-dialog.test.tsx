import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { visit } from '../test/school.tsx';
import { LateConfirm } from './late-confirm.ts';

const code = vi.hoisted(() => ({ fails: false }));
vi.mock('./confirm-dialog.tsx', async (importOriginal) => {
  const { ConfirmDialog } = await importOriginal<typeof import('./confirm-dialog.tsx')>();
  return {
    get ConfirmDialog() {
      if (code.fails) throw new TypeError('Failed to fetch dynamically imported module');
      return ConfirmDialog;
    },
  };
});
afterEach(() => {
  code.fails = false;
});

const onConfirm = vi.fn<() => void>();
const button = () => screen.getByRole('button', { name: 'Remover link' });

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Remover link</button>
      <LateConfirm
        open={open}
        onClose={() => setOpen(false)}
        title="Remover link?"
        confirmLabel="Remover"
        onConfirm={onConfirm}
      />
    </>
  );
}

test.each(['{Escape}', '{Enter}'])(
  'the first press asks with the focus on Cancelar, and %s gives the focus back',
  async (key) => {
    const { user } = visit(<Page />);
    await user.tab();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remover link?' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancelar' })).toHaveFocus());
    await user.keyboard(key);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button()).toHaveFocus());
    expect(onConfirm).not.toHaveBeenCalled();
  },
);

test('a question that was answered can be asked again', async () => {
  const { user } = visit(<Page />);
  await user.click(button());
  await user.click(await screen.findByRole('button', { name: 'Remover' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button());
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('a question whose code does not load says so, and the next press asks it', async () => {
  code.fails = true;
  const { user } = visit(<Page />);
  await user.click(button());
  expect(await screen.findByText('Esta parte não carregou')).toBeVisible();
  expect(button()).toHaveFocus();
  code.fails = false;
  await user.click(button());
  expect(await screen.findByRole('dialog', { name: 'Remover link?' })).toBeVisible();
});
