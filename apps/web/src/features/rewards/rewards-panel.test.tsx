import { act, screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { rewards, type Reward } from '@vitrine/contract/rewards';
import { uploads } from '@vitrine/contract/uploads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catchSending } from '../../test/fake-upload.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import RewardsPanel from './rewards-panel.tsx';

const reward: Reward = {
  id: 5,
  tenant_id: 1,
  name: 'Olhar de macro',
  criteria: 'score',
  reward_type: 'score',
  needed_score: 10,
  quiz: null,
  lesson: 7,
  description: '',
  animation: 'trofeu',
  song: 'fanfarra',
  img: null,
  links: [],
  embed: '',
  file: null,
  deliverable_product: 4,
  plansSelected: [3],
  deliverables: [{ type: 'product', product: { id: 4, title: 'Bônus' } }],
  earned: 2,
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

function open(made: Reward[], at = '', ...more: Parameters<typeof serve>) {
  const estudio = { id: 31, plan_id: 3, reward_id: 5, plan: { title: 'Estúdio' } };
  let held = [estudio];
  const sent = serve(
    ...more,
    [rewards.list, () => made],
    [rewards.products, () => held],
    [
      rewards.removeProduct,
      () => {
        held = [];
        return { message: 'Produto excluído das permissões' };
      },
    ],
    [rewards.addProducts, () => (held = [estudio])],
    [rewards.create, () => ({ id: 5, message: 'Recompensa criada com sucesso.', data: reward })],
    [rewards.update, () => ({ message: 'Recompensa atualizada com sucesso.', data: reward })],
    [
      rewards.remove,
      () => {
        made = [];
        return { message: 'Recompensa excluída com sucesso.' };
      },
    ],
    [quizzes.list, () => ['', 200, { data: [{ id: 9, name: 'Prova de luz' }] }]],
    [
      catalog.lessonsToPick,
      () => ({
        data: [{ id: 7, title: 'Foco', course_title: 'Macro' }],
        current_page: 1,
        next_page_url: null,
      }),
    ],
    [catalog.showLesson, () => refusing(404, 'Não encontrado')],
    [
      products.list,
      () => [
        { id: 3, title: 'Estúdio', status: 'active', members_count: 2 },
        { id: 4, title: 'Bônus', status: 'active', members_count: 0 },
      ],
    ],
  );
  return {
    sent,
    ...visit(<RewardsPanel />, { at: `/homepage?editar=gamificacao/recompensa${at}` }),
  };
}

test('many rewards are searched by name, with the button for a new one above them', async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    ...reward,
    id: index + 1,
    name: index === 5 ? 'Edição de cor' : `Luz ${index}`,
  }));
  const { user } = open(many);
  const search = await screen.findByRole('searchbox', { name: 'Buscar recompensa' });
  const list = screen.getByRole('list', { name: 'Recompensa' });
  const button = screen.getByRole('button', { name: 'Nova recompensa' });
  expect(button.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.type(search, 'edicao');
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByText('Edição de cor')).toBeVisible();
});

test('an empty list says what rewards are for', async () => {
  open([]);
  expect(await screen.findByText('Você ainda não possui recompensas')).toBeVisible();
});

test('the form shows the fields of its criterion, and keeps what was typed in the others', async () => {
  const { user, sent } = open([], '/nova');
  const dialog = await screen.findByRole('dialog', { name: 'Criar recompensa' });
  await user.type(within(dialog).getByRole('textbox', { name: /Nome/ }), 'Primeiro clique');
  await user.type(within(dialog).getByRole('spinbutton', { name: /Pontos necessários/ }), '25');
  await user.click(within(dialog).getByRole('radio', { name: 'Avaliação' }));
  expect(within(dialog).queryByRole('spinbutton')).not.toBeInTheDocument();
  expect(within(dialog).getByRole('combobox', { name: 'Avaliação' })).toBeVisible();
  await user.click(within(dialog).getByRole('radio', { name: 'Pontuação' }));
  expect(within(dialog).getByRole('spinbutton', { name: /Pontos necessários/ })).toHaveValue(25);
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'rewards.create')?.body).toMatchObject({
      name: 'Primeiro clique',
      criteria: 'score',
      needed_score: 25,
    }),
  );
});

test('a lesson is searched by name, and told from one of the same name', async () => {
  const lessons = ['Retrato', 'Macro'].map((course_title, index) => ({
    id: index + 1,
    title: 'Primeira luz',
    course_title,
  }));
  const found = (data: object[]) => ({ data, current_page: 1, next_page_url: null });
  const { user } = open(
    [],
    '/nova',
    [
      catalog.lessonsToPick,
      () => found([...lessons, { id: 3, title: 'Cor', course_title: 'Macro' }]),
    ],
    [catalog.searchLessons, ({ params }) => found(params['term'] === 'primeira' ? lessons : [])],
  );
  const dialog = await screen.findByRole('dialog', { name: 'Criar recompensa' });
  await user.click(within(dialog).getByRole('radio', { name: 'Aula' }));
  const field = within(dialog).getByRole('combobox', { name: 'Aula' });
  await user.type(field, 'primeira');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(field).toHaveValue('primeira');
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('option', { name: /Macro/ }));
  expect(await within(dialog).findByRole('button', { name: 'Remover Primeira luz' })).toBeVisible();
});

test('a refused name shows an error at its field, which gets the focus', async () => {
  const { user } = open([], '/nova', [
    rewards.create,
    () =>
      refusing(422, 'Campo obrigatório', {
        code: 'invalid',
        errors: { name: ['Campo obrigatório'], needed_score: ['Diga quantos pontos.'] },
      }),
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Criar recompensa' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Descrição' }), 'Fica');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  const name = within(dialog).getByRole('textbox', { name: /Nome/ });
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription(/Campo obrigatório/);
  expect(within(dialog).getByRole('textbox', { name: 'Descrição' })).toHaveValue('Fica');
});

test('a school without quizzes gets a link to create one, and a failure can be tried again', async () => {
  let isUp = false;
  const { user } = open([], '/nova', [
    quizzes.list,
    () => (isUp ? ['', 200, { data: [] }] : refusing(404, 'Não encontrado')),
  ]);
  await user.click(await screen.findByRole('radio', { name: 'Avaliação' }));
  expect(await screen.findByText('As avaliações não carregaram')).toBeVisible();
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText(/Você ainda não criou nenhuma avaliação!/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Minhas avaliações' })).toHaveAttribute(
    'href',
    '/homepage?editar=avaliacoes',
  );
});

/** Each key renders the whole form. Links are long, so they are pasted. */
const pasteInto =
  (user: ReturnType<typeof open>['user'], field: HTMLElement) => async (text: string) => {
    await user.click(field);
    await user.paste(text);
  };

test('an invalid link shows an error, and an empty field adds nothing', async () => {
  const { user } = open([], '/nova');
  const dialog = await screen.findByRole('dialog');
  const add = within(dialog).getByRole('button', { name: 'Adicionar' });
  expect(add).toBeDisabled();
  const field = within(dialog).getByRole('textbox', { name: 'Links' });
  const paste = pasteInto(user, field);
  await paste('javascript:x()');
  await user.click(add);
  expect(within(dialog).getByText('Valor inválido, corrija e tente novamente')).toBeVisible();
  await user.clear(field);
  await paste('https://exemplo.com');
  await user.keyboard('{Enter}');
  expect(within(dialog).getByText('https://exemplo.com')).toBeVisible();
  await paste('https://exemplo.com/dois');
  await user.tab();
  expect(within(dialog).getByText('https://exemplo.com/dois')).toBeVisible();
  // The same link is there once.
  await paste('https://exemplo.com');
  await user.keyboard('{Enter}');
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Remover https://exemplo.com' }));
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  expect(field).toHaveFocus();
});

test('a wrong link is not lost: saving waits, and shows it', async () => {
  const { user, sent } = open([], '/nova');
  const dialog = await screen.findByRole('dialog');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const field = within(dialog).getByRole('textbox', { name: 'Links' });
  const paste = pasteInto(user, field);
  await paste('meu site');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription('Valor inválido, corrija e tente novamente');
  expect(scrolled.mock.instances).toContain(within(dialog).getByRole('alert'));
  expect(sent.map(({ name }) => name)).not.toContain('rewards.create');
  await user.clear(field);
  await paste('www.exemplo.com');
  // Ctrl+S saves from inside the field, before the link has joined the list.
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'rewards.create')?.body).toMatchObject({
      links: ['https://www.exemplo.com'],
    }),
  );
});

test('a wrong link that Enter refuses scrolls its message into view', async () => {
  const { user } = open([], '/nova');
  const dialog = await screen.findByRole('dialog');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.type(within(dialog).getByRole('textbox', { name: 'Links' }), 'meu site{Enter}');
  const message = await within(dialog).findByRole('alert');
  expect(message).toHaveTextContent('Valor inválido, corrija e tente novamente');
  expect(scrolled.mock.instances).toContain(message);
});

test('a criterion without its quiz is shown where it is chosen', async () => {
  const { user } = open([], '/nova', [
    rewards.create,
    () =>
      refusing(422, 'Escolha uma avaliação.', {
        code: 'invalid',
        errors: { quiz: ['Escolha uma avaliação.'] },
      }),
  ]);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'Avaliação' }));
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(within(dialog).getByRole('combobox', { name: 'Avaliação' })).toHaveFocus(),
  );
});

test('a failure that no field caused scrolls into view', async () => {
  const { user } = open([], '/nova', [rewards.create, () => refusing(500, 'Algo deu errado.')]);
  const dialog = await screen.findByRole('dialog');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.type(within(dialog).getByRole('textbox', { name: 'Descrição' }), 'Fica');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  const message = await within(dialog).findByRole('alert');
  await waitFor(() => expect(scrolled.mock.instances).toContain(message));
});

test('saving waits for the file, though the badge has arrived', async () => {
  const sending = catchSending();
  const path = '/files/1/ebook';
  const { user } = open([], '/nova', [
    uploads.announce,
    () => ({ data: { url: '/put/ebook', path, type: 'application/pdf' } }),
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Criar recompensa' });
  const [file, badge] = dialog.querySelectorAll<HTMLInputElement>('input[type=file]');
  await user.upload(file!, new File(['x'], 'ebook.pdf', { type: 'application/pdf' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.upload(badge!, new File(['x'], 'selo.gif', { type: 'image/gif' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  const img = { path: '/files/1/selo', url: '/files/1/selo', width: 400, height: 400 };
  await act(async () => sending[1]!.answer(201, { data: img }));
  expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeDisabled();
  await act(async () => sending[0]!.answer(200, null));
  expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeEnabled();
});

test('a file of more than 15 MB is refused before it is sent, in the specification’s words', async () => {
  const sending = catchSending();
  const { user } = open([], '/nova');
  const dialog = await screen.findByRole('dialog', { name: 'Criar recompensa' });
  const box = within(dialog).getByRole('group', { name: 'Arquivo' });
  expect(within(dialog).getByText(/tamanho máx: 15MB/)).toBeVisible();
  const heavy = new File(['x'], 'ebook.pdf', { type: 'application/pdf' });
  Object.defineProperty(heavy, 'size', { value: 15 * 1_048_576 + 1 });
  await user.upload(box.querySelector<HTMLInputElement>('input[type=file]')!, heavy);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'O arquivo excede o tamanho máximo permitido.',
  );
  expect(sending).toHaveLength(0);
});

test('a product of a reward is removed at once, and can be restored; the delivered one stays', async () => {
  const { user, sent } = open([reward], '/5');
  const dialog = await screen.findByRole('dialog', { name: 'Editar recompensa' });
  expect(within(dialog).getByText(/Produto entregue: Bônus/)).toBeVisible();
  await user.click(await within(dialog).findByRole('button', { name: /Remover.*Estúdio/ }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('rewards.removeProduct'));
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'rewards.addProducts')?.body).toEqual({
      reward_id: 5,
      array_plans_id: [3],
    }),
  );
});

test('a restored product stays beside an unsaved one', async () => {
  const { user, sent } = open([reward], '/5');
  const dialog = await screen.findByRole('dialog', { name: 'Editar recompensa' });
  await user.click(await within(dialog).findByRole('combobox', { name: /Quem poderá ganhar/ }));
  await user.click(await screen.findByRole('option', { name: 'Bônus' }));
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('button', { name: /Remover.*Estúdio/ }));
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  expect(await within(dialog).findByRole('button', { name: /Remover.*Estúdio/ })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'rewards.update')?.body).toMatchObject({
      plansSelected: [4, 3],
    }),
  );
});

test('a product that could not be removed returns beside one that was chosen meanwhile', async () => {
  let refuse = (): void => {};
  const { user } = open([reward], '/5', [
    rewards.removeProduct,
    () =>
      new Promise((resolve) => {
        refuse = () => resolve(refusing(503, 'Estamos com muitos pedidos.'));
      }),
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Editar recompensa' });
  await user.click(await within(dialog).findByRole('button', { name: /Remover.*Estúdio/ }));
  await user.click(within(dialog).getByRole('combobox', { name: /Quem poderá ganhar/ }));
  await user.click(await screen.findByRole('option', { name: 'Bônus' }));
  await user.keyboard('{Escape}');
  await act(async () => refuse());
  expect(await within(dialog).findByRole('button', { name: /Remover.*Estúdio/ })).toBeVisible();
  expect(within(dialog).getByRole('button', { name: /Remover.*Bônus/ })).toBeVisible();
});

test('the form of a reward opens at once, and waits for its products to save', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { sent, user } = open([reward], '/5', [
    rewards.products,
    async () => {
      await answered;
      return [{ id: 31, plan_id: 3, reward_id: 5, plan: { title: 'Estúdio' } }];
    },
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Editar recompensa' });
  await user.type(within(dialog).getByLabelText(/^Nome/), ' novo');
  expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeDisabled();
  answer();
  expect(await within(dialog).findByRole('button', { name: /Estúdio/ })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'rewards.update')?.body).toMatchObject({
      name: `${reward.name} novo`,
      plansSelected: [3],
    }),
  );
});

test('a reward whose products did not load says so', async () => {
  open([reward], '/5', [rewards.products, () => refusing(404, 'Não encontrado')]);
  expect(await screen.findByText('Os produtos não carregaram')).toBeVisible();
});

test('a reward that nobody has earned is deleted without a word about earners', async () => {
  const { user } = open([{ ...reward, earned: 0 }]);
  await user.click(await screen.findByRole('button', { name: 'Excluir Olhar de macro' }));
  expect(await screen.findByText(/^Tem certeza que deseja excluir/)).toBeVisible();
  expect(screen.queryByText(/já gan/)).toBeNull();
});

test('a reward is deleted after a confirmation', async () => {
  const { user, sent } = open([reward]);
  await user.click(await screen.findByRole('button', { name: 'Excluir Olhar de macro' }));
  expect(
    await screen.findByText(
      /^Tem certeza que deseja excluir essa recompensa\? Essa ação é irreversível/,
    ),
  ).toBeVisible();
  expect(screen.getByText('2 pessoas já ganharam e ficam com ela.')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('rewards.remove');
  await user.click(screen.getByRole('button', { name: 'Sim, desejo excluir' }));
  expect(await screen.findByText('Você ainda não possui recompensas')).toBeVisible();
  // Its row took the button along that had opened the dialog.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Nova recompensa' })).toHaveFocus(),
  );
});

test('cancelling the deletion of a reward returns the focus', async () => {
  const { user } = open([reward]);
  const remove = await screen.findByRole('button', { name: 'Excluir Olhar de macro' });
  await user.click(remove);
  await user.click(await screen.findByRole('button', { name: 'Não' }));
  await waitFor(() => expect(remove).toHaveFocus());
});

test('the preview of an animation ends by Esc, by its button and after 7 s', async () => {
  const { user } = open([reward], '/5');
  const show = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ver animação' }));
    return screen.findByRole('dialog', { name: 'Prévia da animação' });
  };
  const gone = () =>
    waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Prévia da animação' })).not.toBeInTheDocument(),
    );
  await show();
  await user.keyboard('{Escape}');
  await gone();
  expect(screen.getByRole('dialog', { name: 'Editar recompensa' })).toBeInTheDocument();
  await show();
  await user.click(screen.getByRole('button', { name: 'Encerrar animação' }));
  await gone();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show();
  act(() => void vi.advanceTimersByTime(6_000));
  expect(screen.getByRole('dialog', { name: 'Prévia da animação' })).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
  await gone();
});

test('a song plays only after a press, and Esc stops it first', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { user } = open([reward], '/5');
  const listen = await screen.findByRole('button', { name: 'Ouvir' });
  expect(play).not.toHaveBeenCalled();
  await user.click(listen);
  expect(play).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  expect(pause).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog', { name: 'Editar recompensa' })).toBeInTheDocument();
});

test('while a song plays, the keys write into the form', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { user } = open([reward], '/5');
  const name = await screen.findByRole('textbox', { name: /^Nome/ });
  await user.click(await screen.findByRole('button', { name: 'Ouvir' }));
  await user.type(name, '!');
  expect(name).toHaveValue(`${reward.name}!`);
});

test('a reward without an animation has none to show', async () => {
  open([{ ...reward, animation: 'none' }], '/5');
  expect(await screen.findByRole('button', { name: 'Ver animação' })).toBeDisabled();
});
