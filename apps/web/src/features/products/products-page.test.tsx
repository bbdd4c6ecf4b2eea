import { screen, waitFor, within } from '@testing-library/react';
import { products, type ListedProduct } from '@vitrine/contract/products';
import { Link } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import ProductsPage from './products-page.tsx';

const product = (
  id: number,
  title: string,
  overrides: Partial<ListedProduct> = {},
): ListedProduct => ({
  id,
  title,
  status: 'active',
  members_count: 0,
  courses: [],
  ...overrides,
});

beforeEach(() => localStorage.clear());

const open = (list: ListedProduct[], ...calls: Parameters<typeof serve>) => {
  const sent = serve([products.list, () => list], ...calls);
  return { sent, ...visit(<ProductsPage />, { at: '/gestao/produtos' }) };
};

const names = () =>
  within(screen.getByRole('list', { name: 'Produtos' }))
    .getAllByRole('switch')
    .map((one) => one.getAttribute('aria-label'));

test('a link with ?novo opens the form, from the page itself too, and a reload does not', async () => {
  serve([products.list, () => []]);
  const { user, history } = visit(
    <>
      <Link to="/gestao/produtos?novo">Criar</Link>
      <ProductsPage />
    </>,
    { at: '/gestao/produtos?novo' },
  );
  for (let time = 0; time < 2; time += 1) {
    const dialog = await screen.findByRole('dialog', { name: 'Novo produto' });
    expect(history.location.search).toBe('');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    if (time === 0) await user.click(screen.getByRole('link', { name: 'Criar' }));
  }
});

test('a product is switched off at once, and reverts when the save fails', async () => {
  const list = [product(1, 'Plano Anual')];
  let answers: () => unknown = () => {
    list[0] = product(1, 'Plano Anual', { status: 'inactive' });
    return { data: list[0] };
  };
  const { user, sent } = open(list, [products.update, () => answers()]);
  const control = await screen.findByRole('switch', { name: 'Plano Anual está ativo' });
  await user.click(control);
  expect(control).toHaveAttribute('aria-checked', 'false');
  expect(await screen.findByText('salvo')).toBeVisible();
  expect(sent.find(({ name }) => name === 'products.update')?.body).toEqual({ status: 'inactive' });

  answers = () => refusing(503, 'Estamos com muitos pedidos agora.');
  await user.click(control);
  expect(await screen.findByText('Não foi possível atualizar os dados')).toBeVisible();
  await waitFor(() => expect(control).toHaveAttribute('aria-checked', 'false'));
});

test('a product with members is not deleted, and the dialog shows their number and the alternatives', async () => {
  const list = [product(1, 'Plano Anual', { members_count: 14 })];
  const { user, sent } = open(
    list,
    [
      products.update,
      ({ body }) => {
        list[0] = product(1, 'Plano Anual', { members_count: 14, ...body });
        return { data: list[0] };
      },
    ],
    [products.uses, () => ({ data: { members: 14, things: [] } })],
  );
  expect(await screen.findByRole('link', { name: '14 pessoas' })).toHaveAttribute(
    'href',
    '/gestao/alunos?produto=1',
  );
  await user.click(screen.getByRole('button', { name: 'Opções de Plano Anual' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir Plano Anual' }));
  expect(await dialog.findByText(/^14 pessoas têm este produto/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Excluir' })).toBeDisabled();
  expect(dialog.getByRole('link', { name: 'Ver pessoas' })).toHaveAttribute(
    'href',
    '/gestao/alunos?produto=1',
  );
  await user.click(dialog.getByRole('button', { name: 'Tornar inativo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ name }) => name === 'products.update')?.body).toEqual({ status: 'inactive' });
});

test('a product that could not be made inactive says why, and its dialog stays', async () => {
  const { user } = open(
    [product(1, 'Plano Anual', { members_count: 14 })],
    [products.update, () => refusing(503, 'Estamos com muitos pedidos agora.')],
    [products.uses, () => ({ data: { members: 14, things: [] } })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Plano Anual' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir Plano Anual' }));
  await user.click(await dialog.findByRole('button', { name: 'Tornar inativo' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Estamos com muitos pedidos agora.');
});

test('a second press while a product is made inactive does nothing', async () => {
  const { user, sent } = open(
    [product(1, 'Plano Anual', { members_count: 14 })],
    [products.update, () => new Promise(() => {})],
    [products.uses, () => ({ data: { members: 14, things: [] } })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Plano Anual' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir Plano Anual' }));
  const button = await dialog.findByRole('button', { name: 'Tornar inativo' });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  await user.click(button);
  expect(sent.filter(({ name }) => name === 'products.update')).toHaveLength(1);
});

test.each([
  ['Plano A', 'Opções de Plano B'],
  ['Plano B', 'Opções de Plano A'],
])('after %s is deleted, %s has the focus', async (title, focused) => {
  const list = [product(1, 'Plano A'), product(2, 'Plano B')];
  const { user } = open(
    list,
    [products.uses, () => ({ data: { members: 0, things: [] } })],
    [
      products.remove,
      ({ params }) => {
        list.splice(Number(params['id']) - 1, 1);
        return undefined;
      },
    ],
  );
  await user.click(await screen.findByRole('button', { name: `Opções de ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Excluir ${title}` }));
  const button = dialog.getByRole('button', { name: 'Excluir' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('button', { name: focused })).toHaveFocus());
  expect(screen.queryByRole('button', { name: `Opções de ${title}` })).toBeNull();
});

test('a search ignores accents and the number of spaces', async () => {
  const { user } = open([product(1, 'Edição de luxo'), product(2, 'Retrato')]);
  await user.type(await screen.findByRole('searchbox', { name: 'Buscar produto' }), 'edicao  de ');
  await waitFor(() => expect(names()).toEqual(['Edição de luxo está ativo']));
  expect(screen.getByText('1 resultado')).toHaveRole('status');
});

test('a product is renamed; a draft that was saved is not offered again', async () => {
  const list = [product(1, 'Plano')];
  const { user } = open(list, [
    products.update,
    ({ body }) => {
      list[0] = product(1, body.title);
      return { data: list[0] };
    },
  ]);
  const rename = async () => {
    await user.click(await screen.findByRole('button', { name: /^Opções de/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
    return screen.findByRole('dialog', { name: 'Renomear produto' });
  };
  const field = within(await rename()).getByRole('textbox', { name: /Nome/ });
  // The field has the focus, so the owner can type at once.
  await waitFor(() => expect(field).toHaveFocus());
  await user.clear(field);
  await user.type(field, 'Plano Anual{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), {
    timeout: 2000,
  });
  expect(await screen.findByText('Plano Anual')).toBeVisible();
  expect(within(await rename()).queryByText('Restaurar rascunho')).not.toBeInTheDocument();
});

test('a product that a colleague has renamed meanwhile asks which name stays', async () => {
  const list = [product(1, 'Plano')];
  const { user, sent } = open(list, [
    products.update,
    ({ body }) => ({ data: product(1, body.title) }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Plano' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
  await user.type(await screen.findByRole('textbox', { name: /Nome/ }), ' Anual');
  list[0] = product(1, 'Assinatura');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar por cima' }));
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'products.update').map(({ body }) => body)).toEqual([
      { title: 'Plano Anual' },
    ]),
  );
});

test('deleting a product says what goes with it', async () => {
  const { user } = open(
    [product(1, 'Plano Anual')],
    [
      products.uses,
      () => ({
        data: {
          members: 0,
          things: [
            { kind: 'course', id: 1, title: 'Luz', others: 'active' },
            { kind: 'course', id: 2, title: 'Retrato', others: 'inactive' },
            { kind: 'course', id: 3, title: 'Cor', others: 'none' },
            { kind: 'marquee', id: 4, title: 'Oi, $nome_aluno', others: 'none' },
            { kind: 'quiz', id: 5, title: 'Prova final', others: 'none' },
            { kind: 'quiz', id: 7, title: 'Simulado', others: 'inactive' },
            { kind: 'reward', id: 8, title: 'Macro', others: 'inactive' },
            { kind: 'channel', id: 6, title: 'Fotos', others: 'none' },
          ],
        },
      }),
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Plano Anual' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir Plano Anual' }));
  await waitFor(() =>
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 curso deixa de ser aberto por ele, e continua aberto por outros: Luz.',
      '2 cursos ficam sem produto ativo, e só a equipe entra neles: Retrato, Cor.',
      '1 avaliação fica sem produto ativo, e fecha para os alunos se não estiver em uma aula: Simulado.',
      '1 avaliação fica sem produto, e abre para todos se não estiver em uma aula: Prova final.',
      '1 letreiro é excluído: Oi, $nome_aluno.',
      '1 canal fica sem produto ativo, e só a equipe entra: Fotos.',
      '1 recompensa fica sem produto ativo, e ninguém mais a ganha: Macro.',
    ]),
  );
});

test('a product is not deleted before its consequences are known', async () => {
  const uses = Promise.withResolvers<object>();
  const { user } = open([product(1, 'Plano Anual')], [products.uses, () => uses.promise]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Plano Anual' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir Plano Anual' }));
  const button = dialog.getByRole('button', { name: 'Excluir' });
  expect(button).toBeDisabled();
  uses.resolve({ data: { members: 0, things: [] } });
  await waitFor(() => expect(button).toBeEnabled());
});

test('a product lists the courses that it opens, with links', async () => {
  const courses = [4, 5, 6, 7].map((id) => ({ id, title: `Curso ${id}` }));
  open([product(1, 'Plano Anual', { courses }), product(2, 'Retrato')]);
  expect(await screen.findByRole('link', { name: 'Curso 4' })).toHaveAttribute(
    'href',
    '/gestao/cursos/4',
  );
  expect(screen.getByText(/Abre 4 cursos/)).toHaveTextContent(
    'Abre 4 cursos: Curso 4, Curso 5, Curso 6 e mais 1',
  );
  expect(screen.getByText('Não abre cursos ainda')).toBeVisible();
});

test('a thousand products come in portions, and the search finds each of them', async () => {
  const list = Array.from({ length: 1000 }, (_, place) => product(place + 1, `Plano ${place + 1}`));
  const { user } = open(list);
  const more = await screen.findByRole('button', { name: 'Carregar mais' });
  expect(names()).toHaveLength(50);
  await user.click(more);
  expect(names()).toHaveLength(100);
  await user.type(screen.getByRole('searchbox', { name: 'Buscar produto' }), 'plano 998');
  await waitFor(() => expect(names()).toEqual(['Plano 998 está ativo']));
});

/** Opens the question before the product is deleted. */
async function askToDelete(data: object, status: ListedProduct['status'] = 'active') {
  const { user } = open([product(1, 'Plano Anual', { status })], [products.uses, () => ({ data })]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Plano Anual' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  return within(await screen.findByRole('dialog', { name: 'Excluir Plano Anual' }));
}

test('deleting a product that opens nothing says so', async () => {
  const dialog = await askToDelete({ members: 0, things: [] });
  expect(await dialog.findByText('Ele não abre nada hoje.')).toBeVisible();
});

test('of many things that a product opens, five are named', async () => {
  const things = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis'].map((title, index) => ({
    kind: 'live',
    id: index,
    title,
    others: 'active',
  }));
  const dialog = await askToDelete({ members: 0, things });
  expect(
    await dialog.findByText(
      '6 transmissões perdem este produto, e mantêm outros: Um, Dois, Três, Quatro, Cinco, e outros.',
    ),
  ).toBeVisible();
});

test('the last product of those that score lets everybody score', async () => {
  const points = { kind: 'points', id: 1, title: '', others: 'none' };
  const dialog = await askToDelete({ members: 0, things: [points] });
  expect(
    await dialog.findByText('A lista de quem pontua fica vazia, e todos pontuam.'),
  ).toBeVisible();
});

test('the last active product of those that score lets nobody score', async () => {
  const points = { kind: 'points', id: 1, title: '', others: 'inactive' };
  const dialog = await askToDelete({ members: 0, things: [points] });
  expect(
    await dialog.findByText(
      'A lista de quem pontua fica sem produto ativo, e ninguém mais pontua.',
    ),
  ).toBeVisible();
});

test('an inactive product that people hold cannot be made inactive once more', async () => {
  const dialog = await askToDelete({ members: 2, things: [] }, 'inactive');
  expect(await dialog.findByRole('link', { name: 'Ver pessoas' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Tornar inativo' })).toBeNull();
});
