import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type KeyboardEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { DrawerPanel } from './drawer-panel.tsx';
import { Drawer } from './drawer.tsx';
import { Menu } from './menu.tsx';

function Site() {
  const [open, setOpen] = useState(false);
  const [panels, setPanels] = useState(1);
  const layers = [
    {
      id: 'root',
      element: (
        <DrawerPanel title="Você está no modo edição">
          <button type="button">Vitrine</button>
          <button type="button" onClick={() => setPanels(2)}>
            Aparência
          </button>
        </DrawerPanel>
      ),
    },
    {
      id: 'appearance',
      element: (
        <DrawerPanel title="Aparência do site">
          <Menu
            label="Opções"
            items={[{ id: 'a', label: 'Editar', onSelect: () => setPanels(3) }]}
          />
        </DrawerPanel>
      ),
    },
    { id: 'fonts', element: <DrawerPanel title="Fontes">Poppins</DrawerPanel> },
  ];
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Editar site
      </button>
      <a href="#x">Página</a>
      <Drawer
        open={open}
        label="Modo edição"
        layers={layers.slice(0, panels)}
        onBack={() => setPanels(panels - 1)}
        onClose={() => {
          setOpen(false);
          setPanels(1);
        }}
      />
    </>
  );
}

const focused = (text: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(text));

test('Esc goes one layer back at a time, and focus returns to where it was', async () => {
  const user = userEvent.setup();
  render(<Site />);
  await user.click(screen.getByRole('button', { name: 'Editar site' }));
  await screen.findByRole('dialog', { name: 'Modo edição' });
  await focused('Você está no modo edição');

  await user.click(screen.getByRole('button', { name: 'Aparência' }));
  await focused('Aparência do site');

  await user.click(screen.getByRole('button', { name: 'Opções' }));
  await screen.findByRole('menuitem', { name: 'Editar' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(screen.getByText('Aparência do site')).toBeTruthy();

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Aparência do site')).toBeNull());
  await focused('Aparência');

  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await focused('Editar site');
});

test('Esc in a panel that an entry of a menu opened returns to the button of the menu', async () => {
  const user = userEvent.setup();
  render(<Site />);
  await user.click(screen.getByRole('button', { name: 'Editar site' }));
  await user.click(await screen.findByRole('button', { name: 'Aparência' }));
  await focused('Aparência do site');
  await user.click(screen.getByRole('button', { name: 'Opções' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await focused('Fontes');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Opções' })).toHaveFocus());
});

test('the page behind stays reachable, and pressing it closes nothing', async () => {
  const user = userEvent.setup();
  render(<Site />);
  await user.click(screen.getByRole('button', { name: 'Editar site' }));
  await focused('Você está no modo edição');
  await user.click(screen.getByRole('link', { name: 'Página' }));
  expect(screen.getByRole('dialog', { name: 'Modo edição' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Esc that a control uses leaves the drawer open', async () => {
  const user = userEvent.setup();
  const clear = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || !event.currentTarget.value) return;
    event.preventDefault();
    event.currentTarget.value = '';
  };
  const onBack = vi.fn<() => void>();
  const field = <input aria-label="Buscar" onKeyDown={clear} />;
  render(
    <Drawer
      open
      label="Modo edição"
      layers={[{ id: 'root', element: <DrawerPanel title="Edição">{field}</DrawerPanel> }]}
      onBack={onBack}
      onClose={onBack}
    />,
  );
  await user.type(screen.getByLabelText('Buscar'), 'luz{Escape}');
  expect(screen.getByLabelText('Buscar')).toHaveValue('');
  expect(onBack).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onBack).toHaveBeenCalledOnce();
});
