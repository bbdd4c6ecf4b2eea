import { act, screen, waitFor, within } from '@testing-library/react';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test } from 'vitest';
import { answersNow, openBuilder, stale, wait } from '../../../test/quiz-builder.tsx';
import { accepted, question, quiz, triple } from '../../../test/quizzes.ts';
import { refusing, serve, settle, visit } from '../../../test/school.tsx';
import BuilderPage from './builder-page.tsx';

test('words that the server refuses are not sent again until they change', async () => {
  const { user, sent } = openBuilder([question()], async () => {
    await new Promise((answer) => setTimeout(answer, 50));
    return refusing(422, 'Não deu.');
  });
  const saves = () => sent.filter(({ name }) => name === 'quizzes.saveQuestions').length;
  await user.type(await screen.findByLabelText('Pergunta 1'), '!');
  expect(await screen.findByText('Não deu.', {}, { timeout: 4_000 })).toBeVisible();
  await wait(2_000);
  expect(saves()).toBe(1);
  await user.type(screen.getByLabelText('Pergunta 1'), '?');
  await waitFor(() => expect(saves()).toBe(2), { timeout: 4_000 });
});

test.each([503, 429])(
  'words that failed (%i) are sent once the connection is back, and their message stays till then',
  async (status) => {
    let down = true;
    const { user, sent } = openBuilder([question()], (body) =>
      down ? refusing(status, 'Estamos com muitos pedidos.') : accepted(body),
    );
    const saves = () => sent.filter(({ name }) => name === 'quizzes.saveQuestions').length;
    await user.type(await screen.findByLabelText('Pergunta 1'), '!');
    const failure = await screen.findByText('Estamos com muitos pedidos.', {}, { timeout: 4_000 });
    // The page listens a moment after it shows the message.
    await settle();
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(saves()).toBe(2));
    await wait(200);
    expect(failure).toBeVisible();
    down = false;
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByText(/^salvo às/)).toBeInTheDocument();
  },
);

test('an order that cannot be saved rolls back with a message, and keeps typed text', async () => {
  const ordered = Promise.withResolvers<void>();
  const typed = Promise.withResolvers<void>();
  let answer = ordered.promise;
  const { user } = openBuilder([question(), question({ id: 2, text: 'E agora?' })], async () => {
    await answer;
    return refusing(503, 'Estamos com muitos pedidos.');
  });
  const rows = () => screen.getAllByRole('button', { current: undefined, name: /^\d/ });
  await user.click(await screen.findByRole('button', { name: 'Opções da pergunta 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  expect(rows()[0]).toHaveTextContent('E agora?');
  ordered.resolve();
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Que abertura'), { timeout: 4_000 });
  // The message moves above or below a layer that opens or closes meanwhile.
  await waitFor(() =>
    expect(screen.getByText('Não foi possível atualizar a ordem! Tente novamente.')).toBeVisible(),
  );
  expect(screen.queryByText('Estamos com muitos pedidos.')).toBeNull();

  // The refusal comes after the text, however slow the machine is.
  answer = typed.promise;
  await user.click(screen.getByRole('button', { name: 'Opções da resposta B' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  await user.type(screen.getByLabelText('Resposta A'), '!');
  typed.resolve();
  await waitFor(() => expect(answersNow()).toEqual(['f/2', 'f/16!']), { timeout: 4_000 });
  expect(
    await screen.findByText('Estamos com muitos pedidos.', {}, { timeout: 4_000 }),
  ).toBeVisible();
});

test('questions are saved on top of settings that were saved meanwhile', async () => {
  const { user, sent } = openBuilder([question()], (body) =>
    (body as { version?: number }).version === 4
      ? stale({ questions: [question()], profiles: [], version: 6 })
      : accepted(body),
  );
  await user.type(await screen.findByLabelText('Pergunta 1'), '!');
  expect(await screen.findByText(/^salvo às/, {}, { timeout: 4_000 })).toBeInTheDocument();
  const saves = sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  expect(saves.at(-1)?.body).toMatchObject({ version: 6, questions: [{ id: 1 }] });
});

/** The author types, and Bia has saved another text meanwhile. */
async function meetConflict() {
  const theirs = {
    questions: [question({ text: 'E agora?' })],
    profiles: [],
    version: 6,
    changed_by: 'Bia',
    changed_by_id: 9,
    changed_at: '2026-01-01T12:00:00Z',
  };
  const opened = openBuilder([question()], (body) =>
    (body as { version?: number }).version === 4 ? stale(theirs) : accepted(body),
  );
  await opened.user.type(await screen.findByLabelText('Pergunta 1'), '!');
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 4_000 }));
  expect(dialog.getByText(/^Bia mudou/)).toBeVisible();
  const saves = () => opened.sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  return { ...opened, dialog, saves };
}

const ownText = 'Que abertura deixa entrar mais luz?!';

test('questions that somebody else saved meanwhile are not overwritten', async () => {
  const { user, dialog, saves } = await meetConflict();
  await user.click(dialog.getByRole('button', { name: 'Continuar editando' }));
  await user.type(screen.getByLabelText('Pergunta 1'), '?');
  await wait(1_500);
  expect(saves()).toHaveLength(1);
  expect(screen.getByLabelText('Pergunta 1')).toHaveValue(`${ownText}?`);
  // The question can be asked again.
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('button', { name: 'Salvar por cima' })).toBeVisible();
});

test('of two authors, the later one sees the questions of the other, and gets the own ones back', async () => {
  const { user, dialog, saves } = await meetConflict();
  await user.click(dialog.getByRole('button', { name: 'Recarregar' }));
  expect(screen.getByLabelText('Pergunta 1')).toHaveValue('E agora?');
  await wait(1_500);
  expect(saves()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(screen.getByLabelText('Pergunta 1')).toHaveValue(ownText);
  await waitFor(() => expect(saves()).toHaveLength(2), { timeout: 4_000 });
  expect(saves()[1]?.body).toMatchObject({ version: 6, questions: [{ id: 1, text: ownText }] });
});

test('of two authors, the later one may save over the questions of the other', async () => {
  const { user, dialog, saves } = await meetConflict();
  await user.click(dialog.getByRole('button', { name: 'Salvar por cima' }));
  expect(await screen.findByText(/^salvo às/)).toBeInTheDocument();
  expect(saves()[1]?.body).toMatchObject({ version: 6, questions: [{ id: 1, text: ownText }] });
});

test('a save whose answer was lost is the author’s own: it asks nothing and adds nothing twice', async () => {
  let stored = { questions: [question()], profiles: [], version: 4 };
  let isLost = true;
  const { user, sent } = openBuilder([question()], (body) => {
    const { version } = body as unknown as { version: number };
    if (version !== stored.version)
      return stale({ ...stored, changed_by: 'Olívia', changed_by_id: 1 });
    const { data } = accepted(body);
    const questions = data.questions.map((one) => ({ ...one, text: one.text.trim() }));
    stored = { questions, profiles: [], version: version + 1 };
    if (!isLost) return { data: stored };
    isLost = false;
    throw new TypeError('The connection is lost after the save.');
  });
  await user.click((await screen.findAllByRole('button', { name: 'Nova pergunta' }))[0]!);
  const text = screen.getByLabelText('Pergunta 2');
  await user.type(text, 'Qual ');
  expect(await screen.findByText(/^Sem conexão/, {}, { timeout: 4_000 })).toBeVisible();
  await user.type(text, 'luz?');
  expect(await screen.findByText(/^salvo às/, {}, { timeout: 4_000 })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(stored.questions.map((one) => one.text)).toEqual([question().text, 'Qual luz?']);
  const saves = sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  // The second question keeps the id that the lost answer gave.
  expect(saves.at(-1)?.body).toMatchObject({
    version: 5,
    questions: [{ id: 1 }, { id: stored.questions[1]!.id }],
  });
});

test('settings that were not saved come back after a reload', async () => {
  onTestFinished(() => localStorage.clear());
  const answers = () =>
    serve(
      [quizzes.show, () => triple(quiz())],
      [quizzes.questions, () => ({ data: { questions: [], profiles: [], version: 4 } })],
      [products.list, () => []],
    );
  const settings = { at: '/quiz?id=7&aba=ajustes', roles: ['owner' as const] };
  answers();
  const { user, leave } = visit(<BuilderPage />, settings);
  await user.type(await screen.findByRole('textbox', { name: /Nome/ }), '!');
  leave();
  answers();
  const again = visit(<BuilderPage />, settings);
  await again.user.click(await screen.findByRole('button', { name: 'Restaurar rascunho' }));
  expect(screen.getByRole('textbox', { name: /Nome/ })).toHaveValue('Luz e sombra!');
  localStorage.clear();
});

test('a reopened quiz shows the saved questions', async () => {
  let kept = [question()];
  serve(
    [quizzes.show, () => triple(quiz())],
    [quizzes.questions, () => ({ data: { questions: kept, profiles: [], version: 4 } })],
    [
      quizzes.saveQuestions,
      ({ body }) => {
        const answer = accepted(body);
        kept = accepted.last;
        return answer;
      },
    ],
  );
  const { user, history } = visit(<BuilderPage />, { at: '/quiz?id=7', roles: ['owner'] });
  await user.type(await screen.findByLabelText('Pergunta 1'), ' E por quê?');
  expect(await screen.findByText(/^salvo às/, {}, { timeout: 4_000 })).toBeInTheDocument();
  await act(async () => history.push('/quiz'));
  await screen.findByText('Esta avaliação não existe');
  await act(async () => history.push('/quiz?id=7'));
  expect(await screen.findByLabelText('Pergunta 1')).toHaveValue(kept[0]!.text);
});

test('what is written during a slow save is sent after it, with the new ids', async () => {
  const stored = Promise.withResolvers<void>();
  const { user, sent } = openBuilder([question()], async (body) => {
    await stored.promise;
    return accepted(body);
  });
  const saves = () => sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  const list = within(await screen.findByRole('region', { name: 'Perguntas' }));
  await user.click(list.getByRole('button', { name: 'Opções da pergunta 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }));
  await waitFor(() => expect(saves()).toHaveLength(1), { timeout: 4_000 });
  await user.type(screen.getByLabelText('Pergunta 2'), '?');
  await wait(1_500);
  expect(saves()).toHaveLength(1);
  stored.resolve();
  await waitFor(() => expect(saves()).toHaveLength(2), { timeout: 4_000 });
  expect(saves()[1]!.body).toMatchObject({
    version: 5,
    questions: [{ id: 1 }, { id: accepted.last[1]!.id, text: `${question().text}?` }],
  });
});

test('Salvar e sair during a slow save waits for it, saves the rest and leaves', async () => {
  const stored = Promise.withResolvers<void>();
  const { user, sent, history } = openBuilder([question()], async (body) => {
    await stored.promise;
    return accepted(body);
  });
  const saves = () => sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  const text = await screen.findByLabelText('Pergunta 1');
  await user.type(text, '!');
  await waitFor(() => expect(saves()).toHaveLength(1), { timeout: 4_000 });
  await user.type(text, '?');
  act(() => history.push('/homepage'));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  stored.resolve();
  await waitFor(() => expect(history.location.pathname).toBe('/homepage'));
  expect(saves().at(-1)!.body).toMatchObject({
    version: 5,
    questions: [{ text: `${question().text}!?` }],
  });
});

test('another tab of the builder opens at once, while words wait to be saved', async () => {
  const { user, sent } = openBuilder([question()], accepted);
  await user.type(await screen.findByLabelText('Pergunta 1'), '!');
  await user.click(screen.getByRole('tab', { name: 'Resultados' }));
  expect(screen.getByRole('tab', { name: 'Resultados' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('quizzes.saveQuestions'), {
    timeout: 4_000,
  });
});
