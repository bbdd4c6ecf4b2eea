import { screen, waitFor } from '@testing-library/react';
import { favorites, type Favorite } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { me } from '@vitrine/contract/me';
import { expect, test } from 'vitest';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
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
  serve(...calls, [favorites.list, () => list], [home.show, () => refusing(404, 'não aqui')]);
  return visit(<FavoritesPage />, { at: '/favoritos', roles: ['student'] });
};

test('a list on its way says so, and shows no empty rows to screen readers', async () => {
  serve([favorites.list, () => new Promise(() => {})]);
  visit(<FavoritesPage />, { at: '/favoritos', roles: ['student'] });
  expect(await screen.findByText('Carregando')).toBeInTheDocument();
  expect(screen.queryByRole('list')).toBeNull();
});

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

test('a favourite that could not be removed comes back in its place, though the list does not load', async () => {
  const things = [favorite(1, 'Luz natural'), favorite(2, 'Macro'), favorite(3, 'Retrato')];
  let reads = 0;
  const { user } = open(
    [],
    [favorites.list, () => ((reads += 1) === 1 ? things : refusing(500, 'Algo deu errado.'))],
    [favorites.remove, () => refusing(500, 'Não deu para tirar.')],
  );
  await user.click(await screen.findByRole('button', { name: 'Minha lista: Macro' }));
  expect(await screen.findByText('Não deu para tirar.')).toBeVisible();
  await waitFor(() => expect(reads).toBe(2));
  await settle();
  const shown = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(shown).toEqual(
    ['Luz natural', 'Macro', 'Retrato'].map((title) => expect.stringContaining(title)),
  );
});

test('the list is read again after a press, whatever else is being saved', async () => {
  const things = [favorite(1, 'Luz natural')];
  const sent = serve(
    [favorites.list, () => things],
    [favorites.remove, () => undefined],
    [home.show, () => refusing(404, 'não aqui')],
    [me.update, () => new Promise(() => {})],
  );
  function Language() {
    const save = useContractMutation(me.update);
    return <button onClick={() => save.mutate({ body: { language: 'en' } })}>English</button>;
  }
  const { user } = visit(
    <>
      <Language />
      <FavoritesPage />
    </>,
    { at: '/favoritos', roles: ['student'] },
  );
  await user.click(screen.getByRole('button', { name: 'English' }));
  await user.click(await screen.findByRole('button', { name: 'Minha lista: Luz natural' }));
  await waitFor(() => expect(sent.filter(({ name }) => name === 'favorites.list')).toHaveLength(2));
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
