import { screen, waitFor } from '@testing-library/react';
import { Download } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import { EditDrawer } from './edit-drawer.tsx';

// All twelve sections have a panel today. The next one may begin without (A section 2).
vi.mock('./sections.ts', () => ({
  sections: [{ id: 'aplicativo', label: 'Aplicativo', icon: Download }],
}));

test('a section without a panel has the focus, says so, and opens nothing', async () => {
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
