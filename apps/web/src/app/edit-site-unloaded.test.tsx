import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import EditSite from './edit-site.tsx';

const code = vi.hoisted(() => Promise.withResolvers<{ default: () => null }>());
vi.mock('./edit-mode.tsx', () => code.promise);

test('the link is busy until the drawer has loaded', async () => {
  serve();
  const { user } = visit(<EditSite />, { at: '/favoritos' });
  const link = screen.getByRole('link', { name: 'Editar site' });
  expect(link).not.toHaveAttribute('aria-busy');
  await user.click(link);
  expect(link).toHaveAttribute('aria-busy', 'true');
  code.resolve({ default: () => null });
  await waitFor(() => expect(link).not.toBeInTheDocument());
});
