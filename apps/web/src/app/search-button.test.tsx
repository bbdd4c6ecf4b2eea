import { screen, waitFor } from '@testing-library/react';
import type { Role } from '@vitrine/contract/roles';
import { search } from '@vitrine/contract/search';
import { expect, test, vi } from 'vitest';
import '../features/search/search-overlay.tsx'; // so that its import takes no time
import { serve, settle, visit } from '../test/school.tsx';
import { SearchButton } from './search-button.tsx';

/** Lets the code of the search arrive. */
const arrival = vi.hoisted(() => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { arrive, arrived };
});
vi.mock('./site-search.tsx', async (importOriginal) => {
  await arrival.arrived;
  return importOriginal();
});

test('keeps what is typed while its code loads, and Esc returns the focus', async () => {
  serve([search.find, () => ({ data: [], counts: [], current_page: 1, next_page_url: null })]);
  const { user } = visit(<SearchButton />, { roles: ['student'] });
  const button = screen.getByRole('button', { name: 'Buscar' });
  await user.click(button);
  await user.keyboard('jan');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('searchbox', { name: 'Buscar' })).not.toBeInTheDocument();
  expect(button).toHaveFocus();

  await user.click(button);
  await user.keyboard('jan');
  expect(screen.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('jan');
  arrival.arrive();
  const field = await screen.findByRole('combobox', { name: 'Buscar' });
  expect(field).toHaveValue('jan');
  // At once: a key that is pressed without a focused field is lost.
  expect(field).toHaveFocus();
  await user.keyboard('ela');
  expect(field).toHaveValue('janela');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

test.each<[Role, number]>([
  ['student', 0],
  ['owner', 1],
])('a search by the role %s finds settings: %i', async (role, count) => {
  arrival.arrive();
  serve([search.find, () => ({ data: [], counts: [], current_page: 1, next_page_url: null })]);
  const { user } = visit(<SearchButton />, { roles: [role] });
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  await user.type(await screen.findByRole('combobox', { name: 'Buscar' }), 'banner principal');
  if (count) await screen.findByRole('region', { name: 'Ajustes' });
  else await screen.findByText('Nada encontrado para banner principal.');
  await settle();
  expect(screen.queryAllByRole('region', { name: 'Ajustes' })).toHaveLength(count);
});
