import { screen, waitFor } from '@testing-library/react';
import { favorites, type Favorite } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import FavoritesPage from './favorites-page.tsx';

const favorite = (id: number, title: string, overrides: Partial<Favorite> = {}): Favorite => ({
  kind: 'course',
  id,
  title,
  cover: null,
  url: `/courses/${id}`,
  locked: false,
  products: [],
  course_id: id,
  course_title: null,
  ...overrides,
});

const open = (list: Favorite[], ...calls: Parameters<typeof serve>) => {
  serve([favorites.list, () => list], [home.show, () => refusing(404, 'não aqui')], ...calls);
  return visit(<FavoritesPage />, { at: '/favoritos', roles: ['student'] });
};

test('an empty list explains how to add to it', async () => {
  open([]);
  expect(await screen.findByText('Sua lista está vazia')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver o que há para assistir' })).toHaveAttribute(
    'href',
    '/homepage',
  );
});

test('every favourite links to its page; a locked one names its product', async () => {
  open([
    favorite(1, 'Luz natural'),
    favorite(2, 'Estúdio', { locked: true, products: ['Plano Estúdio'] }),
  ]);
  expect(await screen.findByRole('link', { name: /Luz natural/ })).toHaveAttribute(
    'href',
    '/courses/1',
  );
  expect(screen.getByRole('link', { name: /Estúdio/ })).toHaveTextContent('Plano Estúdio');
});

test('a removed favourite disappears at once, and Desfazer restores it', async () => {
  const list = [favorite(1, 'Luz natural'), favorite(2, 'Macro')];
  const { user } = open(
    list,
    [favorites.remove, () => void list.shift()],
    [favorites.add, () => void list.unshift(favorite(1, 'Luz natural'))],
  );
  await user.click(await screen.findByRole('button', { name: 'Minha lista: Luz natural' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Luz/ })).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Favoritos' })).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: /Desfazer/ }));
  expect(await screen.findByRole('link', { name: /Luz natural/ })).toBeVisible();
});

test('a favourite that could not be removed comes back, with a message', async () => {
  const { user } = open(
    [favorite(1, 'Luz natural')],
    [favorites.remove, () => refusing(500, 'Algo deu errado.')],
  );
  await user.click(await screen.findByRole('button', { name: 'Minha lista: Luz natural' }));
  expect(await screen.findByText('Algo deu errado.')).toBeVisible();
  expect(await screen.findByRole('link', { name: /Luz natural/ })).toBeVisible();
});

test('a favourite without a cover gets its course’s drawn cover, as on every page', async () => {
  open([
    favorite(5, 'Luz natural', { course_id: 5 }),
    favorite(8, 'A janela', { kind: 'module', url: '/modulos/8', course_id: 5 }),
    favorite(8, 'Macro'),
  ]);
  const drawn = async (name: RegExp) => {
    const link = await screen.findByRole('link', { name });
    const parts = link.querySelectorAll('.drawn-cover [d], .drawn-cover circle');
    return [...parts].map((part) => part.outerHTML.replace(/url\(.*?(far|mid|near)\)/, '$1'));
  };
  expect(await drawn(/A janela/)).toEqual(await drawn(/Luz natural/));
  expect(await drawn(/A janela/)).not.toEqual(await drawn(/Macro/));
});
