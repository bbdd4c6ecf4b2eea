import { imports, type Import } from '@vitrine/contract/imports';
import { catalog } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catchSending } from '../../test/fake-upload.ts';
import { serve, visit } from '../../test/school.tsx';
import ImportPage from './import-page.tsx';

const job = (more: Partial<Import>): Import => ({
  id: 4,
  kind: 'course',
  status: 'running',
  filename: 'fotografia.imscc',
  done: 0,
  total: 0,
  created_at: '2026-01-01T12:00:00Z',
  report: [],
  ...more,
});

function open(answers: Import[], at = '/gestao/importar') {
  const sending = catchSending();
  serve(
    [products.list, () => []],
    [catalog.listCourses, () => ({ data: [], current_page: 1, next_page_url: null })],
    [
      catalog.showCourse,
      () => ({ data: { title: 'Fotografia', modules: [{ lessons: [{}, {}] }] } }),
    ],
    [imports.list, () => ({ data: [], current_page: 1, next_page_url: null })],
    [imports.show, () => ({ data: answers.length > 1 ? answers.shift() : answers[0] })],
  );
  return { sending, ...visit(<ImportPage />, { at }) };
}

async function send({ user, sending }: ReturnType<typeof open>) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['zip'], 'fotografia.imscc'));
  expect(await screen.findByText('fotografia.imscc')).toBeVisible();
  expect(sending).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Importar curso' }));
  await waitFor(() => expect(sending).toHaveLength(1));
}

test('a cartridge becomes a course: sent, followed, reported', async () => {
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
  expect(view.router.state.location.search).toBe('?importacao=4');
  const link = await screen.findByRole('link', { name: 'Abrir o curso' }, { timeout: 5000 });
  expect(link).toHaveAttribute('href', '/gestao/cursos/8');
  expect(await screen.findByText(/1 módulo · 2 aulas/)).toBeVisible();
  expect(screen.getByText('Questões numéricas não são aceitas.')).toBeVisible();
});

test('people come from a spreadsheet, and who did not is named by their line', async () => {
  const view = open(
    [
      job({
        kind: 'members',
        filename: 'alunos.csv',
        status: 'done',
        done: 2,
        total: 2,
        report: [{ line: 3, item: 'bia@', message: 'E-mail inválido' }],
      }),
    ],
    '/gestao/importar?tipo=pessoas',
  );
  const { user, sending } = view;
  expect(screen.getByRole('radio', { name: 'Pessoas' })).toBeChecked();
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['name,email'], 'alunos.csv', { type: 'text/csv' }),
  );
  await user.click(screen.getByRole('button', { name: 'Importar pessoas' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  expect(sending[0]!.url).toContain('/api/v1/members/import');
  await act(async () => sending[0]!.answer(202, { data: { id: 4 } }));
  expect(await screen.findByText('Linha 3: bia@')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver pessoas' })).toHaveAttribute(
    'href',
    '/gestao/alunos',
  );
});

test('a file that is no cartridge says so, and the next one can be chosen', async () => {
  const view = open([]);
  await send(view);
  const message = 'Este arquivo não é um zip.';
  await act(async () => view.sending[0]!.answer(415, { message, code: 'wrong_type' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('button', { name: /arquivo$/ })).toBeEnabled();
});

test('a failed import says that nothing is left of it', async () => {
  const report = [{ item: 'fotografia.imscc', message: 'Não há manifesto neste arquivo.' }];
  const view = open([job({ status: 'failed', report })]);
  await act(() => view.router.navigate('/gestao/importar?importacao=4'));
  expect(await screen.findByText('A importação não deu certo')).toBeVisible();
  expect(screen.getByText('Não há manifesto neste arquivo.')).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Nova importação' }));
  expect(await screen.findByRole('button', { name: 'Importar curso' })).toBeVisible();
});
