import { screen, waitFor, within } from '@testing-library/react';
import { products, type ListedProduct } from '@vitrine/contract/products';
import { expect, test } from 'vitest';
import ProductsPage from '../../features/products/products-page.tsx';
import { refusing, serve, visit } from '../../test/school.tsx';

// The server knows a repeated request by its key, as test/once.test.tsx holds. Here it knows the title.

/** A school that has no products yet, and a form that asks for the first one. */
async function openForm(create: (title: string) => unknown) {
  const list: ListedProduct[] = [];
  const answered: ListedProduct[] = [];
  const sent = serve(
    [products.list, () => list],
    [
      products.create,
      ({ body }) => {
        const made = answered.find(({ title }) => title === body.title);
        return made ? { data: made } : create(body.title);
      },
    ],
    [
      products.update,
      ({ params, body }) => {
        const changed = list.find(({ id }) => id === Number(params.id));
        if (!changed) return refusing(404, 'Não encontrado');
        Object.assign(changed, body);
        return { data: changed };
      },
    ],
  );
  const { user } = visit(<ProductsPage />, { at: '/gestao/produtos?novo' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo produto' }));
  const save = async (title: string) => {
    await user.clear(dialog.getByRole('textbox', { name: /Nome/ }));
    await user.type(dialog.getByRole('textbox', { name: /Nome/ }), title);
    await user.click(dialog.getByRole('button', { name: 'Criar produto' }));
  };
  return {
    save,
    add(title: string) {
      const id = answered.length + 1;
      const product: ListedProduct = {
        id,
        title,
        status: 'active',
        members_count: 0,
        courses: [],
      };
      list.push({ ...product });
      answered.push(product);
    },
    removeAll: () => list.splice(0),
    list,
    writes: () => sent.filter(({ name }) => name !== 'products.list'),
  };
}

const lose = () => {
  throw new TypeError('Failed to fetch');
};

test('what a lost answer has added takes the name that was typed since', async () => {
  const { save, add, list, writes } = await openForm((title) => {
    add(title);
    lose();
  });
  await save('Plano Mensal');
  await screen.findByText('Sem conexão. Confira sua internet e tente de novo.');
  await save('Plano Anual');
  await waitFor(() => expect(list.map(({ title }) => title)).toEqual(['Plano Anual']));
  expect(writes()).toEqual([
    { name: 'products.create', body: { title: 'Plano Mensal' } },
    { name: 'products.create', body: { title: 'Plano Mensal' } },
    { name: 'products.update', body: { title: 'Plano Anual' } },
  ]);
});

test('what never arrived and would be refused is added as it was typed since', async () => {
  let isLost = true;
  const { save, add, list } = await openForm((title) => {
    if (isLost) lose();
    if (title === 'Plano Mensal') return refusing(422, 'Nome já usado');
    add(title);
    return { data: list[0] };
  });
  await save('Plano Mensal');
  await screen.findByText('Sem conexão. Confira sua internet e tente de novo.');
  isLost = false;
  await save('Plano Anual');
  await waitFor(() => expect(list.map(({ title }) => title)).toEqual(['Plano Anual']));
});

test('what a lost answer has added, and somebody has removed since, is added again', async () => {
  let isLost = true;
  const { save, add, removeAll, list } = await openForm((title) => {
    add(title);
    if (isLost) lose();
    return { data: list[0] };
  });
  await save('Plano Mensal');
  await screen.findByText('Sem conexão. Confira sua internet e tente de novo.');
  isLost = false;
  removeAll();
  await save('Plano Anual');
  await waitFor(() => expect(list.map(({ title }) => title)).toEqual(['Plano Anual']));
});
