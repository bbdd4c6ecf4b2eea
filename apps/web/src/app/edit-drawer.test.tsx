import { screen, waitFor } from '@testing-library/react';
import { Download } from 'lucide-react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import { EditDrawer } from './edit-drawer.tsx';

// All twelve sections have a panel today. The next one may begin without (A section 2).
vi.mock('./sections.ts', () => ({
  sections: [
    { id: 'aplicativo', label: 'Aplicativo', icon: Download },
    {
      id: 'footer',
      label: 'Footer',
      icon: Download,
      panel: () => {
        throw new TypeError('Failed to fetch dynamically imported module: /assets/panel.js');
      },
    },
  ],
}));

afterEach(() => {
  vi.restoreAllMocks();
});

test('a section without a panel can be focused, says so, and opens nothing', async () => {
  serve();
  const { user } = visit(<EditDrawer />, { at: '/homepage?editar=aplicativo' });
  const row = await screen.findByRole('button', { name: 'Aplicativo Em breve!' });
  expect(row).toHaveAttribute('aria-disabled', 'true');
  row.focus();
  expect(row).toHaveFocus();
  await user.keyboard('{Enter}');
  // Its badge, and the message.
  await waitFor(() => expect(screen.getAllByText('Em breve!')).toHaveLength(2));
  expect(screen.getByText('Você está no modo edição')).toBeVisible();
});

test('a panel whose code cannot be loaded says so in the drawer, and leads back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(console, 'error').mockReturnValue();
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  serve();
  const { user } = visit(<EditDrawer />, { at: '/homepage?editar=' });
  await user.click(await screen.findByRole('button', { name: 'Footer' }));
  expect(await screen.findByText('Este painel não carregou')).toBeVisible();
  expect(screen.getByText(/O painel abre assim que ela voltar/)).toBeVisible();
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(await screen.findByRole('button', { name: 'Footer' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Este painel não carregou')).toBeNull());
});
