import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { DAY_MS } from '@vitrine/contract/durations';
import {
  imports,
  type Import,
  type MembersChoices,
  type MembersPreview,
} from '@vitrine/contract/imports';
import { mails } from '@vitrine/contract/mails';
import { products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, test } from 'vitest';
import { catchSending } from '../../test/fake-upload.ts';
import { quiz, triple } from '../../test/quizzes.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import { useQuizzes } from '../quizzes/quizzes.queries.ts';
import ImportPage from './import-page.tsx';
import { ImportResult } from './import-result.tsx';
import { MembersOutcome } from './members-outcome.tsx';

const job = (overrides: Partial<Import>): Import => ({
  id: 4,
  kind: 'course',
  status: 'running',
  filename: 'fotografia.imscc',
  done: 0,
  total: 0,
  created_at: new Date().toISOString(),
  report: [],
  undoing: false,
  ...overrides,
});

function open(
  answers: Import[],
  path = '/gestao/importar',
  delivers: 0 | 1 = 1,
  ...calls: Parameters<typeof serve>
) {
  const sending = catchSending();
  serve(
    ...calls,
    [products.list, () => []],
    [mails.list, () => ({ data: [], next_cursor: null, delivers })],
    [catalog.listCourses, () => ({ data: [], current_page: 1, next_page_url: null })],
    [
      catalog.showCourse,
      () => ({ data: { title: 'Fotografia', modules: [{ lessons: [{}, {}] }] } }),
    ],
    [imports.list, () => ({ data: [], current_page: 1, next_page_url: null })],
    [imports.undo, () => ({ data: { id: 4 } })],
    [imports.show, () => ({ data: answers.length > 1 ? answers.shift() : answers[0] })],
  );
  return { sending, ...visit(<ImportPage />, { at: path }) };
}

async function send({ user, sending }: ReturnType<typeof open>) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['zip'], 'fotografia.imscc'));
  expect(await screen.findByText('fotografia.imscc')).toBeVisible();
  expect(sending).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Importar curso' }));
  await waitFor(() => expect(sending).toHaveLength(1));
}

test('a cartridge becomes a course, with progress and a report', async () => {
  const view = open([
    job({ done: 3, total: 12 }),
    job({
      status: 'done',
      done: 12,
      total: 12,
      course_id: 8,
      report: [{ item: 'Prova final', message: 'Questões numéricas não são aceitas.' }],
    }),
  ]);
  await send(view);
  await act(async () => view.sending[0]!.answer(202, { data: { id: 4 } }));
  expect(await screen.findByText(/3 de 12 itens/)).toBeVisible();
  expect(view.history.location.search).toBe('?importacao=4');
  const link = await screen.findByRole('link', { name: 'Abrir o curso' }, { timeout: 5000 });
  expect(link).toHaveAttribute('href', '/gestao/cursos/8');
  expect(await screen.findByText(/1 módulo · 2 aulas/)).toBeVisible();
  expect(screen.getByText('Questões numéricas não são aceitas.')).toBeVisible();
});

const drop = (box: HTMLElement, file: File) =>
  fireEvent.drop(box, { dataTransfer: { files: [file], types: ['Files'] } });

test('a sheet that is dropped on the course opens the import of people with it', async () => {
  const view = open([]);
  const course = await screen.findByRole('group', { name: 'Arquivo do curso' });
  drop(course, new File(['x'], 'foto.png', { type: 'image/png' }));
  expect(await screen.findByText(/^Esse tipo de arquivo não serve/)).toBeVisible();
  drop(course, new File(['nome;email'], 'Turma.CSV'));
  await waitFor(() => expect(view.sending).toHaveLength(1));
  expect(screen.getByRole('radio', { name: 'Pessoas' })).toBeChecked();
  expect(await screen.findByText(/^Turma\.CSV é uma planilha/)).toBeVisible();
  await act(async () => view.sending[0]!.answer(200, { data: preview() }));
  expect(await screen.findByText('Turma.CSV')).toBeVisible();

  await view.user.click(screen.getByRole('radio', { name: 'Curso' }));
  await view.user.click(screen.getByRole('radio', { name: 'Pessoas' }));
  await screen.findByRole('group', { name: 'Planilha de pessoas' });
  expect(view.sending).toHaveLength(1);
});

test('a course that is dropped on the people waits in its own form', async () => {
  const view = open([job({})], '/gestao/importar?tipo=pessoas');
  drop(
    await screen.findByRole('group', { name: 'Planilha de pessoas' }),
    new File(['zip'], 'fotografia.imscc'),
  );
  expect(await screen.findByText(/^fotografia\.imscc é um curso/)).toBeVisible();
  expect(view.sending).toHaveLength(0);
  await view.user.click(screen.getByRole('button', { name: 'Importar curso' }));
  await waitFor(() => expect(view.sending).toHaveLength(1));
});

const keyOf = ({ headers }: { headers: Record<string, string> }) => headers['idempotency-key'];

test('a course is sent again under the same key until the form changes', async () => {
  const view = open([job({})]);
  await send(view);
  await act(async () => view.sending[0]!.fail());
  await view.user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(view.sending).toHaveLength(2));
  expect(keyOf(view.sending[0]!)).toBeTruthy();
  expect(keyOf(view.sending[1]!)).toBe(keyOf(view.sending[0]!));
  await act(async () => view.sending[1]!.fail());
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await view.user.upload(input, new File(['another'], 'fotografia.imscc'));
  await view.user.click(screen.getByRole('button', { name: 'Importar curso' }));
  await waitFor(() => expect(view.sending).toHaveLength(3));
  expect(keyOf(view.sending[2]!)).not.toBe(keyOf(view.sending[0]!));
});

test('people are sent again under the same key until a choice changes', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas');
  await sendPeople(view);
  await act(async () => view.sending[0]!.answer(200, { data: preview() }));
  expect(keyOf(view.sending[0]!)).toBeUndefined();
  const begin = () => view.user.click(screen.getByRole('button', { name: /^Importar 2 pessoas/ }));
  await screen.findByRole('button', { name: /^Importar 2 pessoas/ });
  for (const count of [2, 3]) {
    await begin();
    await waitFor(() => expect(view.sending).toHaveLength(count));
    await act(async () => view.sending.at(-1)!.fail());
  }
  await view.user.click(screen.getByRole('radio', { name: 'Sem convite' }));
  await begin();
  await waitFor(() => expect(view.sending).toHaveLength(4));
  const [first, second, third] = view.sending.slice(1).map(keyOf);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the number of invitations a day can be emptied and typed anew', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas');
  await sendPeople(view);
  await act(async () => view.sending[0]!.answer(200, { data: preview() }));
  await view.user.click(await screen.findByRole('radio', { name: 'Aos poucos' }));
  const field = screen.getByRole('spinbutton', { name: 'Convites por dia' });
  await view.user.type(field, '{Backspace}{Backspace}{Backspace}250');
  expect(field).toHaveValue(250);
  await view.user.clear(field);
  expect(field).toHaveValue(null);
  await view.user.tab();
  expect(field).toHaveValue(250);
  await view.user.clear(field);
  await view.user.type(field, '9999');
  await view.user.click(screen.getByRole('button', { name: /^Importar 2 pessoas/ }));
  await waitFor(() => expect(view.sending).toHaveLength(2));
  expect(choicesOf(view.sending[1]!).per_day).toBe(5_000);
});

test('an import is among the earlier ones as soon as the form is back', async () => {
  const ended = job({ status: 'done', course_id: 8 });
  const earlier: Import[] = [];
  const view = open([ended], '/gestao/importar', 1, [
    imports.list,
    () => ({ data: earlier, current_page: 1, next_page_url: null }),
  ]);
  await send(view);
  earlier.push(ended);
  await act(async () => view.sending[0]!.answer(202, { data: { id: 4 } }));
  await view.user.click(await screen.findByRole('button', { name: 'Nova importação' }));
  expect(await screen.findByRole('link', { name: 'fotografia.imscc' })).toBeVisible();
  expect(screen.getByText('Concluída')).toBeVisible();
});

test('the quizzes of an imported course are in the list that was read before', async () => {
  function Quizzes() {
    const list = useQuizzes().data?.[2].data;
    return <p>{list && (list.length ? list.map(({ name }) => name) : 'Nenhuma avaliação')}</p>;
  }
  let ended = false;
  serve(
    [imports.show, () => ({ data: job(ended ? { status: 'done', course_id: 8 } : {}) })],
    [quizzes.list, () => triple(ended ? [quiz()] : [])],
    [catalog.showCourse, () => refusing(404, 'Não encontrado')],
  );
  const parts = (
    <>
      <Quizzes />
      <ImportResult id={4} onAgain={() => {}} />
    </>
  );
  visit(parts, { at: '/gestao/importar' });
  expect(await screen.findByText('Nenhuma avaliação')).toBeVisible();
  ended = true;
  expect(await screen.findByText('Luz e sombra', {}, { timeout: 5_000 })).toBeVisible();
});

const preview = (overrides: Partial<MembersPreview> = {}): MembersPreview => ({
  headings: ['Nome', 'E-mail', 'Produto', 'Cor'],
  sample: [['Ana', 'ana@a.co', 'Curso Antigo', 'azul']],
  columns: {
    name: 0,
    first_name: null,
    last_name: null,
    email: 1,
    phone: null,
    document: null,
    product: 2,
  },
  remembered: false,
  rows: 3,
  unknown: ['Cor'],
  counts: { created: 2, changed: 0, unchanged: 0, refused: 1 },
  products: [{ title: 'Curso Antigo', rows: 2, matched: false, product_id: null }],
  report: [{ line: 3, item: 'bia@', message: 'E-mail inválido' }],
  ...overrides,
});

async function sendPeople({ user, sending }: ReturnType<typeof open>) {
  expect(screen.getByRole('radio', { name: 'Pessoas' })).toBeChecked();
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['name,email'], 'alunos.csv', { type: 'text/csv' }),
  );
  await waitFor(() => expect(sending).toHaveLength(1));
  expect(sending[0]!.url).toContain('/api/v1/members/import/preview');
}
const choicesOf = ({ body }: { body: unknown }) =>
  JSON.parse((body as FormData).get('choices') as string) as MembersChoices;

test('without a mail server, an import promises no invitation', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas', 0);
  await sendPeople(view);
  await act(async () => view.sending[0]!.answer(200, { data: preview() }));
  expect(
    await screen.findByText(/^Este servidor não envia e-mails: .* link de acesso/),
  ).toBeVisible();
  expect(screen.queryByText('2 convites saem com a importação.')).toBeNull();
});

test('members are imported from a spreadsheet after a preview, and the import can be undone', async () => {
  const counts = { created: 2, changed: 0, unchanged: 0, refused: 1 };
  const done = { kind: 'members', filename: 'alunos.csv', status: 'done', counts } as const;
  const undone_at = new Date().toISOString();
  const view = open(
    [
      job({
        ...done,
        uninvited: 2,
        report: [{ line: 3, item: 'bia@', message: 'E-mail inválido' }],
      }),
      job({
        ...done,
        undone_at,
        undoing: true,
        undo: { done: 1, removed: 1, kept: 0, products: 1 },
      }),
      job({ ...done, undone_at, undo: { done: 3, removed: 1, kept: 1, products: 2 } }),
    ],
    '/gestao/importar?tipo=pessoas',
  );
  await sendPeople(view);
  const { user, sending } = view;
  await act(async () => sending[0]!.answer(200, { data: preview() }));
  expect(await screen.findByText('Linha 3: bia@')).toBeVisible();
  expect(screen.getByText(/Ficam de fora: “Cor”/)).toBeVisible();
  expect(screen.getByText('2 convites saem com a importação.')).toBeVisible();

  await user.click(screen.getByRole('radio', { name: 'Aos poucos' }));
  const perDay = screen.getByRole('spinbutton', { name: 'Convites por dia' });
  fireEvent.change(perDay, { target: { value: '1' } });
  expect(screen.getByText('2 dias até o último convite.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Importar 2 pessoas' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  expect(sending[1]!.url).toMatch(/members\/import$/);
  expect(choicesOf(sending[1]!)).toMatchObject({ invite: 'gradual', per_day: 1 });

  await act(async () => sending[1]!.answer(202, { data: { id: 4 } }));
  expect(await screen.findByText(/2 novas · .* · 1 recusada/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Baixar resultado' })).toHaveAttribute(
    'href',
    '/api/v1/imports/4/result',
  );
  expect(screen.getByRole('button', { name: 'Convidar 2 pessoas' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Desfazer importação' }));
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  expect(await screen.findByText(/^Desfazendo: 1 de 3 linhas/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Desfazendo a importação' })).toBeVisible();
  const result = await screen.findByText(
    '1 conta excluída · 1 conta ficou · 2 produtos retirados',
    {},
    { timeout: 5000 },
  );
  expect(result.parentElement).toHaveTextContent('Esta importação foi desfeita.');
});

test('an import can be undone for thirty days', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const done = { kind: 'members', status: 'done' } as const;
  const counts = { created: 1, changed: 0, unchanged: 0, refused: 0 };
  const outcome = (days: number) =>
    visit(<MembersOutcome job={job({ ...done, counts, created_at: daysAgo(days) })} />, {
      roles: ['owner'],
    });
  const { leave } = outcome(29);
  expect(await screen.findByRole('button', { name: 'Desfazer importação' })).toBeVisible();
  leave();
  outcome(31);
  expect(await screen.findByRole('link', { name: 'Baixar resultado' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Desfazer importação' })).toBeNull();
});

test('nobody of an import that was undone is invited', async () => {
  const counts = { created: 3, changed: 0, unchanged: 0, refused: 0 };
  const undone_at = new Date().toISOString();
  const undo = { done: 3, removed: 1, kept: 2, products: 3 };
  const done = { kind: 'members', status: 'done', counts, uninvited: 2 } as const;
  visit(<MembersOutcome job={job({ ...done, undone_at, undo })} />);
  expect(screen.getByText('Esta importação foi desfeita.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Convidar/ })).toBeNull();
});

test('columns and products are chosen by hand, and the preview follows', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas');
  await sendPeople(view);
  const { user, sending } = view;
  const lost = preview({ columns: { ...preview().columns, email: null } });
  await act(async () => sending[0]!.answer(200, { data: lost }));
  expect(await screen.findByText(/Não encontramos a coluna de e-mail/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Importar/ })).toBeDisabled();

  await user.click(screen.getByRole('combobox', { name: /^E-mail/ }));
  await user.click(await screen.findByRole('option', { name: /^E-mail/ }));
  await waitFor(() => expect(sending).toHaveLength(2));
  expect(choicesOf(sending[1]!).columns).toMatchObject({ email: 1, name: 0 });
  await act(async () => sending[1]!.answer(200, { data: preview() }));

  expect(screen.getByText(/fica(m)? de fora até você escolher$/)).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Produto de “Curso Antigo”' }));
  await user.click(await screen.findByRole('option', { name: 'Sem produto' }));
  expect(screen.queryByText(/de fora até você escolher$/)).toBeNull();
  await waitFor(() => expect(sending).toHaveLength(3));
  expect(choicesOf(sending[2]!)).toMatchObject({
    columns: { email: 1 },
    products: [{ title: 'Curso Antigo', product_id: null }],
  });
});

test('a preview that fails after a choice shows its error, and nothing is imported without it', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas');
  await sendPeople(view);
  const { user, sending } = view;
  await act(async () => sending[0]!.answer(200, { data: preview() }));
  await user.click(await screen.findByRole('combobox', { name: 'Produto de “Curso Antigo”' }));
  await user.click(await screen.findByRole('option', { name: 'Sem produto' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  await act(async () => sending[1]!.fail());
  expect(await screen.findByText(/^A conexão caiu no meio do envio/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^Produto de/ })).toHaveTextContent('Sem produto');
  expect(screen.getByRole('button', { name: /^Importar/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(3));
  expect(choicesOf(sending[2]!).products).toEqual([{ title: 'Curso Antigo', product_id: null }]);
  await act(async () => sending[2]!.answer(200, { data: preview() }));
  expect(await screen.findByRole('button', { name: /^Importar/ })).toBeEnabled();
});

test('an import that fails on its way is sent again', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas');
  await sendPeople(view);
  const { user, sending } = view;
  await act(async () => sending[0]!.answer(200, { data: preview() }));
  await user.click(await screen.findByRole('button', { name: 'Importar 2 pessoas' }));
  await act(async () => sending[1]!.fail());
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(3));
  expect(sending[2]!.url).toMatch(/members\/import$/);
});

test('products that do not load show an error instead of no choice', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas', 1, [
    products.list,
    () => refusing(404, 'Não encontrado'),
  ]);
  await sendPeople(view);
  await act(async () => view.sending[0]!.answer(200, { data: preview() }));
  expect(await screen.findByText('Os produtos não carregaram')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /^Produto de/ })).toBeNull();
});

test('an inactive product is named where the file holds it, and offered nowhere else', async () => {
  const list = ['Curso Antigo', 'Outro Antigo', 'Curso Novo'].map((title, index) => ({
    id: index + 1,
    title,
    status: index < 2 ? 'inactive' : 'active',
    members_count: 0,
    courses: [],
  }));
  const view = open([], '/gestao/importar?tipo=pessoas', 1, [products.list, () => list]);
  await sendPeople(view);
  const known = [{ title: 'Curso Antigo', rows: 1, matched: true, product_id: 1 }];
  await act(async () => view.sending[0]!.answer(200, { data: preview({ products: known }) }));
  const choice = await screen.findByRole('combobox', { name: 'Produto de “Curso Antigo”' });
  await waitFor(() => expect(choice).toHaveTextContent('Curso Antigo (inativo)'));
  await view.user.click(choice);
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['Sem produto', 'Curso Antigo (inativo)', 'Curso Novo']);
});

test('a file that is no cartridge shows an error, and another one can be chosen', async () => {
  const view = open([]);
  await send(view);
  const message = 'Este arquivo não é um zip.';
  await act(async () => view.sending[0]!.answer(415, { message, code: 'wrong_type' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('button', { name: /arquivo$/ })).toBeEnabled();
});

test('a failed import says that it left nothing', async () => {
  const report = [{ item: 'fotografia.imscc', message: 'Não há manifesto neste arquivo.' }];
  const view = open([job({ status: 'failed', report })]);
  await act(async () => view.history.push('/gestao/importar?importacao=4'));
  expect(await screen.findByText('A importação não deu certo')).toBeVisible();
  expect(screen.getByText('Não há manifesto neste arquivo.')).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Nova importação' }));
  expect(await screen.findByRole('button', { name: 'Importar curso' })).toBeVisible();
});

test('an import that does not exist leads to a new one', async () => {
  const { user, history } = open([], '/gestao/importar?tipo=pessoas&importacao=9', 1, [
    imports.show,
    () => refusing(404, 'Não encontramos o que você procura.'),
  ]);
  expect(await screen.findByText('Esta importação não existe')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Nova importação' }));
  expect(await screen.findByText('Planilha de pessoas')).toBeVisible();
  expect(history.location.search).toBe('?tipo=pessoas');
});

test('an import counts its rows, and an undo what it took back', async () => {
  const counts = { created: 2, changed: 1, unchanged: 4, refused: 3 };
  const done = { kind: 'members', status: 'done', counts } as const;
  const { leave } = visit(<MembersOutcome job={job(done)} />);
  expect(
    screen.getByText('2 novas · 1 com produtos novos · 4 sem mudança · 3 recusadas'),
  ).toBeVisible();
  leave();
  const undo = { done: 7, removed: 1, kept: 2, products: 3 };
  const undone = { ...done, undone_at: new Date().toISOString(), undo };
  const second = visit(<MembersOutcome job={job(undone)} />);
  expect(
    screen.getByText('1 conta excluída · 2 contas ficaram · 3 produtos retirados'),
  ).toBeVisible();
  expect(screen.queryByText(/2 novas/)).toBeNull();
  second.leave();
  visit(<MembersOutcome job={job({ ...undone, undoing: true })} />);
  expect(screen.getByText(/^Desfazendo: 7 de 10 linhas/)).toBeVisible();
});

test('a file whose first column is the name asks for no other part of it', async () => {
  const view = open([], '/gestao/importar?tipo=pessoas');
  await sendPeople(view);
  await act(async () => view.sending[0]!.answer(200, { data: preview({ remembered: true }) }));
  expect(await screen.findByText(/^Como você escolheu da última vez/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Nome' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Primeiro nome' })).toBeNull();
});
