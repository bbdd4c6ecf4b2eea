import { act, screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import { quizzes, type Question, type Quiz } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { catchSending } from '../../../test/fake-upload.ts';
import { accepted, question, quiz, triple } from '../../../test/quizzes.ts';
import { refusing, serve, settle, visit } from '../../../test/school.tsx';
import BuilderPage from './builder-page.tsx';

function openBuilder(
  list: Question[],
  save: (body: { questions: Question[] }) => unknown,
  more: Partial<Quiz> = {},
) {
  const sent = serve(
    [quizzes.show, () => triple(quiz(more))],
    [quizzes.list, () => triple([quiz(more)])],
    [quizzes.mine, () => []],
    [quizzes.questions, () => ({ data: { questions: list, profiles: [], version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => save(body)],
  );
  return { ...visit(<BuilderPage />, { at: '/quiz?id=7&type=comun', roles: ['owner'] }), sent };
}

const stale = (data: object) =>
  refusing(409, 'Outra pessoa salvou antes de você.', { code: 'stale_version', data });

const wait = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));

const answersNow = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Resposta [A-Z]$/ })
    .map(({ value }) => value);

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

test('what is typed in a question while its image is uploaded stays', async () => {
  const sending = catchSending();
  const { user } = openBuilder([question()], accepted);
  const text = await screen.findByLabelText('Pergunta 1');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['x'], 'luz.png', { type: 'image/png' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.type(text, ' E por quê?');
  const path = '/files/1/luz.png';
  await act(async () =>
    sending[0]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  expect(await screen.findByLabelText(/^O que se vê na imagem/)).toBeVisible();
  expect(text).toHaveValue('Que abertura deixa entrar mais luz? E por quê?');
});

test('an image that is uploaded for one question is not given to the next', async () => {
  const sending = catchSending();
  const second = question({ id: 2, text: 'Qual é a mais lenta?', options: [] });
  const { user } = openBuilder([question(), second], accepted);
  await screen.findByLabelText('Pergunta 1');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['x'], 'luz.png', { type: 'image/png' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.click(screen.getByText('Qual é a mais lenta?'));
  await screen.findByLabelText('Pergunta 2');
  const path = '/files/1/luz.png';
  await act(async () =>
    sending[0]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  expect(screen.queryByLabelText(/^O que se vê na imagem/)).toBeNull();
});

test('an upload goes on while another question is open, and its failure is told there', async () => {
  const sending = catchSending();
  const { user } = openBuilder(
    [question(), question({ id: 2, text: 'Qual é a mais lenta?', options: [] })],
    accepted,
  );
  await screen.findByLabelText('Pergunta 1');
  const choose = () =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['x'], 'luz.png', { type: 'image/png' }),
    );
  const open = async (text: string, number: number) => {
    await user.click(screen.getAllByText(text)[0]!); // its row
    await waitFor(() => expect(screen.getByLabelText(`Pergunta ${number}`)).toBeVisible());
  };
  await choose();
  await waitFor(() => expect(sending).toHaveLength(1));
  await open('Qual é a mais lenta?', 2);
  expect(screen.getByLabelText('Pergunta 1')).not.toBeVisible();
  await act(async () => sending[0]!.fail());
  await open('Que abertura deixa entrar mais luz?', 1);
  expect(screen.getByText(/A conexão caiu no meio do envio/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  await open('Qual é a mais lenta?', 2);
  const path = '/files/1/luz.png';
  await act(async () =>
    sending[1]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  expect(screen.queryByLabelText(/^O que se vê na imagem/)).toBeNull();
  await open('Que abertura deixa entrar mais luz?', 1);
  expect(await screen.findByLabelText(/^O que se vê na imagem/)).toBeVisible();
});

test('a new question takes the focus while an image of another is uploaded', async () => {
  const sending = catchSending();
  const { user } = openBuilder([question()], accepted);
  await screen.findByLabelText('Pergunta 1');
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['x'], 'luz.png', { type: 'image/png' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Nova pergunta' }));
  await waitFor(() => expect(screen.getByLabelText('Pergunta 2')).toHaveFocus());
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

test('the texts of a profile are not cut either', async () => {
  const profiles = [{ key: 'sol', title: 'Sol', description: '' }];
  const sent = serve(
    [quizzes.show, () => triple(quiz({ type: 'comportamental' }))],
    [quizzes.questions, () => ({ data: { questions: [], profiles, version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => ({ data: { ...(body as object), version: 5 } })],
    [catalog.coursesToPick, () => []],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7', roles: ['owner'] });
  await user.click(await screen.findByLabelText('Nome do perfil'));
  await user.paste('l'.repeat(200));
  expect(screen.getByLabelText('Nome do perfil')).toHaveValue(`Sol${'l'.repeat(200)}`);
  expect(screen.getByText('203/120')).toBeVisible();
  await user.click(screen.getByLabelText('Descrição'));
  await user.paste('d'.repeat(2_001));
  expect(screen.getByText('2.001/2.000')).toBeVisible();
  await wait(1_500);
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.saveQuestions');
});

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

test('pasted questions are added, and unread text is reported', async () => {
  const { user } = openBuilder([question()], accepted);
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Texto'));
  await user.paste('Foco manual ajuda? {T}\n\nE o vento? {verdade}');
  // The line is found in the text by its name.
  await user.click(await dialog.findByRole('button', { name: 'Linha 3' }));
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Texto');
  expect(text).toHaveFocus();
  const { selectionStart, selectionEnd, value } = text;
  expect(value.slice(selectionStart, selectionEnd)).toBe('E o vento? {verdade}');
  await user.click(dialog.getByRole('button', { name: 'Adicionar 1 pergunta' }));
  expect(await screen.findByLabelText('Pergunta 2')).toHaveValue('Foco manual ajuda?');
});

test('unread text stays in the field, is repaired by a button, and is added then', async () => {
  const { user } = openBuilder([question()], accepted);
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Texto'));
  await user.paste('// prova\nFoco manual ajuda? {T}\n\nE o vento?\nA) Sim\nB) Não\nANSWER: C');
  expect(await dialog.findByText('1 linha fica de fora')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Adicionar 1 pergunta' }));
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Texto');
  expect(text).toHaveValue('E o vento?\nA) Sim\nB) Não\nANSWER: C');
  expect(text).toHaveFocus();
  expect(dialog.getByRole('button', { name: 'Adicionar' })).toBeDisabled();
  // It waits there for who closes the dialog, and for who looks at another tab.
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('tab', { name: 'Resultados' }));
  await user.click(screen.getByRole('tab', { name: /^Perguntas/ }));
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('button', { name: 'Linha 4: Marcar B' }));
  await user.click(await again.findByRole('button', { name: 'Adicionar 1 pergunta' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByLabelText('Pergunta 3')).toHaveValue('E o vento?');
  expect(screen.getByRole('radio', { name: 'Resposta B certa' })).toBeChecked();
});

test('every line that could not be read is marked, with its question', async () => {
  const { user } = openBuilder([question()], accepted);
  await user.click(await screen.findByRole('button', { name: 'Colar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Texto'));
  await user.paste('Certo? {T}\n\nE o vento?\nA) Sim\nB) Não\nANSWER: C\n\nE a luz? {T}');
  await dialog.findByRole('button', { name: 'Linha 6' });
  const marked = (mark: string) =>
    ['1', '2', '3', '4', '5', '6', '7', '8'].filter((line) =>
      dialog.getByText(line, { ignore: 'button' }).className.includes(mark),
    );
  expect(marked('border-warn')).toEqual(['3', '4', '5', '6']);
  expect(marked('bg-warn')).toEqual(['6']);
});

test('the preview beside the builder works as for students', async () => {
  window.innerWidth = 1440;
  const html = 'Que <span class="katex">f</span>?';
  const { user } = openBuilder([question({ text: 'Que \\(f\\)?', text_html: html })], accepted);
  const preview = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  expect(preview.getByText('f')).toHaveClass('katex');
  await user.click(preview.getByText('f/16'));
  expect(preview.getByRole('radio', { name: /f\/16/ })).toBeChecked();
  await user.type(screen.getByLabelText('Pergunta 1'), ' E por quê?');
  expect(preview.getByText('Que \\(f\\)? E por quê?')).toBeVisible();
  window.innerWidth = 1024;
});

test('the preview shows the question on a wide screen too, and its arrows change the question', async () => {
  window.innerWidth = 1440;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
  onTestFinished(() => void vi.restoreAllMocks());
  const second = question({ id: 2, text: 'E o vento?', options: [{ id: 21, text: 'Sul' }] });
  const { user } = openBuilder([question(), second], accepted);
  const preview = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  expect(preview.queryByRole('button', { name: /^Pergunta 2/ })).not.toBeInTheDocument();
  // Arrow keys move within the switch.
  preview.getByRole('radio', { name: 'Celular' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(preview.getByRole('radio', { name: 'Desktop' })).toBeChecked();
  await user.click(await preview.findByRole('button', { name: /^Pergunta 2/ }));
  expect(screen.getByLabelText('Pergunta 2')).toHaveValue('E o vento?');
  const next = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  expect(next.getByRole('radio', { name: 'Desktop' })).toBeChecked();
  await user.click(next.getByRole('button', { name: 'Anterior' }));
  expect(screen.getByLabelText('Pergunta 1')).toBeVisible();
  const first = within(await screen.findByRole('region', { name: 'Como o aluno vê' }));
  for (const back of first.queryAllByRole('button', { name: 'Anterior' }))
    expect(back).toBeDisabled();
  window.innerWidth = 1024;
});

test('a new profile takes over neither the answers nor the students of a removed one', async () => {
  const profiles = [
    { key: 'p1', title: 'Sol', description: '' },
    { key: 'p2', title: 'Lua', description: '' },
  ];
  const led = question({
    options: [
      { id: 11, text: 'Dia', profile: 'p1', weight: 1 },
      { id: 12, text: 'Noite', profile: 'p2', weight: 1 },
    ],
  });
  const sent = serve(
    [quizzes.show, () => triple(quiz({ type: 'comportamental' }))],
    [quizzes.questions, () => ({ data: { questions: [led], profiles, version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => ({ data: { ...(body as object), version: 5 } })],
    [catalog.coursesToPick, () => []],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7', roles: ['owner'] });
  await user.click(await screen.findByRole('button', { name: 'Remover o perfil Lua' }));
  await user.click(screen.getByRole('button', { name: 'Novo perfil' }));
  await user.type(screen.getAllByLabelText('Nome do perfil').at(-1)!, 'Mar');
  await waitFor(() =>
    expect(sent.findLast(({ name }) => name === 'quizzes.saveQuestions')?.body).toMatchObject({
      questions: [{ options: [{ profile: 'p1' }, { profile: null }] }],
      profiles: [{ title: 'Sol' }, { title: 'Mar', key: expect.not.stringMatching(/^p2$/) }],
    }),
  );
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

test('the owner chooses at most two courses that fit a profile', async () => {
  const profiles = [{ key: 'sol', title: 'Sol', description: '', course_ids: [4] }];
  const courses = ['Luz natural', 'Picos', 'Macro'].map((title, at) => ({ id: at + 4, title }));
  const sent = serve(
    [quizzes.show, () => triple(quiz({ type: 'comportamental' }))],
    [quizzes.questions, () => ({ data: { questions: [], profiles, version: 4 } })],
    [quizzes.saveQuestions, ({ body }) => ({ data: { ...(body as object), version: 5 } })],
    [catalog.coursesToPick, () => courses],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7', roles: ['owner'] });
  const field = await screen.findByRole('combobox', { name: /Cursos que combinam/ });
  expect(await screen.findByText('Luz natural')).toBeVisible();
  await user.type(field, 'pic');
  await user.click(await screen.findByRole('option', { name: 'Picos' }));
  await waitFor(() =>
    expect(sent.findLast(({ name }) => name === 'quizzes.saveQuestions')?.body).toMatchObject({
      profiles: [{ key: 'sol', course_ids: [4, 5] }],
    }),
  );
  await user.clear(field);
  await user.click(field);
  expect(await screen.findByText('Você já escolheu dois cursos.')).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Macro' })).not.toBeInTheDocument();
});

test.each([true, false])(
  'a change of questions says what it means for students who began: %s',
  async (has_attempts) => {
    openBuilder([question()], accepted, { has_attempts });
    await screen.findByLabelText('Pergunta 1');
    expect(screen.queryAllByText(/^Alunos já começaram\./)).toHaveLength(has_attempts ? 1 : 0);
  },
);
