import { screen, waitFor, within } from '@testing-library/react';
import { mails } from '@vitrine/contract/mails';
import { members, type Member } from '@vitrine/contract/members';
import { hrefOf } from '@vitrine/contract/pages';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import MembersPage from './members-page.tsx';

const member = (id: number, name: string, overrides: Partial<Member> = {}): Member => ({
  id,
  user_id: id,
  name,
  email: `pessoa${id}@example.com`,
  photo_url: null,
  roles: ['student'],
  product_ids: [],
  rewarded_products: [],
  created_at: '2026-01-01T12:00:00Z',
  last_seen_at: null,
  email_error: null,
  ...overrides,
});

const productList = [
  { id: 3, title: 'Plano Anual', status: 'active', members_count: 1 },
  { id: 4, title: 'Plano antigo', status: 'inactive', members_count: 1 },
];

beforeEach(() => localStorage.clear());

type How = Parameters<typeof visit>[1];
const open = (how: How, ...calls: Parameters<typeof serve>) => {
  const sent = serve(...calls, [products.list, () => productList]);
  return { sent, ...visit(<MembersPage />, { at: '/gestao/alunos', ...how }) };
};

const page = (data: Member[], next = false) => ({
  data,
  current_page: 1,
  next_page_url: next ? '/next' : null,
});

test('the URL and the filters set the request; the next page loads at the end', async () => {
  const queries: string[] = [];
  const { user, history } = open({ at: '/gestao/alunos?produto=3&papel=student' }, [
    members.list,
    ({ query }) => {
      queries.push(query.toString());
      const second = query.get('page') === '2';
      return page([member(second ? 2 : 1, second ? 'Bia' : 'Ana')], !second);
    },
  ]);
  expect(await screen.findByText('Ana')).toBeVisible();
  expect(queries).toEqual(['role=student&product_id=3&page=1']);
  await user.click(screen.getByRole('button', { name: 'Carregar mais' }));
  expect(await screen.findByText('Bia')).toBeVisible();

  await user.type(screen.getByRole('searchbox'), 'ana{Enter}');
  await waitFor(() => expect(queries.at(-1)).toContain('search=ana'));
  expect(history.location.search).toContain('busca=ana');
});

test('a product that a reward granted names the reward', async () => {
  const rewarded_products = [{ product_id: 3, product: 'Plano Anual', reward: 'Maratona' }];
  const { user } = open({}, [
    members.list,
    () => page([member(1, 'Ana', { product_ids: [3, 4], rewarded_products })]),
  ]);
  await user.click(await screen.findByRole('button', { name: /Opções de Ana/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const note = await screen.findByText('Plano Anual veio da recompensa Maratona.');
  expect(note).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /Plano Anual/ }));
  expect(note).not.toBeInTheDocument();
});

test('the export takes the filters along', async () => {
  open({ at: '/gestao/alunos?produto=3&papel=student&busca=ana' }, [members.list, () => page([])]);
  expect(await screen.findByRole('link', { name: 'Exportar CSV' })).toHaveAttribute(
    'href',
    '/api/v1/members/export?search=ana&role=student&product_id=3',
  );
});

test('a new member without a password is invited, with the chosen products', async () => {
  const { user, sent } = open(
    {},
    [members.list, () => page([])],
    [
      members.create,
      ({ body }) => ({
        data: member(9, body.name, { email: body.email }),
        message: 'O convite para maria@example.com não saiu.',
      }),
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Adicionar pessoa' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar pessoa' }));
  await user.type(dialog.getByRole('textbox', { name: /Nome/ }), 'Maria');
  await user.type(dialog.getByRole('textbox', { name: /E-mail/ }), 'maria@example.com');
  await user.click(dialog.getByRole('combobox', { name: 'Produtos' }));
  await user.click(await screen.findByRole('option', { name: 'Plano Anual' }));
  // The library names its hidden buttons in English.
  expect(screen.getAllByLabelText('Fechar', { selector: 'span' })).toHaveLength(2);
  expect(screen.queryByLabelText('Dismiss')).toBeNull();
  // Esc closes the list, and only the list.
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Adicionar' }));
  // The server's message tells the outcome of the invitation.
  expect(await screen.findByText('O convite para maria@example.com não saiu.')).toBeVisible();
  expect(sent.find(({ name }) => name === 'members.create')?.body).toEqual({
    name: 'Maria',
    email: 'maria@example.com',
    roles: ['student'],
    product_ids: [3],
  });
});

test('typed text survives, a password does not', async () => {
  const { user } = open({}, [members.list, () => page([])]);
  await user.click(await screen.findByRole('button', { name: 'Adicionar pessoa' }));
  await user.type(await screen.findByRole('textbox', { name: /Nome/ }), 'Maria');
  await user.type(screen.getByLabelText('Senha (opcional)'), 'segredo-bom');
  const storage = JSON.stringify({ ...localStorage });
  expect(storage).toContain('Maria');
  expect(storage).not.toContain('segredo-bom');
});

test('only an owner appoints owners, and an inactive product is kept', async () => {
  const { user, sent } = open(
    { roles: ['admin'] },
    [members.list, () => page([member(1, 'Ana', { product_ids: [3, 4] })])],
    [members.update, ({ body }) => ({ data: member(1, body.name) })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar pessoa' }));
  const owner = dialog.getByRole('checkbox', { name: 'Proprietário' });
  expect(owner).toBeDisabled();
  expect(owner).toHaveAccessibleDescription('Só um proprietário pode mudar proprietários.');
  await user.click(dialog.getByRole('checkbox', { name: 'Moderador' }));
  await user.click(dialog.getByRole('button', { name: 'Remover Plano Anual' }));
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'members.update')?.body).toEqual({
      roles: ['moderator', 'student'],
      product_ids: [4],
    }),
  );
});

test('removing asks by typing, shows its consequences, and why the last owner stays', async () => {
  const last = 'A escola precisa de ao menos um proprietário.';
  const { user } = open(
    {},
    [members.list, () => page([member(1, 'Ana', { roles: ['owner'], product_ids: [3] })])],
    [members.remove, () => refusing(409, last)],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover da escola' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remover Ana' });
  expect(dialog).toHaveTextContent(
    'Vão junto 1 produto, o progresso, as notas, os pontos, as recompensas e os favoritos. O que a pessoa escreveu fica, sem o nome.',
  );
  const confirm = within(dialog).getByRole('button', { name: 'Remover da escola' });
  expect(confirm).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox'), 'EXCLUIR');
  await user.click(confirm);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(last);
});

test.each([
  ['Remover da escola', 'Remover', members.remove],
  ['Apagar dados', 'Apagar os dados de', privacy.eraseMember],
])('%s moves the focus to the next row, after the last one to the row before', async (...way) => {
  const [act, title, route] = way;
  let people = [member(1, 'Ana'), member(2, 'Bento'), member(3, 'Caio')];
  const { user } = open(
    {},
    [members.list, () => page(people)],
    [
      route,
      ({ params }) => {
        people = people.filter(({ id }) => id !== Number(params['id']));
        return { message: 'Exclusão realizada.' };
      },
    ],
  );
  async function remove(name: string) {
    await user.click(await screen.findByRole('button', { name: `Opções de ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: act }));
    const dialog = await screen.findByRole('dialog', { name: `${title} ${name}` });
    await user.type(within(dialog).getByRole('textbox'), 'EXCLUIR');
    await user.click(within(dialog).getByRole('button', { name: act }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  await remove('Bento');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Opções de Caio' })).toHaveFocus());
  await remove('Caio');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Opções de Ana' })).toHaveFocus());
});

test('an e-mail is changed in the member’s dialog, which lists missing confirmations', async () => {
  const { user, sent } = open(
    {},
    [members.list, () => page([member(1, 'Ana')])],
    [
      members.emailChange,
      () => ({
        data: {
          email: 'antes@example.com',
          old_confirmed: true,
          new_confirmed: false,
          expires_at: '2026-01-02T12:00:00Z',
        },
      }),
    ],
    [members.changeEmail, () => ({ message: 'Enviamos um link a cada endereço.' })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const person = await screen.findByRole('dialog', { name: 'Editar pessoa' });
  const change = within(person).getByRole('button', { name: 'Mudar e-mail' });
  // What was typed into the first form is asked about.
  await user.type(within(person).getByRole('textbox', { name: /Nome/ }), ' Lima');
  await user.click(change);
  await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  expect(within(person).getByRole('textbox', { name: /Nome/ })).toHaveValue('Ana Lima');
  await user.click(change);
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mudar e-mail' }));
  expect(
    await dialog.findByText(/antes@example.com aguarda .* de hoje confirmado, novo pendente/),
  ).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Novo e-mail/ }), 'nova@example.com');
  await user.click(dialog.getByRole('button', { name: 'Enviar links de confirmação' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'members.changeEmail')).toMatchObject({
      body: { email: 'nova@example.com' },
    }),
  );
});

test('an invitation is sent again to a member who never signed in', async () => {
  const { user, sent } = open(
    {},
    [
      members.list,
      () => page([member(1, 'Ana'), member(2, 'Bia', { last_seen_at: '2026-01-01T12:00:00Z' })]),
    ],
    [members.invite, () => ({ message: 'Enviamos um convite para pessoa1@example.com.' })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Bia' }));
  await screen.findByRole('menuitem', { name: 'Editar' });
  expect(screen.queryByRole('menuitem', { name: 'Enviar convite de novo' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Enviar convite de novo' }));
  expect(await screen.findByText('Enviamos um convite para pessoa1@example.com.')).toBeVisible();
  expect(sent.filter(({ name }) => name === 'members.invite')).toHaveLength(1);
});

test('says that an address was refused, and can allow it again', async () => {
  const { user, sent } = open(
    {},
    [members.list, () => page([member(1, 'Ana', { email_error: '550 No such mailbox' })])],
    [mails.retryAddress, () => ({ message: 'Certo.' })],
  );
  expect(await screen.findByText('550 No such mailbox')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Tentar este e-mail de novo' }));
  await waitFor(() => expect(sent.some(({ name }) => name === 'mails.retryAddress')).toBe(true));
});

test('a link opens the form, and without a mail server it says to make a password', async () => {
  open(
    { at: '/gestao/alunos?novo' },
    [members.list, () => page([])],
    [mails.list, () => ({ data: [], next_cursor: null, delivers: 0 })],
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar pessoa' }));
  expect(
    await dialog.findByText(
      'Este servidor não envia e-mails: crie uma senha ou, sem ela, passe à pessoa o link de acesso que aparece em seguida.',
    ),
  ).toBeVisible();
  // The usual role stands first: on a phone the others are below the fold.
  expect(dialog.getAllByRole('checkbox')[0]).toHaveAccessibleName(/^Aluno/);
});

test('without products the form offers one, and the filter does not move the list', async () => {
  serve([products.list, () => []], [members.list, () => page([])]);
  visit(<MembersPage />, { at: '/gestao/alunos?novo' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar pessoa' }));
  expect(await dialog.findByText(/Escreva um nome para criar o primeiro/)).toBeVisible();
  expect(screen.getAllByText(/Sua escola ainda não tem produtos ativos/)).toHaveLength(1);
});

const accessLink = {
  url: 'http://contraluz.localhost/entrar/senha?token=abc',
  expires_at: '2026-01-08T12:00:00Z',
};

test('an access link shows in a field with its expiry, and is copied', async () => {
  const { user, sent } = open(
    {},
    [members.list, () => page([member(1, 'Ana', { last_seen_at: '2026-01-01T12:00:00Z' })])],
    [members.accessLink, () => ({ data: accessLink })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copiar link de acesso' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Link de acesso de Ana' }));
  const field = dialog.getByRole('textbox', { name: 'Link de acesso' });
  expect(field).toHaveValue(accessLink.url);
  expect(field).toHaveAccessibleDescription(/^Funciona uma vez, até 8 de janeiro de 2026/);
  await user.click(dialog.getByRole('button', { name: 'Copiar link' }));
  expect(await navigator.clipboard.readText()).toBe(accessLink.url);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('No'));
  await user.click(dialog.getByRole('button', { name: 'Copiar link' }));
  expect(await screen.findByText(/^O navegador não deixou copiar/)).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveProperty('selectionEnd', accessLink.url.length);
  expect(sent.filter(({ name }) => name === 'members.accessLink')).toHaveLength(1);
});

test('an admin gets no access link for owners and admins', async () => {
  const { user } = open({ roles: ['admin'] }, [
    members.list,
    () =>
      page([member(1, 'Ana', { roles: ['owner'] }), member(2, 'Bia', { roles: ['moderator'] })]),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await screen.findByRole('menuitem', { name: 'Editar' });
  expect(screen.queryByRole('menuitem', { name: 'Copiar link de acesso' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Opções de Bia' }));
  expect(await screen.findByRole('menuitem', { name: 'Copiar link de acesso' })).toBeVisible();
});

test.each([
  ['the link comes by itself', '', 1],
  ['a password needs no link', 'segredo-bom', 0],
])('a new member without a mail server: %s', async (_what, password, links) => {
  const { user, sent } = open(
    { at: '/gestao/alunos?novo' },
    [members.list, () => page([])],
    [mails.list, () => ({ data: [], next_cursor: null, delivers: 0 })],
    [members.create, ({ body }) => ({ data: member(9, body.name), message: null })],
    [members.accessLink, ({ params }) => ({ data: params['id'] === '9' && accessLink })],
  );
  const form = within(await screen.findByRole('dialog', { name: 'Adicionar pessoa' }));
  await form.findByText(/^Este servidor não envia e-mails/);
  await user.type(form.getByRole('textbox', { name: /Nome/ }), 'Maria');
  await user.type(form.getByRole('textbox', { name: /E-mail/ }), 'maria@example.com');
  if (password) await user.type(form.getByLabelText('Senha (opcional)'), password);
  await user.click(form.getByRole('button', { name: 'Adicionar' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Adicionar pessoa' })).toBeNull(),
  );
  const requests = () => sent.filter(({ name }) => name === 'members.accessLink');
  if (links) await screen.findByRole('dialog', { name: 'Link de acesso de Maria' });
  expect(requests()).toHaveLength(links);
});

test('a product that a member got while the form was open stays', async () => {
  let held = [3];
  const { user, sent } = open(
    {},
    [members.list, () => page([member(1, 'Ana', { product_ids: held })])],
    [members.update, ({ body }) => ({ data: member(1, 'Ana', body) })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Remover Plano Anual' }));
  held = [3, 4];
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'members.update')?.body).toEqual({ product_ids: [4] }),
  );
});

test('a new name sends the name alone, so products given meanwhile stay', async () => {
  const { user, sent } = open(
    {},
    [members.list, () => page([member(1, 'Ana', { product_ids: [3] })])],
    [members.update, ({ body }) => ({ data: member(1, body.name) })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.type(await screen.findByRole('textbox', { name: /Nome/ }), ' Lima');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'members.update')?.body).toEqual({ name: 'Ana Lima' }),
  );
});

test('a request that came by mail is noted for the member', async () => {
  const { user, sent } = open(
    {},
    [members.list, () => page([member(1, 'Ana')])],
    [privacy.addRequest, () => ({ message: 'Pedido registrado.', data: {} })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Registrar pedido' }));
  const dialog = await screen.findByRole('dialog', { name: 'Registrar pedido' });
  expect(dialog).toHaveTextContent('Ana');
  await user.type(within(dialog).getByRole('textbox', { name: /O que a pessoa pede/ }), 'Sair');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Pedido registrado.')).toBeVisible();
  expect(sent.find(({ name }) => name === 'privacy.addRequest')?.body).toEqual({
    member_id: 1,
    kind: 'access',
    details: 'Sair',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('filters that find nobody are cleared by one press', async () => {
  const queries: string[] = [];
  const { user, history } = open({ at: '/gestao/alunos?produto=3&papel=student&busca=ana' }, [
    members.list,
    ({ query }) => {
      queries.push(query.toString());
      return page(query.has('search') ? [] : [member(1, 'Bia')]);
    },
  ]);
  expect(await screen.findByText('Ninguém com estes filtros')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  expect(await screen.findByText('Bia')).toBeVisible();
  expect(queries.at(-1)).toBe('page=1');
  expect(history.location.search).toBe('');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('a row names two products and counts the others, and says who never signed in', async () => {
  open(
    {},
    [products.list, () => ['A', 'B', 'C'].map((title, at) => ({ id: at + 1, title }))],
    [
      members.list,
      () =>
        page([
          member(1, 'Ana', { product_ids: [1, 2, 3], last_seen_at: '2026-01-01T12:00:00Z' }),
          member(2, 'Bia', { product_ids: [1, 2] }),
          member(3, 'Caio'),
        ]),
    ],
  );
  expect(await screen.findByText('A, B e mais 1')).toBeVisible();
  const rowOf = (name: string) => screen.getByText(name).closest('li');
  expect(rowOf('Ana')).not.toHaveTextContent('Ainda não entrou');
  expect(rowOf('Bia')).toHaveTextContent('A e B · Ainda não entrou');
  expect(rowOf('Caio')).toHaveTextContent('Sem produtos');
});

test('the menu of a member leads to their points', async () => {
  const { user, history } = open({}, [members.list, () => page([member(4, 'Ana')])]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ver pontos' }));
  expect(history.location.pathname).toBe(hrefOf('memberPoints', { id: 4 }));
});
