import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  const [isEmpty, setIsEmpty] = useState(true);
  return (
    <main tabIndex={-1}>
      {isEmpty && <button onClick={() => setOpen(true)}>Novo lembrete</button>}
      <Dialog open={open} onClose={() => setOpen(false)} title="Novo lembrete">
        <button onClick={() => setIsEmpty(false)}>Salvar</button>
      </Dialog>
    </main>
  );
}

test('the page takes the focus of a dialog whose opener is gone', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Novo lembrete' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('the opener of a dialog gets the focus back', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Novo lembrete' });
  await user.click(opener);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

function Row() {
  const [open, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <Menu
        label="Opções de Carla"
        items={[{ id: 'edit', label: 'Editar', onSelect: () => setOpen(true) }]}
      />
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Editar pessoa">
          <button onClick={() => setOpen(false)}>Salvar</button>
        </Dialog>
      )}
    </main>
  );
}

test('the button of a menu gets the focus back from a dialog of one of its entries', async () => {
  const user = userEvent.setup();
  render(<Row />);
  await user.click(screen.getByRole('button', { name: 'Opções de Carla' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Opções de Carla' })).toHaveFocus(),
  );
});

test('the second press of a double press follows no link that lay below the dialog', async () => {
  const followed = vi.fn<() => void>();
  function Removal() {
    const [open, setOpen] = useState(true);
    return (
      <main>
        <a href="#luz" onClick={followed}>
          Luz
        </a>
        <Dialog open={open} onClose={() => setOpen(false)} title="Excluir aula">
          <button onClick={() => setOpen(false)}>Excluir</button>
        </Dialog>
      </main>
    );
  }
  const press = (what: Element, detail: number) => {
    fireEvent.mouseDown(what, { detail });
    fireEvent.mouseUp(what, { detail });
    fireEvent.click(what, { detail });
  };
  render(<Removal />);
  press(await screen.findByRole('button', { name: 'Excluir' }), 1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const link = screen.getByRole('link', { name: 'Luz' });
  press(link, 2);
  expect(followed).not.toHaveBeenCalled();
  press(link, 1);
  press(link, 2);
  expect(followed).toHaveBeenCalledTimes(2);
});
