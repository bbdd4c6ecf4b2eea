import { screen, waitFor } from '@testing-library/react';
import { products } from '@vitrine/contract/products';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import { OneProductPicker, ProductPicker } from './product-picker.tsx';

const long = 'Plano com um nome muito comprido que passa dos sessenta caracteres';

function open(chosen: number[], titles: string[], ...calls: Parameters<typeof serve>) {
  serve(...calls, [
    products.list,
    () => [
      ...titles.map((title, index) => ({
        id: index + 1,
        title,
        status: 'active',
        members_count: 0,
      })),
      { id: 99, title: 'Aposentado', status: 'inactive', members_count: 0 },
    ],
  ]);
  function Picker() {
    const [value, setValue] = useState(chosen);
    return (
      <>
        <ProductPicker value={value} onChange={setValue} />
        <output aria-label="ids">{value.join(',')}</output>
      </>
    );
  }
  return visit(<Picker />);
}

const ids = () => screen.getByLabelText('ids').textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('searching keeps chosen products, and finds no inactive one', async () => {
  const { user } = open([1], ['Anual', 'Edição']);
  await screen.findByText('Anual');
  const field = screen.getByRole('combobox', { name: 'Produtos' });
  await user.type(field, 'apos');
  expect(await screen.findByText('Nenhum produto')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'edicao');
  await waitFor(() => expect(options()).toEqual(['Edição']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(ids()).toBe('1,2'));
});

test('Enter takes the product of the typed text, before its search has run too', async () => {
  const { user } = open([], ['Anual', 'Mensal', 'Ouro']);
  const field = screen.getByRole('combobox', { name: 'Produtos' });
  await user.click(field);
  await screen.findByRole('option', { name: 'Anual' });
  await user.type(field, 'our{Enter}');
  await waitFor(() => expect(ids()).toBe('3'));
  expect(field).toHaveValue('');
});

test('Enter at the text of a chosen product chooses it no second time', async () => {
  const { user } = open([3], ['Anual', 'Mensal', 'Ouro']);
  const field = screen.getByRole('combobox', { name: 'Produtos' });
  await user.click(field);
  await screen.findByRole('option', { name: 'Anual' });
  await user.type(field, 'our{Enter}');
  await waitFor(() => expect(field).toHaveValue(''));
  expect(ids()).toBe('3');
});

test('a chosen product that is inactive says so', async () => {
  open([1, 99], ['Anual']);
  expect(await screen.findByText('Aposentado')).toBeVisible();
  expect(screen.getAllByText(/inativo/)).toHaveLength(1);
});

test('the keyboard removes a chip', async () => {
  const { user } = open([1, 2], ['Anual', 'Mensal']);
  await screen.findByText('Mensal');
  await user.click(screen.getByRole('combobox', { name: 'Produtos' }));
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(ids()).toBe('1'));
});

test('Esc closes the list; a second one belongs to the dialog around, and removes no chip', async () => {
  const { user } = open([1, 2], ['Anual', 'Mensal']);
  await screen.findByText('Mensal');
  const escaped = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', escaped);
  await user.click(screen.getByRole('combobox', { name: 'Produtos' }));
  await screen.findByRole('option', { name: 'Anual' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
  escaped.mockClear();
  await user.keyboard('{Escape}');
  document.removeEventListener('keydown', escaped);
  expect(escaped).toHaveBeenCalledOnce();
  expect(ids()).toBe('1,2');
});

test('long names are truncated, and many products load page by page', async () => {
  const { user } = open(
    [],
    [long, ...Array.from({ length: 29 }, (_, index) => `Oficina ${index}`)],
  );
  await user.click(screen.getByRole('combobox', { name: 'Produtos' }));
  await waitFor(() => expect(options()).toHaveLength(20));
  expect(options()[0]).toBe(`${long.slice(0, 50)}…`);
  await user.click(screen.getByRole('button', { name: 'Carregar mais' }));
  await waitFor(() => expect(options()).toHaveLength(30));
});

test('a single-choice picker replaces its choice', async () => {
  serve([
    products.list,
    () =>
      ['Anual', 'Mensal'].map((title, index) => ({
        id: index + 1,
        title,
        status: 'active',
        members_count: 0,
      })),
  ]);
  function Picker() {
    const [value, setValue] = useState<number | null>(1);
    return (
      <>
        <OneProductPicker value={value} onChange={setValue} />
        <output aria-label="ids">{value}</output>
      </>
    );
  }
  const { user } = visit(<Picker />);
  await user.type(screen.getByRole('combobox', { name: 'Produto' }), 'men');
  await user.click(await screen.findByRole('option', { name: 'Mensal' }));
  expect(ids()).toBe('2');
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Remover Mensal' }));
  expect(ids()).toBe('');
});

test('a school without active products can create one without leaving the form', async () => {
  open([], []);
  expect(await screen.findByText(/Escreva um nome para criar o primeiro/)).toBeVisible();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('Enter creates the typed product, and submits no form', async () => {
  const sent: string[] = [];
  let submits = 0;
  serve(
    [
      products.list,
      () =>
        sent.map((title, index) => ({ id: index + 1, title, status: 'active', members_count: 0 })),
    ],
    [
      products.create,
      ({ body }) => {
        sent.push(body.title);
        return { data: { id: sent.length, title: body.title, status: 'active' } };
      },
    ],
  );
  function Form() {
    const [value, setValue] = useState<number[]>([]);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits += 1;
        }}
      >
        <ProductPicker value={value} onChange={setValue} />
        <button type="submit">Criar curso</button>
      </form>
    );
  }
  const { user } = visit(<Form />);
  await screen.findByText(/Escreva um nome/);
  await user.type(screen.getByRole('combobox', { name: 'Produtos' }), 'Mensal');
  await screen.findByRole('button', { name: 'Criar produto “Mensal”' });
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Remover Mensal' })).toBeVisible();
  expect(sent).toEqual(['Mensal']);
  expect(submits).toBe(0);
});

test('a missing product can be created in the picker, which then chooses it', async () => {
  const titles = ['Anual'];
  const { user } = open([1], titles, [
    products.create,
    ({ body }) => {
      titles.push(body.title);
      return { data: { id: 2, title: body.title, status: 'active' } };
    },
  ]);
  await screen.findByText('Anual');
  const field = screen.getByRole('combobox', { name: 'Produtos' });
  await user.type(field, 'anual');
  expect(screen.queryByRole('button', { name: /^Criar produto/ })).not.toBeInTheDocument();
  await user.clear(field);
  await user.type(field, 'Mensal ');
  await user.click(await screen.findByRole('button', { name: 'Criar produto “Mensal”' }));
  await waitFor(() => expect(ids()).toBe('1,2'));
  expect(await screen.findByRole('button', { name: 'Remover Mensal' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

test('a product chosen or removed while another one is created stays so', async () => {
  const titles = ['Anual'];
  const created = Promise.withResolvers<void>();
  const { user } = open([1], titles, [
    products.create,
    async ({ body }) => {
      await created.promise;
      titles.push(body.title);
      return { data: { id: 2, title: body.title, status: 'active' } };
    },
  ]);
  await screen.findByText('Anual');
  await user.type(screen.getByRole('combobox', { name: 'Produtos' }), 'Mensal');
  await user.click(await screen.findByRole('button', { name: 'Criar produto “Mensal”' }));
  await user.click(screen.getByRole('button', { name: 'Remover Anual', hidden: true }));
  created.resolve();
  await waitFor(() => expect(ids()).toBe('2'));
});

test('products that do not load say so, and load again by a press', async () => {
  let fails = true;
  const { user } = open(
    [],
    [],
    [
      products.list,
      () =>
        fails
          ? refusing(404, 'Não encontrado')
          : [{ id: 1, title: 'Anual', status: 'active', members_count: 0 }],
    ],
  );
  const field = await screen.findByRole('combobox', { name: 'Produtos' });
  await user.type(field, 'anual');
  expect(await screen.findByText('Não foi possível carregar.')).toBeVisible();
  // It may exist, so that nothing offers to create it.
  expect(screen.queryByRole('button', { name: /Criar/ })).toBeNull();
  await user.keyboard('{Enter}');
  expect(ids()).toBe('');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(options()).toEqual(['Anual']));
});
