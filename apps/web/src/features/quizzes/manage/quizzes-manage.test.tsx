import { cleanup, act, screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import { quizzes, type Question, type Quiz } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../../test/school.tsx';
import BuilderPage from './builder-page.tsx';
import QuizzesPanel from './quizzes-panel.tsx';

const quiz = (more: Partial<Quiz> = {}): Quiz => ({
  id: 7,
  tenant_id: 1,
  name: 'Luz e sombra',
  type: 'comun',
  goal: 70,
  published: 0,
  repeat: 0,
  stopwatch: 0,
  time_limit: null,
  review: 'finished',
  product_ids: [],
  questions_count: 1,
  lessons: [],
  has_attempts: false,
  version: 1,
  ...more,
});

const triple = <T,>(data: T) => ['Avaliações encontradas', 200, { data }];

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

// The builder -------------------------------------------------------------------------------------

const question = (more: Partial<Question> = {}): Question => ({
  id: 1,
  kind: 'single',
  text: 'Que abertura deixa entrar mais luz?',
  weight: 1,
  options: [
    { id: 11, text: 'f/2', correct: true },
    { id: 12, text: 'f/16' },
  ],
  ...more,
});

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

/** Fakes the server, which gives ids to new items. `last` is its last answer. */
let next = 100;
function accepted({ questions }: { questions: Question[] }) {
  accepted.last = questions.map((one) => ({
    ...one,
    id: one.id ?? (next += 1),
    options: one.options.map((option) => ({ ...option, id: option.id ?? (next += 1) })),
  }));
  return { data: { version: 5, profiles: [], questions: accepted.last } };
}
accepted.last = [] as Question[];

test('typed text is saved automatically, with the existing ids', async () => {
  const { user, sent } = openBuilder([question()], accepted);
  await user.type(await screen.findByLabelText('Pergunta 1'), ' E por quê?');
  await user.click(screen.getByRole('radio', { name: 'Resposta B certa' }));
  expect(await screen.findByText(/^salvo às/, {}, { timeout: 4_000 })).toBeInTheDocument();
  const saves = sent.filter(({ name }) => name === 'quizzes.saveQuestions');
  expect(saves.at(-1)?.body).toMatchObject({
    version: 4,
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

const stale = (data: object) =>
  refusing(409, 'Outra pessoa salvou antes de você.', { code: 'stale_version', data });

const answersNow = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Resposta [A-Z]$/ })
    .map(({ value }) => value);

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
  const { user } = openBuilder([question(), question({ id: 2, text: 'E agora?' })], () =>
    refusing(503, 'Estamos com muitos pedidos.'),
  );
  const rows = () => screen.getAllByRole('button', { current: undefined, name: /^\d/ });
  await user.click(await screen.findByRole('button', { name: 'Opções da pergunta 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  expect(rows()[0]).toHaveTextContent('E agora?');
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Que abertura'), { timeout: 4_000 });
  expect(
    await screen.findByText('Não foi possível atualizar a ordem! Tente novamente.'),
  ).toBeVisible();
  expect(screen.queryByText('Estamos com muitos pedidos.')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Opções da resposta B' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  await user.type(screen.getByLabelText('Resposta A'), '!');
  await waitFor(() => expect(answersNow()).toEqual(['f/2', 'f/16!']), { timeout: 4_000 });
  expect(await screen.findByText('Estamos com muitos pedidos.')).toBeVisible();
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

test('questions that somebody else saved meanwhile are not overwritten', async () => {
  const { user } = openBuilder([question()], () =>
    stale({ questions: [question({ text: 'E agora?' })], profiles: [], version: 6 }),
  );
  await user.type(await screen.findByLabelText('Pergunta 1'), '!');
  expect(
    await screen.findByRole('button', { name: 'Recarregar' }, { timeout: 4_000 }),
  ).toBeVisible();
});

function openToPublish(list: Question[], publish: () => unknown, at = '/quiz?id=7&type=comun') {
  const sent = serve(
    [quizzes.show, () => triple(quiz())],
    [quizzes.list, () => triple([quiz()])],
    [quizzes.mine, () => []],
    [products.list, () => []],
    [quizzes.questions, () => ({ data: { questions: list, profiles: [], version: 1 } })],
    [quizzes.saveQuestions, ({ body }) => accepted(body)],
    [quizzes.publish, publish],
  );
  return { ...visit(<BuilderPage />, { at, roles: ['owner'] }), sent };
}

const faulty = question({
  id: 2,
  options: [
    { id: 21, text: 'f/2' },
    { id: 22, text: 'f/4' },
  ],
});

test('Publicar opens the first invalid question, says why and publishes nothing', async () => {
  const { user, sent } = openToPublish([question(), faulty], () => ({ data: quiz() }));
  await user.click(await screen.findByRole('button', { name: 'Publicar' }));
  expect(await screen.findByText('Falta corrigir a pergunta 2 antes de publicar.')).toBeVisible();
  const row = screen.getByRole('button', { name: /^2.*Sem resposta certa/ });
  await waitFor(() => expect(row).toHaveFocus());
  expect(row).toHaveAttribute('aria-current', 'true');
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.publish');
  await user.click(screen.getByRole('radio', { name: 'Resposta A certa' }));
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  // The last words are saved first.
  await waitFor(() =>
    expect(
      sent.map(({ name }) => name).filter((name) => /^quizzes\.(save|pub)/.test(name)),
    ).toEqual(['quizzes.saveQuestions', 'quizzes.publish']),
  );
  expect(sent.find(({ name }) => name === 'quizzes.publish')?.body).toEqual({ published: 1 });
});

test('Ajustes does not publish an invalid question', async () => {
  const { user } = openToPublish([faulty], () => ({ data: quiz() }), '/quiz?id=7&aba=ajustes');
  await user.click(await screen.findByRole('switch', { name: 'Publicada' }));
  const row = await screen.findByRole('button', { name: /^1.*Sem resposta certa/ });
  await waitFor(() => expect(row).toHaveFocus());
});

test('a quiz without questions is not published', async () => {
  const { user, sent } = openToPublish([], () => ({ data: quiz() }));
  await user.click(await screen.findByRole('button', { name: 'Publicar' }));
  expect(await screen.findByText('Esta avaliação ainda não tem questões.')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.publish');
});

test('a failed publication says so', async () => {
  const { user } = openToPublish([question()], () => refusing(503, 'Estamos com muitos pedidos.'));
  await user.click(await screen.findByRole('button', { name: 'Publicar' }));
  await waitFor(() =>
    expect(screen.getByText('Não foi possível salvar esta configuração')).toBeVisible(),
  );
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
  expect(dialog.getByRole('button', { name: 'Adicionar' })).toBeDisabled();
  // It waits there for who closes the dialog.
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await user.click(screen.getByRole('button', { name: 'Colar' }));
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('button', { name: 'Linha 4: Marcar B' }));
  await user.click(await again.findByRole('button', { name: 'Adicionar 1 pergunta' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByLabelText('Pergunta 3')).toHaveValue('E o vento?');
  expect(screen.getByRole('radio', { name: 'Resposta B certa' })).toBeChecked();
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
  window.innerWidth = 1024;
});

test('the owner closes an open attempt, and exports the results', async () => {
  const kaue = { id: 31, name: 'Kauê', photo_url: null };
  const open = { id: 12, member: kaue, started_at: '2026-11-22T10:00:00.000Z', deadline: null };
  const sent = serve(
    [quizzes.show, () => triple(quiz())],
    [quizzes.questions, () => ({ data: { questions: [], profiles: [], version: 4 } })],
    [
      quizzes.results,
      () => ({
        data: {
          attempts: 1,
          members: 1,
          passed: 1,
          mean: 100,
          spread: 0,
          seconds: 60,
          median_seconds: 75,
          abandoned: 2,
          scores: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
          questions: [],
          open: [open],
        },
      }),
    ],
    [quizzes.students, () => ({ data: [], next_cursor: null })],
    [quizzes.closeAttempt, () => refusing(409, 'Esta tentativa já foi entregue.')],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7&aba=resultados', roles: ['owner'] });
  const running = within(await screen.findByRole('region', { name: 'Em andamento' }));
  await user.click(running.getByRole('button', { name: 'Encerrar' }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'Encerrar' }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('quizzes.closeAttempt'));
  expect(await asked.findByText('Esta tentativa já foi entregue.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Baixar CSV', hidden: true })).toHaveAttribute(
    'href',
    '/api/v1/quizzes/7/results/export?attempt=first',
  );
  expect(screen.getByRole('link', { name: /todas as tentativas/, hidden: true })).toHaveAttribute(
    'href',
    '/api/v1/quizzes/7/results/export',
  );
});

test('the owner sees the right answers of each question, with formulas, and the profile of each student', async () => {
  const marina = { id: 31, name: 'Marina Teles', photo_url: null };
  const option = (id: number, text: string, correct: boolean) => ({
    id,
    text,
    correct,
    share: 0.5,
    mean: 50,
  });
  const results = {
    attempts: 2,
    members: 2,
    passed: 1,
    mean: 50,
    spread: 50,
    seconds: 60,
    median_seconds: 75,
    abandoned: 2,
    scores: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    open: [],
    profiles: [],
    questions: [
      {
        id: 1,
        text: 'Que \\(f\\)?',
        text_html: 'Que <span class="katex">f</span>?',
        right_share: 0.5,
        discrimination: null,
        options: [option(11, 'f/2', true), option(12, 'f/16', false)],
      },
    ],
  };
  const students = {
    data: [
      {
        member: marina,
        score: 60,
        passed: null,
        profile: 'gente',
        seconds: 60,
        attempts: 1,
        timed_out: true,
        finished_at: '2026-11-22T10:00:00.000Z',
      },
    ],
    next_cursor: null,
  };
  const scores = {
    lowest: { score: 40, attempts: 5 },
    highest: { score: 80, attempts: 4 },
    options: [
      { id: 11, scores: [{ score: 90, count: 4 }], lowest: 1, highest: 4 },
      {
        id: 12,
        scores: [
          { score: 20, count: 3 },
          { score: 40, count: 1 },
        ],
        lowest: 4,
        highest: 0,
      },
    ],
  };
  const open = (more: Partial<Quiz>) => {
    const profiles = [{ key: 'gente', title: 'De gente', description: '' }];
    serve(
      [quizzes.show, () => triple(quiz(more))],
      [quizzes.questions, () => ({ data: { questions: [], profiles, version: 4 } })],
      [quizzes.results, () => ({ data: results })],
      [quizzes.students, () => students],
      [quizzes.questionScores, () => ({ data: scores })],
    );
    return visit(<BuilderPage />, { at: '/quiz?id=7&aba=resultados', roles: ['owner'] });
  };
  const { user, leave } = open({});
  const asked = await screen.findByRole('button', { name: /50%/ });
  await waitFor(() => expect(asked.querySelector('.katex')).toHaveTextContent('f'));
  await user.click(asked);
  const answers = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(answers.filter((text) => text!.startsWith('Af/2certa'))).toHaveLength(1);
  expect(answers.filter((text) => text!.startsWith('Bf/16certa'))).toHaveLength(0);
  expect(
    await screen.findByRole('img', { name: 'Quem marcou B tirou de 20% a 40%, em média 50%' }),
  ).toBeVisible();
  expect(screen.getByText('B leva quem tirou menos.').parentElement).toHaveTextContent(
    'Do terço com as menores notas (até 40%), 80% marcaram B; do terço com as maiores (80% ou mais), 0%.',
  );
  const row = screen.getByRole('button', { name: /Marina Teles/ });
  expect(row).toHaveTextContent('60%');
  expect(row).toHaveTextContent('1 min, tempo esgotado');
  const fact = (label: string) => screen.getByText(label).closest('div');
  expect(fact('metade levou até isso')).toHaveTextContent('1 min 15 s');
  expect(fact('pararam no caminho')).toHaveTextContent('2');
  expect(screen.getByText('Nota média de 50%, desvio de 50%.')).toBeVisible();
  leave();
  open({ type: 'comportamental' });
  const student = await screen.findByRole('button', { name: /Marina Teles/ });
  await waitFor(() => expect(student).toHaveTextContent('De gente'));
  expect(student).not.toHaveTextContent('%');
  expect(screen.queryByRole('combobox', { name: 'Ordem dos alunos' })).toBeNull();
});

test('the owner moves through the students of the plot by arrow keys, and opens one', async () => {
  const plotted = Array.from({ length: 8 }, (_, index) => ({
    member: { id: 40 + index, name: `Aluna ${index}` },
    score: index * 10 + 20,
    passed: index * 10 + 20 >= 70,
    finished_at: '2026-11-22T10:00:00.000Z',
  }));
  const results = {
    attempts: 8,
    members: 8,
    passed: 3,
    mean: 55,
    spread: 23,
    seconds: 60,
    median_seconds: 75,
    abandoned: 2,
    scores: [0, 0, 1, 1, 1, 1, 1, 1, 1, 1],
    plotted,
    questions: [],
    open: [],
  };
  serve(
    [quizzes.show, () => triple(quiz({ goal: 70 }))],
    [quizzes.questions, () => ({ data: { questions: [], profiles: [], version: 4 } })],
    [quizzes.results, () => ({ data: results })],
    [quizzes.students, () => ({ data: [], next_cursor: null })],
    [quizzes.memberAttempts, () => ({ data: [] })],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7&aba=resultados', roles: ['owner'] });
  const plot = within(await screen.findByRole('group', { name: 'Alunos por nota' }));
  const dots = plot.getAllByRole('button');
  expect(dots.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1, -1]);
  expect(dots[4]).toHaveAccessibleName('Aluna 4, 60%, não passou');
  dots[0]!.focus();
  expect(await plot.findByText('Aluna 0')).toBeVisible();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(dots[2]).toHaveFocus();
  await user.keyboard('{End}{ArrowRight}');
  expect(dots[7]).toHaveFocus();
  expect(plot.getByText('Aluna 7')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Aluna 7' })).toBeVisible();
});

test('the owner finds a student by name, also where the first page of the search has none', async () => {
  const student = (id: number, name: string) => ({
    member: { id, name, photo_url: null },
    score: 60,
    passed: false,
    profile: null,
    seconds: 60,
    timed_out: false,
    attempts: 1,
    finished_at: '2026-11-22T10:00:00.000Z',
  });
  const results = {
    attempts: 2,
    members: 2,
    passed: 0,
    mean: 60,
    median: 60,
    spread: 0,
    seconds: 60,
    median_seconds: 75,
    abandoned: 2,
    scores: [0, 0, 0, 0, 0, 0, 2, 0, 0, 0],
    questions: [],
    open: [],
  };
  const iris = student(32, 'Íris Gonçalves');
  const sent = serve(
    [quizzes.show, () => triple(quiz())],
    [quizzes.questions, () => ({ data: { questions: [], profiles: [], version: 4 } })],
    [quizzes.results, () => ({ data: results })],
    [
      quizzes.students,
      ({ query }) => {
        const found = (data: unknown[], next_cursor: string | null = null) => ({
          data,
          next_cursor,
        });
        const q = query.get('q');
        if (query.get('order') === 'lowest') return found([iris, student(31, 'Marina Teles')]);
        if (q === 'goncalves') return query.get('cursor') ? found([iris]) : found([], '1-1');
        return q === 'zz' ? found([]) : found([student(31, 'Marina Teles'), iris]);
      },
    ],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7&aba=resultados', roles: ['owner'] });
  expect(await screen.findByRole('button', { name: /Marina Teles/ })).toBeVisible();
  const search = screen.getByRole('searchbox', { name: 'Buscar aluno' });
  await user.type(search, 'goncalves{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Marina Teles/ })).toBeNull());
  expect(await screen.findByRole('button', { name: /Íris Gonçalves/ })).toBeVisible();
  await user.clear(search);
  await user.type(search, 'zz{Enter}');
  expect(await screen.findByText('Nenhum aluno com esse nome respondeu.')).toBeVisible();
  expect(sent.filter(({ name }) => name === 'quizzes.students').length).toBeGreaterThan(3);

  await user.click(screen.getByRole('combobox', { name: 'Ordem dos alunos' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Mais recentes',
    'Maior nota',
    'Menor nota',
  ]);
  await user.click(screen.getByRole('option', { name: 'Menor nota' }));
  await waitFor(() =>
    expect(
      screen.getAllByRole('button', { name: /Marina|Íris/ }).map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Íris'), expect.stringContaining('Marina')]),
  );
});

test('the owner chooses by arrow keys which attempt counts, and all results follow', async () => {
  const results = {
    attempts: 3,
    members: 3,
    passed: 1,
    mean: 40,
    median: 40,
    spread: 0,
    seconds: 60,
    median_seconds: 75,
    abandoned: 2,
    scores: [0, 0, 0, 0, 3, 0, 0, 0, 0, 0],
    open: [],
    profiles: [],
    questions: [
      {
        id: 1,
        text: 'Que abertura?',
        right_share: 0.5,
        discrimination: null,
        options: [{ id: 11, text: 'f/2', correct: true, share: 0.5, mean: 50 }],
      },
    ],
  };
  const passed: Record<string, number> = { first: 1, best: 3, last: 2 };
  const asked: Record<string, unknown[]> = { results: [], students: [], scores: [] };
  serve(
    [quizzes.show, () => triple(quiz())],
    [quizzes.questions, () => ({ data: { questions: [], profiles: [], version: 4 } })],
    [
      quizzes.results,
      ({ query }) => {
        asked['results']!.push(query.get('attempt'));
        return { data: { ...results, passed: passed[query.get('attempt')!] } };
      },
    ],
    [
      quizzes.students,
      ({ query }) => {
        asked['students']!.push(query.get('attempt'));
        return { data: [], next_cursor: null };
      },
    ],
    [
      quizzes.questionScores,
      ({ query }) => {
        asked['scores']!.push(query.get('attempt'));
        return { data: { lowest: null, highest: null, options: [] } };
      },
    ],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7&aba=resultados', roles: ['owner'] });
  expect(await screen.findByText('33%')).toBeVisible();
  const file = screen.getByRole('link', { name: 'Baixar CSV' });
  expect(file).toHaveAttribute('href', '/api/v1/quizzes/7/results/export?attempt=first');
  await user.click(screen.getByRole('button', { name: /Que abertura/ }));
  const choice = within(screen.getByRole('group', { name: 'Tentativa que conta' }));
  expect(choice.getByRole('radio', { name: '1ª tentativa' })).toBeChecked();
  choice.getByRole('radio', { name: '1ª tentativa' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('100%')).toBeVisible();
  expect(file).toHaveAttribute('href', '/api/v1/quizzes/7/results/export?attempt=best');
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('66%')).toBeVisible();
  for (const choices of Object.values(asked)) expect(choices).toEqual(['first', 'best', 'last']);
});

test('the URL of the results restores the chosen attempt', async () => {
  const asked: unknown[] = [];
  serve(
    [quizzes.show, () => triple(quiz())],
    [quizzes.questions, () => ({ data: { questions: [], profiles: [], version: 4 } })],
    [
      quizzes.results,
      ({ query }) => {
        asked.push(query.get('attempt'));
        return refusing(500, 'Não deu.');
      },
    ],
  );
  const at = '/quiz?id=7&aba=resultados&conta=ultima';
  visit(<BuilderPage />, { at, roles: ['owner'] });
  expect(await screen.findByRole('radio', { name: 'Última' })).toBeChecked();
  await waitFor(() => expect(asked[0]).toBe('last'));
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

test('the owner reads how many students have each profile, and who they are', async () => {
  const results = {
    attempts: 4,
    members: 4,
    passed: 0,
    mean: 60,
    median: 60,
    spread: 0,
    seconds: 60,
    median_seconds: 75,
    abandoned: 2,
    scores: [0, 0, 0, 0, 0, 0, 4, 0, 0, 0],
    open: [],
    questions: [],
    profiles: [
      { key: 'sol', title: 'Sol', members: 1, share: 0.25 },
      { key: 'lua', title: 'Lua', members: 2, share: 0.5 },
      { key: 'mar', title: 'Mar', members: 0, share: 0 },
    ],
  };
  const profiles = results.profiles.map(({ key, title }) => ({ key, title, description: '' }));
  const student = (id: number, name: string, profile: string | null) => ({
    member: { id, name, photo_url: null },
    score: 60,
    passed: null,
    profile,
    seconds: 60,
    timed_out: false,
    attempts: 1,
    finished_at: '2026-11-22T10:00:00.000Z',
  });
  const iris = student(32, 'Íris Gonçalves', 'lua');
  const having: Record<string, object[]> = {
    any: [student(31, 'Marina Teles', 'sol'), iris],
    lua: [iris],
    ' ': [student(33, 'Seu Osvaldo', null)],
  };
  serve(
    [quizzes.show, () => triple(quiz({ type: 'comportamental' }))],
    [quizzes.questions, () => ({ data: { questions: [], profiles, version: 4 } })],
    [quizzes.results, () => ({ data: results })],
    [
      quizzes.students,
      ({ query }) => ({
        data: having[query.get('profile') ?? 'any'],
        next_cursor: null,
      }),
    ],
  );
  const { user } = visit(<BuilderPage />, { at: '/quiz?id=7&aba=resultados', roles: ['owner'] });
  const list = within(await screen.findByRole('region', { name: 'Perfis' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lua2 alunos50%',
    'Sol1 aluno25%',
    'Mar0 aluno0%',
    'Sem perfil1 aluno25%',
  ]);
  expect(list.getByRole('button', { name: /Mar/ })).toBeDisabled();
  // The best attempt of a behavioural quiz is the last one.
  expect(screen.queryByRole('radio', { name: 'Melhor' })).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /Marina Teles/ })).toBeVisible();
  await user.click(list.getByRole('button', { name: /Lua/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Marina Teles/ })).toBeNull());
  expect(screen.getByRole('button', { name: /Íris Gonçalves/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Mostrar alunos de todos os perfis/ }));
  expect(await screen.findByRole('button', { name: /Marina Teles/ })).toBeVisible();
  await user.click(list.getByRole('button', { name: /Sem perfil/ }));
  expect(await screen.findByRole('button', { name: /Seu Osvaldo/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Marina Teles/ })).toBeNull());
  const chip = screen.getByRole('button', { name: /Mostrar alunos de todos os perfis/ });
  expect(chip).toHaveTextContent('Sem perfil');
});
