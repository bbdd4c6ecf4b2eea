import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { products } from '@vitrine/contract/products';
import { quizzes, type Quiz } from '@vitrine/contract/quizzes';
import { expect, test } from 'vitest';
import { quiz, triple } from '../../../test/quizzes.ts';
import { serve, visit } from '../../../test/school.tsx';
import QuizzesPanel from './quizzes-panel.tsx';

function openPanel(list: Quiz[], at = '/homepage?editar=avaliacoes') {
  const sent = serve(
    [quizzes.list, () => triple(list)],
    [quizzes.create, () => triple(quiz({ id: 9 }))],
    [quizzes.update, () => triple(quiz({ version: 2 }))],
    [quizzes.remove, () => ({ message: 'Exclusão realizada.' })],
    [products.list, () => []],
  );
  return { ...visit(<QuizzesPanel />, { at, roles: ['owner'] }), sent };
}

test('an empty panel says what to do first', async () => {
  openPanel([]);
  expect(await screen.findByText('Você ainda não criou nenhuma avaliação!')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Novo' })).toBeEnabled();
});

test('many quizzes are searched by name; a short list has no search', async () => {
  const many = Array.from({ length: 8 }, (_, index) =>
    quiz({ id: index + 1, name: index === 5 ? 'Edição de cor' : `Luz ${index}` }),
  );
  const { user } = openPanel(many);
  const search = await screen.findByRole('searchbox', { name: 'Buscar avaliação' });
  await user.type(search, 'edicao');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByText('Edição de cor')).toBeVisible();
  expect(screen.getByText('1 resultado')).toHaveRole('status');
  await user.type(search, ' rara');
  expect(await screen.findByText('Nada com “edicao rara” no nome')).toBeVisible();
  cleanup();
  openPanel(many.slice(0, 7));
  expect(await screen.findByText('Luz 0')).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

test('a new quiz: the time shows below stopwatch and limit, and hidden fields are not sent', async () => {
  const { user, sent } = openPanel([], '/homepage?editar=avaliacoes/nova');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled();
  await user.type(dialog.getByLabelText(/^Nome/), 'Macro');
  expect(dialog.queryByRole('switch', { name: 'Limite de tempo' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('switch', { name: 'Cronômetro' }));
  await user.click(dialog.getByRole('switch', { name: 'Limite de tempo' }));
  expect(dialog.getByLabelText('Horas')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Adicione um tempo limite valido!')).toBeVisible();
  for (const name of ['Horas', 'Minutos', 'Segundos']) {
    expect(dialog.getByLabelText(name)).toBeInvalid();
    expect(dialog.getByLabelText(name)).toHaveAccessibleDescription(
      'Adicione um tempo limite valido!',
    );
  }
  expect(dialog.getByLabelText('Horas')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(dialog.getByLabelText('Horas')).toHaveFocus());
  // Two digits move on to the next field.
  await user.keyboard('0130');
  expect(dialog.getByLabelText('Minutos')).toHaveValue('30');
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.at(-2)?.body ?? sent.at(-1)?.body).toMatchObject({ time_limit: '01:30:00' }),
  );
});

test('a new quiz that is published says that students do not see it without questions', async () => {
  const { user } = openPanel([quiz()], '/homepage?editar=avaliacoes/nova');
  const warning = () => screen.queryByText('Sem perguntas, nenhum aluno a vê.');
  const published = await screen.findByRole('switch', { name: 'Publicada' });
  expect(warning()).toBeNull();
  await user.click(published);
  expect(warning()).toBeVisible();
  cleanup();
  openPanel([quiz({ published: 1 })], '/homepage?editar=avaliacoes/7');
  expect(await screen.findByRole('switch', { name: 'Publicada' })).toBeChecked();
  expect(warning()).toBeNull();
});

test('a limit that was switched off again is not sent', async () => {
  const { user, sent } = openPanel([], '/homepage?editar=avaliacoes/nova');
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Nome/), 'Macro');
  await user.click(dialog.getByRole('switch', { name: 'Cronômetro' }));
  await user.click(dialog.getByRole('switch', { name: 'Limite de tempo' }));
  await user.type(dialog.getByLabelText('Horas'), '02');
  await user.click(dialog.getByRole('switch', { name: 'Cronômetro' }));
  expect(dialog.queryByLabelText('Horas')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'quizzes.create')?.body).toMatchObject({
      name: 'Macro',
      stopwatch: false,
      time_limit: null,
    }),
  );
});

test('a goal says how many of ten points it is, and a number that is none says nothing', async () => {
  const { user } = openPanel([], '/homepage?editar=avaliacoes/nova');
  const goal = await screen.findByLabelText('Nota mínima para passar');
  expect(goal).toHaveAccessibleDescription('70% são 7 de 10 pontos.');
  await user.clear(goal);
  expect(goal).not.toHaveAccessibleDescription();
  for (const [typed, points] of [
    ['0', '0'],
    ['75', '7,5'],
    ['100', '10'],
  ]) {
    await user.clear(goal);
    await user.type(goal, typed!);
    expect(goal).toHaveAccessibleDescription(`${typed}% são ${points} de 10 pontos.`);
  }
  for (const typed of ['101', '-5', '7.5']) {
    await user.clear(goal);
    await user.type(goal, typed);
    expect(screen.queryByText(/de 10 pontos/)).not.toBeInTheDocument();
  }
});

test.each(['', '101'])(
  'a quiz with the goal "%s" is not saved, and the field says so',
  async (typed) => {
    const { user, sent } = openPanel([], '/homepage?editar=avaliacoes/nova');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Nome/), 'Macro');
    const goal = dialog.getByLabelText('Nota mínima para passar');
    await user.clear(goal);
    if (typed) await user.type(goal, typed);
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(goal).toHaveAccessibleDescription('Valor inválido'));
    expect(goal).toHaveFocus();
    expect(sent.some(({ name }) => name === 'quizzes.create')).toBe(false);
  },
);

test('the goal is hidden for behavioural quizzes', async () => {
  const { user } = openPanel([], '/homepage?editar=avaliacoes/nova');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Nota mínima para passar')).toHaveValue(70);
  await user.click(dialog.getByRole('radio', { name: 'Comportamental' }));
  expect(dialog.queryByLabelText('Nota mínima para passar')).not.toBeInTheDocument();
});

test('a quiz without questions links to its builder', async () => {
  openPanel([quiz({ questions_count: 0 })]);
  const link = await screen.findByRole('link', { name: 'Escrever perguntas Luz e sombra' });
  expect(link).toHaveAttribute('href', '/quiz?id=7&type=comun');
  cleanup();
  openPanel([quiz()]);
  expect(await screen.findByText('Luz e sombra')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Escrever perguntas/ })).not.toBeInTheDocument();
});

test('a quiz is removed after a confirmation', async () => {
  const { user, sent } = openPanel([quiz()]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Luz e sombra' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('quizzes.remove'));
});

test('a removal names the lessons that lose their quiz', async () => {
  const lessons = ['Vidro', 'Janela'].map((title, id) => ({ id, title, course_id: 1 }));
  const { user } = openPanel([
    quiz({ id: 3, name: 'Luz', lessons: lessons.slice(0, 1) }),
    quiz({ id: 4, name: 'Cor', lessons }),
  ]);
  const ask = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Opções de ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
    return screen.findByRole('dialog', { name: 'Excluir avaliação' });
  };
  const first = await ask('Luz');
  expect(first).toHaveTextContent('Luz some com todas as tentativas e resultados.');
  expect(first).toHaveTextContent('A aula Vidro fica sem avaliação.');
  await user.click(within(first).getByRole('button', { name: 'Cancelar' }));
  expect(await ask('Cor')).toHaveTextContent('2 aulas ficam sem avaliação: Vidro e Janela.');
});

test('a removal tells how many attempts go with the quiz', async () => {
  serve(
    [quizzes.list, () => triple([quiz()])],
    [quizzes.results, () => ({ data: { attempts: 12, members: 8 } })],
  );
  const { user } = visit(<QuizzesPanel />, {
    at: '/homepage?editar=avaliacoes',
    roles: ['owner'],
  });
  await user.click(await screen.findByRole('button', { name: 'Opções de Luz e sombra' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir avaliação' });
  await waitFor(() =>
    expect(dialog).toHaveTextContent('Vão junto 12 tentativas entregues, de 8 alunos.'),
  );
});

test('a name that is too long stays whole, and says so', async () => {
  const { user, sent } = openPanel([], '/homepage?editar=avaliacoes/nova');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText(/^Nome/));
  await user.paste('n'.repeat(600));
  expect(dialog.getByLabelText(/^Nome/)).toHaveValue('n'.repeat(600));
  expect(dialog.getByText('600/255')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('O nome deve ter no máximo 255 caracteres.')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.create');
});
