import { screen, waitFor } from '@testing-library/react';
import { customLinks } from '@vitrine/contract/custom-links';
import type { Role } from '@vitrine/contract/roles';
import { search } from '@vitrine/contract/search';
import { expect, test } from 'vitest';
import { serve, site, visit } from '../test/school.tsx';
import { Header } from './header.tsx';

interface Opening {
  at?: string;
  sidebar?: 0 | 1;
  roles?: Role[];
}

function open({ at = '/favoritos', sidebar = 0, roles = ['student'] }: Opening = {}) {
  serve(
    [customLinks.list, () => ({ data: [] })],
    [search.find, () => ({ data: [], counts: [], current_page: 1, next_page_url: null })],
  );
  return visit(
    <>
      <Header onMenu={() => {}} />
      <label>
        Nota
        <input />
      </label>
    </>,
    { at, roles, site: { ...site, settings: { ...site.settings, sidebar } } },
  );
}

test('the key / opens the search, except in a text field', async () => {
  const { user } = open();
  const field = screen.getByRole('textbox', { name: 'Nota' });
  await user.type(field, 'e/ou');
  expect(field).toHaveValue('e/ou');
  expect(screen.queryByRole('combobox', { name: 'Buscar' })).not.toBeInTheDocument();
  await user.click(document.body);
  await user.keyboard('/');
  const searchField = () => screen.findByRole('combobox', { name: 'Buscar' });
  expect(await searchField()).toBeVisible();
  await user.keyboard('foto{Escape}');
  await waitFor(() => expect(document.body).toHaveFocus());
  // The text of the search before would stand in front of the next one.
  await user.keyboard('/');
  expect(await searchField()).toHaveValue('');
});

test('a live page hides search and language, and its avatar leads home', async () => {
  open({ at: '/live?watch=3' });
  expect(await screen.findByRole('button', { name: 'Voltar ao início' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Buscar' })).not.toBeInTheDocument();
});

test('beside the sidebar the search looks like a field, and opens the same search', async () => {
  const { user } = open({ sidebar: 1 });
  // Narrow screens show the icon instead, with the same name.
  expect(screen.getAllByRole('button', { name: 'Buscar' })).toHaveLength(2);
  await user.click(screen.getByText('Buscar...'));
  expect(await screen.findByRole('combobox', { name: 'Buscar' })).toBeVisible();
});

test('without a sidebar the search is an icon', () => {
  open();
  expect(screen.getByRole('button', { name: 'Buscar' })).toBeVisible();
  expect(screen.queryByText('Buscar...')).not.toBeInTheDocument();
});

test.each([
  ['/homepage', '/entrar'],
  ['/courses/7?aula=2', '/entrar?next=%2Fcourses%2F7%3Faula%3D2'],
])('a visitor at %s signs in at %s, and comes back', (at, href) => {
  open({ at, roles: [] });
  expect(screen.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', href);
});
