import { screen } from '@testing-library/react';
import { customLinks } from '@vitrine/contract/custom-links';
import { expect, test } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import { Sidebar } from './sidebar.tsx';

test('a custom link opens a new tab, and a path of the school opens in the same one', async () => {
  serve([
    customLinks.list,
    () => ({
      data: [
        { id: 1, title: 'Loja', url: 'loja.example.com', tenant_id: 1 },
        { id: 2, title: 'Termos', url: '/courses/3', tenant_id: 1 },
      ],
    }),
  ]);
  const { user, history } = visit(<Sidebar />);
  const shop = await screen.findByRole('link', { name: 'Loja' });
  expect(shop).toHaveAttribute('href', 'https://loja.example.com');
  expect(shop).toHaveAttribute('target', '_blank');
  await user.click(screen.getByRole('link', { name: 'Termos' }));
  expect(history.location.pathname).toBe('/courses/3');
});

test.each(['/comunidade/explorer', '/comunidade/1/7'])(
  'Comunidades names the school in its address (A 2), and is the current place at %s',
  async (at) => {
    serve([customLinks.list, () => ({ data: [] })]);
    const { user, history } = visit(<Sidebar />, { at });
    const link = screen.getByRole('link', { name: 'Comunidades' });
    expect(link).toHaveAttribute('aria-current', 'page');
    await user.click(link);
    const { pathname, search } = history.location;
    expect(pathname + search).toBe('/comunidade/explorer?tenant=1');
    expect(link).toHaveAttribute('aria-current', 'page');
  },
);
