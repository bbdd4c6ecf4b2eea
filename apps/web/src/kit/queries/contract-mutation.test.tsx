import { screen, waitFor } from '@testing-library/react';
import { banners } from '@vitrine/contract/banners';
import { catalog } from '@vitrine/contract/catalog';
import { products, type ListedProduct } from '@vitrine/contract/products';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../forms/draft.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useContractMutation } from './contract-mutation.ts';
import { useContractPages, useContractQuery } from './contract-query.ts';

const plan: ListedProduct = {
  id: 1,
  title: 'Plano',
  status: 'active',
  members_count: 0,
  courses: [],
};

function Rename() {
  const { data } = useContractQuery(products.list, {});
  const [open, setOpen] = useState(true);
  return (
    <>
      {data?.map(({ id, title }) => (
        <p key={id}>{title}</p>
      ))}
      {open && data && <RenameDialog product={data[0]!} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RenameDialogProps {
  product: ListedProduct;
  onClose: () => void;
}

function RenameDialog({ product: { id, title }, onClose }: RenameDialogProps) {
  const update = useContractMutation(products.update, { refreshes: [products.list] });
  const draft = useDraft({
    name: 'product',
    saved: { title },
    save: (body) => update.mutateAsync({ params: { id }, body }),
    failure: 'Não foi salvo',
  });
  return (
    <FormDialog open onClose={onClose} title="Renomear" draft={draft}>
      <TextField label="Nome" {...draft.form.register('title')} />
    </FormDialog>
  );
}

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
  await settle();
  expect(screen.getByText('Plano')).toBeVisible();
});

test.each(['Remover', 'Publicar', 'Salvar'])(
  'after a lost answer the page shows what the server has: %s',
  async (name) => {
    let list = [plan];
    const lose = () => {
      list = [];
      throw new TypeError('The connection is lost after the save.');
    };
    serve([products.list, () => list], [products.remove, lose], [products.update, lose]);
    const { user } = visit(<Products />);
    await screen.findByText('Plano');
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByText('Plano')).not.toBeInTheDocument());
  },
);

const two = [
  { id: 1, title: 'Plano' },
  { id: 2, title: 'Clube' },
];
const lists = [
  {
    shape: 'that stands alone',
    route: products.list,
    answer: two,
    useItems: () => useContractQuery(products.list, {}).data,
  },
  {
    shape: 'in a triple',
    route: banners.list,
    answer: ['', 200, { data: two }],
    useItems: () => useContractQuery(banners.list, {}).data?.[2].data,
  },
  {
    shape: 'in pages',
    route: catalog.listCourses,
    answer: { data: two, current_page: 1, next_page_url: null },
    useItems: () => useContractPages(catalog.listCourses, {}).items,
  },
];

test.each(lists)('a removed thing leaves a list $shape before it is read again', async (list) => {
  let reads = 0;
  serve(
    [list.route, () => ((reads += 1) === 1 ? list.answer : new Promise(() => {}))],
    [products.remove, () => undefined],
  );
  function Things() {
    const { route } = list;
    const remove = useContractMutation(products.remove, { refreshes: [route], removesFrom: route });
    return (
      <>
        <button onClick={() => remove.mutate({ params: { id: 1 } })}>Remover</button>
        {list.useItems()?.map(({ id, title }) => (
          <p key={id}>{title}</p>
        ))}
      </>
    );
  }
  const { user } = visit(<Things />);
  expect(await screen.findByText('Plano')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(screen.queryByText('Plano')).toBeNull());
  expect(screen.getByText('Clube')).toBeVisible();
});

test('a save without a connection says so at once, and its form keeps the text', async () => {
  serve([products.list, () => [plan]]);
  const { user } = visit(<Rename />);
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), ' anual');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(/^Sem conexão\./)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveValue('Plano anual');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Salvar' })).toBeEnabled());
});

/** Renames the product in a dialog. The list is read again once `reread` resolves. */
async function rename(reread: () => Promise<unknown>) {
  let reads = 0;
  serve(
    [
      products.list,
      async () => {
        reads += 1;
        if (reads === 1) return [plan];
        await reread();
        return [{ ...plan, title: 'Plano anual' }];
      },
    ],
    [products.update, () => ({ message: 'Salvo', data: { ...plan, title: 'Plano anual' } })],
  );
  const { user } = visit(<Rename />);
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), ' anual');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

test('a saved dialog closes without waiting for a slow list, which follows', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await rename(() => promise);
  expect(screen.getByText('Plano')).toBeVisible();
  resolve();
  expect(await screen.findByText('Plano anual')).toBeVisible();
});

test('a saved dialog closes over a list that shows what was saved', async () => {
  await rename(() => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(screen.getByText('Plano anual')).toBeVisible();
});
