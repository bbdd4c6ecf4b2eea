import { screen, waitFor } from '@testing-library/react';
import { products, type ListedProduct } from '@vitrine/contract/products';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import { useContractMutation } from './contract-mutation.ts';
import { useContractQuery } from './contract-query.ts';

const plan: ListedProduct = {
  id: 1,
  title: 'Plano',
  status: 'active',
  members_count: 0,
  courses: [],
};

function Products() {
  const list = useContractQuery(products.list, {});
  const refreshes = [products.list];
  const remove = useContractMutation(products.remove, { refreshes });
  const publish = useContractMutation(products.update, { refreshes, failure: true });
  const save = useContractMutation(products.update, { refreshes });
  const params = { id: 1 };
  return (
    <>
      <button onClick={() => remove.mutate({ params })}>Remover</button>
      <button onClick={() => publish.mutate({ params, body: {} })}>Publicar</button>
      <button onClick={() => save.mutate({ params, body: {} })}>Salvar</button>
      {list.data?.map(({ id, title }) => (
        <p key={id}>{title}</p>
      ))}
    </>
  );
}

async function press(name: string, refusal: object) {
  let list = [plan];
  const sent = serve(
    [products.list, () => list],
    [products.remove, () => refusal],
    [products.update, () => refusal],
  );
  const { user } = visit(<Products />);
  await screen.findByText('Plano');
  list = [];
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(sent.length).toBeGreaterThan(1));
}

test.each(['Remover', 'Publicar'])(
  'a thing that somebody else has removed leaves the list: %s',
  async (name) => {
    await press(name, refusing(404, 'Não encontrado'));
    await waitFor(() => expect(screen.queryByText('Plano')).not.toBeInTheDocument());
  },
);

test.each([
  ['Salvar', 404],
  ['Remover', 409],
])('a form keeps its thing, and a refused write changes no list: %s, %i', async (name, status) => {
  await press(name, refusing(status, 'Não deu.'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByText('Plano')).toBeVisible();
});
