import { act, screen, waitFor, within } from '@testing-library/react';
import { levels, type Level } from '@vitrine/contract/levels';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import LevelsPanel from './levels-panel.tsx';

const level: Level = {
  id: 5,
  tenant_id: 1,
  name: 'Olhar',
  needed_score: 10,
  color: '#ffb238',
  img: null,
  url_img: null,
  show_level_on_profile: 1,
  show_score_on_profile: 1,
  animation: 'none',
};

beforeEach(() => localStorage.clear());

async function raiseTo(score: string, down: number) {
  const sent = serve(
    [levels.list, () => [level]],
    [levels.products, () => [{ id: 31, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } }]],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active' }]],
    [levels.effect, () => ({ data: { down } })],
    [levels.update, () => ({ message: 'Nível atualizado com sucesso.', data: level })],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/5' });
  const field = await screen.findByLabelText('Pontos para chegar');
  await user.clear(field);
  await user.type(field, score);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const saved = () => sent.filter(({ name }) => name === 'levels.update');
  return { user, saved, asked: () => sent.filter(({ name }) => name === 'levels.effect') };
}

test('a higher threshold says how many students lose the level, before the save', async () => {
  const { user, saved } = await raiseTo('40', 37);
  const question = await screen.findByRole('dialog', { name: '37 alunos descem de nível' });
  expect(saved()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.queryByText('Falha ao atualizar o nível! Tente novamente.')).toBeNull();
  expect(saved()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar mesmo assim' }));
  await waitFor(() => expect(saved()).toHaveLength(1));
});

test('a removed product says how many students lose the level, before the save', async () => {
  const asked: string[] = [];
  const sent = serve(
    [levels.list, () => [level]],
    [
      levels.products,
      () => [
        { id: 31, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } },
        { id: 32, plan_id: 4, level_id: 5, plan: { title: 'Mentoria' } },
      ],
    ],
    [
      products.list,
      () => [
        { id: 3, title: 'Estúdio', status: 'active' },
        { id: 4, title: 'Mentoria', status: 'active' },
      ],
    ],
    [
      levels.effect,
      ({ query }) => {
        asked.push(query.toString());
        return { data: { down: 2 } };
      },
    ],
    [levels.update, () => ({ message: 'Nível atualizado com sucesso.', data: level })],
    [levels.removeProduct, () => ({ message: 'Produto excluído das permissões' })],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/5' });
  const named = (name: string) => sent.filter((call) => call.name === name);
  await user.click(await screen.findByRole('button', { name: /Mentoria/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByRole('dialog', { name: '2 alunos descem de nível' })).toBeVisible();
  expect(asked).toEqual(['needed_score=10&product_ids=3']);
  expect(named('levels.removeProduct')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Salvar mesmo assim' }));
  await waitFor(() => expect(named('levels.removeProduct')).toHaveLength(1));
});

test('a threshold that no student loses is saved at once', async () => {
  const { saved } = await raiseTo('40', 0);
  await waitFor(() => expect(saved()).toHaveLength(1));
});

test('a lower threshold is saved without a question', async () => {
  const { saved, asked } = await raiseTo('4', 37);
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(asked()).toEqual([]);
});

test('a level keeps what a colleague has saved since the form opened', async () => {
  let now = level;
  const products = [{ id: 31, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } }];
  const sent = serve(
    [levels.list, () => [now]],
    [levels.products, () => products],
    [levels.update, () => ({ message: 'Nível atualizado com sucesso.', data: now })],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/5' });
  const name = await screen.findByLabelText(/^Nome/);
  now = { ...level, color: '#112233' };
  await user.type(name, ' novo');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find((call) => call.name === 'levels.update')?.body).toMatchObject({
      name: 'Olhar novo',
      color: '#112233',
    }),
  );
});

const long = 'Quem viu a luz da janela e voltou para contar';

/** Renders a level that the fake calls remove and restore. */
function openList(...more: Parameters<typeof serve>) {
  const sent = serve(
    ...more,
    [levels.list, () => [{ ...level, name: long }]],
    [levels.products, () => [{ id: 31, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } }]],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active' }]],
    [levels.effect, () => ({ data: { down: 0 } })],
    [levels.remove, () => ({ message: 'Nível excluído com sucesso.' })],
    [levels.create, () => ({ id: 6, message: 'Novo nível criado.', data: { ...level, id: 6 } })],
    [levels.update, () => ({ message: 'Nível atualizado com sucesso.', data: level })],
    [levels.addProducts, () => []],
  );
  const called = (name: string) =>
    sent.filter((call) => call.name === name).map(({ body }) => body);
  return { called, ...visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis' }) };
}

async function removeLevel({ user }: ReturnType<typeof openList>) {
  await user.click(await screen.findByRole('button', { name: `Remover ${long}` }));
}

test('a removal says how many students lose the level, beside its undo', async () => {
  const panel = openList([levels.effect, () => ({ data: { down: 37 } })]);
  await removeLevel(panel);
  expect(await screen.findByText('37 alunos descem de nível')).toBeVisible();
  expect(screen.getByText('Nível excluído com sucesso.')).toBeVisible();
  await panel.user.click(screen.getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(panel.called('levels.create')).toHaveLength(1));
});

test('a level with a long name is put back with its name and products', async () => {
  const panel = openList();
  await removeLevel(panel);
  await panel.user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(panel.called('levels.update')).toEqual([{ id: 6, name: long }]));
  expect(panel.called('levels.create')).toMatchObject([{ name: long.slice(0, 32) }]);
  expect(panel.called('levels.addProducts')).toEqual([
    { level_id: 6, array_plans_id: [3], put_back: true },
  ]);
});

test('a level is put back with its image', async () => {
  const img = '/files/1/luz.png';
  const panel = openList([levels.list, () => [{ ...level, name: long, url_img: img }]]);
  await removeLevel(panel);
  await panel.user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(panel.called('levels.create')).toMatchObject([{ img }]));
});

test('after a removal by keyboard the focus is on the button below the list', async () => {
  let isThere = true;
  const remove = () => {
    isThere = false;
    return { message: 'Nível excluído com sucesso.' };
  };
  const panel = openList(
    [levels.list, () => (isThere ? [{ ...level, name: long }] : [])],
    [levels.remove, remove],
  );
  await removeLevel(panel);
  await waitFor(() => expect(screen.queryByText(long)).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Novo' })).toHaveFocus());
});

test('a level that cannot be put back says so, and another press goes on where it stopped', async () => {
  const created = { id: 6, message: 'Novo nível criado.', data: { ...level, id: 6 } };
  const creations = [refusing(503, 'Sem resposta.'), created];
  const openings = [refusing(503, 'Ocupado.'), []];
  const panel = openList(
    [levels.create, () => creations.shift()],
    [levels.addProducts, () => openings.shift()],
  );
  const undo = async () =>
    panel.user.click((await screen.findAllByRole('button', { name: 'Desfazer' }))[0]!);
  await removeLevel(panel);
  await undo();
  expect(await screen.findByText(/Sem resposta/)).toBeVisible();
  expect(screen.getByText('Falha ao deletar o Nível, tente novamente.')).toBeVisible();
  await undo();
  expect(await screen.findByText(/Ocupado/)).toBeVisible();
  await undo();
  await waitFor(() => expect(panel.called('levels.update')).toEqual([{ id: 6, name: long }]));
  expect(panel.called('levels.create')).toHaveLength(2);
  expect(panel.called('levels.addProducts')).toEqual(
    Array(2).fill({ level_id: 6, array_plans_id: [3], put_back: true }),
  );
});

test('a level leaves the list before the server answers, and comes back if it refuses', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const remove = async () => {
    await answered;
    return refusing(503, 'Sem resposta.');
  };
  const panel = openList([levels.remove, remove]);
  await removeLevel(panel);
  expect(screen.queryByRole('button', { name: `Remover ${long}` })).toBeNull();
  answer();
  expect(await screen.findByRole('button', { name: `Remover ${long}` })).toBeVisible();
  expect(await screen.findByText('Falha ao deletar o Nível, tente novamente.')).toBeVisible();
  // The button beside the list had it meanwhile.
  expect(screen.getByRole('button', { name: `Remover ${long}` })).toHaveFocus();
});

test('a level whose products cannot be read is not removed', async () => {
  const panel = openList([levels.products, () => refusing(404, 'Não encontrado')]);
  await removeLevel(panel);
  expect(await screen.findByText('Falha ao deletar o Nível, tente novamente.')).toBeVisible();
  expect(panel.called('levels.remove')).toEqual([]);
});

test('a new level whose products were not saved is not created twice', async () => {
  let tries = 0;
  const sent = serve(
    [levels.list, () => []],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active' }]],
    [levels.create, () => ({ id: 6, message: 'Novo nível criado.', data: { ...level, id: 6 } })],
    [levels.update, ({ body }) => ({ message: 'Nível atualizado com sucesso.', data: body })],
    [levels.addProducts, () => ((tries += 1) === 1 ? refusing(503, 'Sem resposta.') : [])],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/novo' });
  await user.type(await screen.findByRole('textbox', { name: /Nome/ }), 'Olhar');
  await user.click(screen.getByRole('combobox', { name: /Quem poderá chegar/ }));
  await user.click(await screen.findByRole('option', { name: 'Estúdio' }));
  const save = screen.getByRole('button', { name: 'Salvar', hidden: true });
  await user.click(save);
  expect(await screen.findByText('Sem resposta.')).toBeInTheDocument();
  await user.click(save);
  await waitFor(() => expect(tries).toBe(2));
  const named = (name: string) => sent.filter((call) => call.name === name);
  expect(named('levels.create')).toHaveLength(1);
  expect(named('levels.addProducts').at(-1)?.body).toEqual({ level_id: 6, array_plans_id: [3] });
});

test('a level without products is not saved, and says so for 4 s', async () => {
  const sent = serve([levels.list, () => []], [products.list, () => []]);
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/novo' });
  await user.type(await screen.findByRole('textbox', { name: /Nome/ }), 'Olhar');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Nenhum produto selecionado.')).toBeVisible();
  act(() => void vi.advanceTimersByTime(3_500));
  expect(screen.getByText('Nenhum produto selecionado.')).toBeVisible();
  act(() => void vi.advanceTimersByTime(500));
  vi.useRealTimers();
  expect(screen.queryByText('Nenhum produto selecionado.')).toBeNull();
  expect(sent.map(({ name }) => name)).not.toContain('levels.create');
});

test('a level whose products cannot be read says so, and offers to try again', async () => {
  let fails = true;
  serve(
    [levels.list, () => [level]],
    [levels.products, () => (fails ? refusing(404, 'Não encontrado') : [])],
    [products.list, () => []],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/5' });
  expect(await screen.findByText('Os produtos não carregaram')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('dialog', { name: 'Editar nível' })).toBeVisible();
});

test('the form of a level opens at once, and its products come into it', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  serve(
    [levels.list, () => [level]],
    [
      levels.products,
      async () => {
        await answered;
        return [{ id: 31, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } }];
      },
    ],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active' }]],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/5' });
  const dialog = await screen.findByRole('dialog', { name: 'Editar nível' });
  await user.type(within(dialog).getByLabelText(/^Nome/), ' novo');
  // It would be saved without them.
  expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeDisabled();
  answer();
  expect(await within(dialog).findByRole('button', { name: /Estúdio/ })).toBeVisible();
  expect(within(dialog).getByLabelText(/^Nome/)).toHaveValue('Olhar novo');
  expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeEnabled();
});

test('a new level without a name and products says both, until it has them', async () => {
  serve(
    [levels.list, () => []],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active' }]],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/novo' });
  const dialog = await screen.findByRole('dialog', { name: 'Novo nível' });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await within(dialog).findByText('Obrigatório')).toBeVisible();
  expect(within(dialog).getByText('Nenhum produto selecionado.')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: /Nome/ })).toHaveFocus();
  await user.type(within(dialog).getByRole('textbox', { name: /Nome/ }), 'Semente');
  await waitFor(() => expect(within(dialog).queryByText('Obrigatório')).toBeNull());
});

test.each([
  ['novo', '0/32'],
  ['5', '5/150'],
])('a name may be longer on a change than on a new level: %s shows %s', async (at, counter) => {
  serve([levels.list, () => [level]], [levels.products, () => []], [products.list, () => []]);
  visit(<LevelsPanel />, { at: `/homepage?editar=gamificacao/niveis/${at}` });
  const dialog = await screen.findByRole('dialog', { name: /nível$/ });
  expect(await within(dialog).findByText(counter)).toBeVisible();
});

test('the list stays, and opens a level, where it cannot be read again', async () => {
  let reads = 0;
  const opened = openList([
    levels.list,
    () =>
      (reads += 1) > 1
        ? refusing(500, 'Algo deu errado.')
        : [
            { ...level, name: long },
            { ...level, id: 8, name: 'Semente' },
          ],
  ]);
  await removeLevel(opened);
  await waitFor(() => expect(reads).toBe(2));
  await opened.user.click(screen.getByRole('button', { name: 'Editar Semente' }));
  expect(await screen.findByRole('dialog', { name: 'Editar nível' })).toBeVisible();
  expect(screen.queryByText('Os níveis não carregaram')).not.toBeInTheDocument();
});
