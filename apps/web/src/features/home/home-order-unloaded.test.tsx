import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openHome, row } from '../../test/home-page.tsx';

const code = vi.hoisted(() => Promise.withResolvers<never>());
vi.mock('./carousel-order.tsx', () => code.promise);

test('the order of carousels shows rows while its code loads, and a retry if it does not', async () => {
  openHome({ carousels: [row(1, 'Uma')] }, { at: '/homepage?ordenar', roles: ['moderator'] });
  expect(await screen.findByText('Carregando')).toBeInTheDocument();
  code.reject(new TypeError('Failed to fetch dynamically imported module'));
  expect(await screen.findByText('Esta parte não carregou')).toBeVisible();
  expect(screen.queryByText('Carregando')).toBeNull();
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
});
