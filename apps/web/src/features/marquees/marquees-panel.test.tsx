import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { marquees, messages, type Marquee } from '@vitrine/contract/marquees';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import { LessonMarquee } from './lesson-marquee.tsx';
import MarqueesPanel from './marquees-panel.tsx';

const marquee = (overrides: Partial<Marquee> = {}): Marquee => ({
  id: 1,
  text: '$nome_aluno, a mentoria abre segunda, dia 23',
  product_id: 3,
  timer: 60,
  url: null,
  type: 'horizontal',
  tenant_id: 1,
  ...overrides,
});

beforeEach(() => localStorage.clear());

function open(listed: Marquee[], ...calls: Parameters<typeof serve>) {
  const sent = serve(
    [marquees.list, () => listed],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active', members_count: 2 }]],
    ...calls,
  );
  return { sent, ...visit(<MarqueesPanel />, { at: '/homepage?editar=aula/letreiro' }) };
}

test('the first marquee is created, with a preview that greets by name', async () => {
  const created: Marquee[] = [];
  const { sent, user } = open(created, [
    marquees.create,
    ({ body }) => {
      created.push(marquee(body));
      return { message: messages.created, data: created[0] };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Novo letreiro' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('O texto do letreiro é obrigatório')).toBeVisible();
  expect(screen.getByText('Por favor, selecione um produto')).toBeVisible();

  await user.type(screen.getByRole('textbox', { name: /Texto/ }), 'Oi, $nome_aluno!');
  const preview = screen.getByRole('group', { name: 'Prévia do letreiro' });
  expect(preview).toHaveTextContent('Oi, Kauê!Oi, Joaquim!');
  await user.type(screen.getByRole('combobox', { name: 'Produto' }), 'estu');
  await user.click(await screen.findByRole('option', { name: 'Estúdio' }));
  const speed = screen.getByRole('slider', { name: /Velocidade/ });
  expect(speed).toHaveValue('40');
  fireEvent.change(speed, { target: { value: '90' } });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Letreiro salvo com sucesso.')).toBeVisible();
  expect(sent.find(({ name }) => name === 'marquees.create')?.body).toMatchObject({
    text: 'Oi, $nome_aluno!',
    product_id: 3,
    timer: 90,
  });
});

test('the dialog of a new marquee leaves its address, and does not open again after a removal', async () => {
  const listed: Marquee[] = [];
  const { user, history } = open(
    listed,
    [
      marquees.create,
      ({ body }) => {
        listed.push(marquee(body));
        return { message: messages.created, data: listed[0] };
      },
    ],
    [
      marquees.remove,
      () => {
        listed.pop();
        return { message: messages.removed };
      },
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Novo letreiro' }));
  await user.type(await screen.findByRole('textbox', { name: /Texto/ }), 'Oi!');
  await user.type(screen.getByRole('combobox', { name: 'Produto' }), 'estu');
  await user.click(await screen.findByRole('option', { name: 'Estúdio' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(history.location.search).toBe('?editar=aula/letreiro'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Opções de Oi!' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Você ainda não criou nenhum letreiro!')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Novo letreiro' })).toHaveFocus());
});

test('a second marquee cannot be created; a long text is shortened in the list', async () => {
  const { user, history } = open([marquee()]);
  expect(await screen.findByText('$nome_aluno, a mentoria abre seg…')).toBeVisible();
  const button = screen.getByRole('button', { name: 'Novo letreiro' });
  expect(button).toHaveAccessibleDescription('Novas atualizações em breve');
  await user.click(button);
  expect(history.location.search).toBe('?editar=aula/letreiro');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a URL opens no second one either', async () => {
  const { history } = open([marquee()]);
  await screen.findByText('$nome_aluno, a mentoria abre seg…');
  await act(async () => history.push('?editar=aula/letreiro/1'));
  expect(await screen.findByRole('dialog')).toBeVisible();
  await act(async () => history.push('?editar=aula/letreiro/novo'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a failed removal shows a message, and the marquee stays', async () => {
  const { user } = open([marquee()], [marquees.remove, () => refusing(503, 'Tente de novo.')]);
  await user.click(await screen.findByRole('button', { name: /^Opções de/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const dialog = await screen.findByRole('alertdialog').catch(() => screen.findByRole('dialog'));
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() =>
    expect(dialog).toHaveTextContent('Houve um erro ao tentar excluir o letreiro.'),
  );
});

test('the edited marquee runs on the lesson behind', async () => {
  serve(
    [marquees.list, () => [marquee({ text: 'A mentoria abre segunda' })]],
    [products.list, () => []],
  );
  visit(
    <>
      <LessonMarquee id={0} />
      <MarqueesPanel />
    </>,
    { at: '/homepage?editar=aula/letreiro' },
  );
  expect((await screen.findByRole('marquee')).textContent).toContain('A mentoria abre segunda');
});

test('after a save without a URL, nothing is left to save', async () => {
  const stored = [marquee({ url: 'https://loja.example.com' })];
  const { user, sent } = open(stored, [
    marquees.update,
    ({ body }) => ({ message: messages.updated, data: marquee(body) }),
  ]);
  await user.click(await screen.findByRole('button', { name: /^Opções de/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const url = await screen.findByRole('textbox', { name: 'URL' });
  await user.clear(url);
  fireEvent.submit(url.closest('form')!);
  await waitFor(() => expect(url).toHaveValue(''));
  await screen.findByText('Letreiro atualizado com sucesso.');
  await user.click(screen.getByRole('textbox', { name: /Texto/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), {
    timeout: 2000,
  });
  expect(sent.find(({ name }) => name === 'marquees.update')?.body).toMatchObject({ url: null });
});

test('a failed save says what failed, and the server’s reason', async () => {
  const { user } = open(
    [marquee()],
    [marquees.update, () => refusing(503, 'Estamos com muitos pedidos agora.')],
    [marquees.remove, () => refusing(503, 'Estamos com muitos pedidos agora.')],
  );
  await user.click(await screen.findByRole('button', { name: /^Opções de/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await user.type(await screen.findByRole('textbox', { name: /Texto/ }), '!');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error ao atualizar o letreiro');
  expect(alert).toHaveTextContent('Estamos com muitos pedidos agora.');
});
