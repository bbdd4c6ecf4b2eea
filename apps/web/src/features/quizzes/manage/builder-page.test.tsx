import { screen, waitFor, within } from '@testing-library/react';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answersNow, openBuilder, wait } from '../../../test/quiz-builder.tsx';
import { accepted, question } from '../../../test/quizzes.ts';
import { refusing, serve, visit } from '../../../test/school.tsx';
import BuilderPage from './builder-page.tsx';

test('typed text is saved automatically, with the existing ids', async () => {
  const { user, sent } = openBuilder([question()], accepted);
  await user.type(await screen.findByLabelText('Pergunta 1'), ' E por quê?');
  await user.click(screen.getByRole('radio', { name: 'Resposta B certa' }));
  expect(await screen.findByText(/^salvo às/, {}, { timeout: 4_000 })).toBeInTheDocument();
  const saves = sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  expect(saves.at(-1)?.body).toMatchObject({
    // Slow typing is saved in parts. Each one builds on the answer before.
    version: saves.length > 1 ? 5 : 4,
    questions: [
      {
        id: 1,
        text: 'Que abertura deixa entrar mais luz? E por quê?',
        options: [
          { id: 11, correct: false },
          { id: 12, correct: true },
        ],
      },
    ],
  });
});

test('a builder that does not load has a way back', async () => {
  serve(
    [quizzes.show, () => refusing(500, 'Algo deu errado do nosso lado.')],
    [quizzes.questions, () => refusing(500, 'Algo deu errado do nosso lado.')],
  );
  visit(<BuilderPage />, { at: '/quiz?id=7&type=comun', roles: ['owner'] });
  expect(await screen.findByText('A avaliação não carregou')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voltar' })).toHaveAttribute(
    'href',
    '/homepage?editar=avaliacoes',
  );
});

test('an empty question is not saved, and warns', async () => {
  const { user, sent } = openBuilder([], accepted);
  await user.click((await screen.findAllByRole('button', { name: 'Nova pergunta' }))[0]!);
  expect(await screen.findByText('Sem texto')).toBeVisible();
  await user.type(screen.getByLabelText('Pergunta 1'), 'Qual?');
  await user.type(screen.getByLabelText('Resposta A'), 'Esta');
  await user.type(screen.getByLabelText('Resposta B'), 'esta');
  expect(await screen.findByText('Duas opções iguais')).toBeVisible();
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('quizzes.saveQuestions'), {
    timeout: 4_000,
  });
  // The second save carries the ids that the first one gave.
  await user.type(screen.getByLabelText('Resposta B'), ' não');
  await waitFor(
    () => {
      const last = sent.findLast(({ name }) => name === 'quizzes.saveQuestions')!;
      expect(last.body).toMatchObject({
        questions: [{ id: expect.any(Number), options: [{}, { text: 'esta não' }] }],
      });
    },
    { timeout: 4_000 },
  );
});

test('undo after a save keeps the ids', async () => {
  const { user, sent } = openBuilder([question()], accepted);
  const saves = () => sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  const list = within(await screen.findByRole('region', { name: 'Perguntas' }));
  await user.click(list.getByRole('button', { name: 'Opções da pergunta 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }));
  await waitFor(() => expect(saves()).toHaveLength(1), { timeout: 4_000 });
  await screen.findByText(/^salvo às/);
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(list.queryByRole('button', { name: 'Opções da pergunta 2' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Refazer' }));
  await user.type(screen.getByLabelText('Pergunta 2'), '?');
  await waitFor(() => expect(saves().length).toBeGreaterThan(1), { timeout: 4_000 });
  // The copy is the one that was saved, not a third question.
  const copy = accepted.last[1]!;
  expect(saves().at(-1)?.body).toMatchObject({
    questions: [{ id: 1 }, { id: copy.id, options: copy.options.map(({ id }) => ({ id })) }],
  });
});

test('an unreachable goal shows a warning while typing', async () => {
  const { user } = openBuilder(
    [question(), question({ id: 2, options: [{ id: 21, text: 'f/2' }] })],
    accepted,
  );
  const warning = 'Ninguém chega à nota mínima de 70%: o máximo é 50%.';
  expect(await screen.findByText(warning)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^2/ }));
  await user.click(screen.getByRole('radio', { name: 'Resposta A certa' }));
  expect(screen.queryByText(warning)).toBeNull();
});

test('a goal of 57 percent is in reach of 57 of 100 points', async () => {
  openBuilder(
    [question({ weight: 57 }), question({ id: 2, weight: 43, options: [{ id: 21, text: 'f/2' }] })],
    accepted,
    { goal: 57 },
  );
  expect(await screen.findByText('100 pontos')).toBeVisible();
  expect(screen.queryByText(/Ninguém chega/)).toBeNull();
});

test('a question of a behavioural quiz has no right answer and is worth no points', async () => {
  window.innerWidth = 1440;
  openBuilder([question()], accepted, { type: 'comportamental' });
  expect(await screen.findByRole('radio', { name: 'Várias respostas' })).toBeVisible();
  expect(screen.queryByText(/cert|ponto/)).toBeNull();
  window.innerWidth = 1024;
});

test('a failed save says why and can be tried again', async () => {
  let down = true;
  const { user } = openBuilder([question()], (body) =>
    down ? refusing(503, 'Estamos com muitos pedidos.') : accepted(body),
  );
  await user.type(await screen.findByLabelText('Pergunta 1'), '!');
  expect(
    await screen.findByText('Estamos com muitos pedidos.', {}, { timeout: 4_000 }),
  ).toBeVisible();
  down = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText(/^salvo às/)).toBeInTheDocument();
});

test('a pasted text that is too long stays whole, says by how much, and is saved once it is shorter', async () => {
  const { user, sent } = openBuilder([question()], accepted);
  const saves = () => sent.filter(({ name }) => name === 'quizzes.saveQuestions').length;
  const option = await screen.findByRole('textbox', { name: 'Resposta A' });
  const text = screen.getByLabelText<HTMLTextAreaElement>('Pergunta 1');
  await user.click(option);
  await user.paste('x'.repeat(1_010));
  await user.click(text);
  await user.clear(text);
  await user.paste('y'.repeat(5_012));
  expect(option).toHaveValue(`f/2${'x'.repeat(1_010)}`);
  expect(text.value).toHaveLength(5_012);
  expect(option).toHaveAccessibleDescription('A opção deve ter no máximo 1.000 caracteres.');
  expect(text).toHaveAccessibleDescription('A pergunta deve ter no máximo 5.000 caracteres.');
  for (const excess of ['-12', '-13']) expect(screen.getByText(excess)).toBeVisible();
  expect(screen.getByText('12 caracteres a mais')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^1.*Um texto é longo demais/ })).toBeVisible();
  expect(screen.getByText('Encurte o texto marcado para salvar.')).toBeVisible();
  await wait(1_500);
  expect(saves()).toBe(0);
  await user.clear(option);
  await user.paste('f/2');
  await user.clear(text);
  await user.paste('Qual?');
  expect(await screen.findByText(/^salvo às/, {}, { timeout: 4_000 })).toBeInTheDocument();
});

test('an answer moves by its menu, and the new order is saved with the same ids', async () => {
  const { user, sent } = openBuilder([question()], accepted);
  await user.click(await screen.findByRole('button', { name: 'Opções da resposta B' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  expect(answersNow()).toEqual(['f/16', 'f/2']);
  expect(await screen.findByText(/^salvo às/, {}, { timeout: 4_000 })).toBeInTheDocument();
  const saves = sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  expect(saves.at(-1)?.body).toMatchObject({
    questions: [{ options: [{ id: 12 }, { id: 11, correct: true }] }],
  });
});

test('a formula is written into the text at the cursor, and opened there again', async () => {
  const { user } = openBuilder([question({ text: 'Quanto é ?' })], accepted);
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Pergunta 1');
  await user.click(text);
  text.setSelectionRange(9, 9);
  await user.click(screen.getAllByRole('button', { name: 'Fórmula' })[0]!);
  await user.type(await screen.findByLabelText('LaTeX'), 'x^2');
  await user.click(screen.getByRole('button', { name: 'Inserir' }));
  expect(text).toHaveValue('Quanto é \\(x^2\\)?');
  text.setSelectionRange(12, 12);
  await user.click(screen.getAllByRole('button', { name: 'Fórmula' })[0]!);
  expect(await screen.findByLabelText('LaTeX')).toHaveValue('x^2');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  expect(text).toHaveValue('Quanto é ?');
});

test('a quiz of 200 questions takes no other one, and says so', async () => {
  const full = Array.from({ length: 200 }, (_, at) => question({ id: at + 1 }));
  const { user } = openBuilder(full, accepted);
  const list = within(await screen.findByRole('region', { name: 'Perguntas' }));
  expect(list.getByText('Uma avaliação tem no máximo 200 perguntas.')).toBeVisible();
  // Names are found faster than roles, among 200 rows.
  expect(list.getByText('Nova pergunta').closest('button')).toBeDisabled();
  await user.click(list.getByLabelText('Opções da pergunta 1'));
  const duplicate = (await screen.findByText('Duplicar')).closest('[role="menuitem"]');
  expect(duplicate).toHaveAttribute('aria-disabled', 'true');
}, 40_000);

test('after a removal of a question or of an answer the focus is on the next one', async () => {
  const { user } = openBuilder([question(), question({ id: 2, text: 'Que lente?' })], accepted);
  await user.click(await screen.findByRole('button', { name: 'Opções da resposta A' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reordenar f/16' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Opções da pergunta 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Reordenar Que abertura/ })).toHaveFocus(),
  );
});

test('a new question takes the focus, and so does a new profile', async () => {
  const { user } = openBuilder([question()], accepted, { type: 'comportamental' });
  await user.click(await screen.findByRole('button', { name: 'Nova pergunta' }));
  await waitFor(() => expect(screen.getByLabelText('Pergunta 2')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Novo perfil' }));
  await waitFor(() => expect(screen.getByLabelText('Nome do perfil')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: /^Remover o perfil/ }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Perfis' })).toHaveFocus());
});

test('a removed question comes back, and what was written since stays', async () => {
  // The message stays for five seconds. A busy machine would need them for the steps between.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { user } = openBuilder([question(), question({ id: 2, text: 'Que lente?' })], accepted);
  const list = within(await screen.findByRole('region', { name: 'Perguntas' }));
  await user.click(list.getByRole('button', { name: 'Opções da pergunta 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.click(list.getByRole('button', { name: /^1/ }));
  await user.type(screen.getByLabelText('Pergunta 1'), '!');
  await screen.findByText('Pergunta removida');
  // Beside the message, the head has a button of this name.
  await user.click(screen.getAllByRole('button', { name: 'Desfazer' }).at(-1)!);
  expect(list.getByRole('button', { name: 'Opções da pergunta 2' })).toBeVisible();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Pergunta 1').value).toMatch(/\?!$/);
});

test.each([true, false])(
  'a change of questions says what it means for students who began: %s',
  async (has_attempts) => {
    openBuilder([question()], accepted, { has_attempts });
    await screen.findByLabelText('Pergunta 1');
    expect(screen.queryAllByText(/^Alunos já começaram\./)).toHaveLength(has_attempts ? 1 : 0);
  },
);
