import { act, screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test } from 'vitest';
import { previewStudent } from '../../../kit/preview/preview.ts';
import { lessonEntry } from '../../../test/course.ts';
import { catchSending } from '../../../test/fake-upload.ts';
import { newCourse, openCourse } from '../../../test/managed-course.tsx';
import { refusing, serve, visit } from '../../../test/school.tsx';
import CoursePage from './course-page.tsx';

beforeEach(() => localStorage.clear());

test('cover and facts are beside the lessons, and the access settings above', async () => {
  const { course, user, history } = openCourse(
    '/gestao/cursos/5',
    [catalog.courseStudents, () => ({ data: { holders: 312, finished: 48 } })],
    [
      products.list,
      () => [
        { id: 3, title: 'Formação', status: 'active' },
        { id: 4, title: 'Antigo', status: 'inactive' },
      ],
    ],
  );
  course.product_ids = [3, 4];
  course.modules[0]!.lessons = [
    { ...lessonEntry(10, 'Boas-vindas'), duration_seconds: 5_400 },
    { ...lessonEntry(11, 'Janela'), published: 0, duration_seconds: 600 },
  ];
  const side = within(await screen.findByRole('complementary', { name: 'Sobre o curso' }));
  expect(side.getByText('1 h 40 min')).toBeVisible();
  expect(side.getByText('1 de 2 aulas')).toBeVisible();
  // Beside the heading of the module too, in words.
  expect(screen.getByText(/^2 aulas, 1\sh\s40\smin$/)).toBeVisible();
  expect(await side.findByText('48 de 312 alunos')).toBeVisible();
  expect(await screen.findByText('Publicado, aberto por Formação')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver como aluno' }));
  expect(history.location.pathname + history.location.search).toBe('/courses/5?editar');
  expect(previewStudent.get()).toEqual([3, 4]);
});

test('a cover of the course that could not be saved says so', async () => {
  const sending = catchSending();
  const { user } = openCourse('/gestao/cursos/5', [
    catalog.updateCourse,
    () => refusing(503, 'Estamos com muitos pedidos.'),
  ]);
  const side = await screen.findByRole('complementary', { name: 'Sobre o curso' });
  await user.upload(
    side.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['x'], 'luz.png', { type: 'image/png' }),
  );
  await waitFor(() => expect(sending).toHaveLength(1));
  const stored = { path: '/files/1/luz.png', url: '/files/1/luz.png', width: 1, height: 1 };
  await act(async () => sending[0]!.answer(201, { data: stored }));
  expect(await screen.findByText('Estamos com muitos pedidos.')).toBeVisible();
});

test('a draft is published with one press, and made a draft again by its menu', async () => {
  const view: ReturnType<typeof openCourse> = openCourse(
    '/gestao/cursos/5',
    [
      catalog.updateLesson,
      ({ body }) => {
        Object.assign(view.course.modules[0]!.lessons[0]!, body);
        return { data: {} };
      },
    ],
    [
      catalog.updateCourse,
      ({ body }) => {
        Object.assign(view.course, body);
        return { data: {} };
      },
    ],
  );
  const { user, sent, course } = view;
  Object.assign(course.modules[0]!.lessons[0]!, { published: 0 });
  course.published = 0;
  await user.click(await screen.findByRole('button', { name: 'Publicar Boas-vindas' }));
  await user.click(screen.getByRole('button', { name: 'Publicar Retrato' }));
  await waitFor(() => expect(screen.queryByText('Rascunho')).not.toBeInTheDocument());
  expect(screen.getByText('Publicada')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Opções de Boas-vindas' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Voltar a rascunho' }));
  expect(await screen.findByText('Rascunho')).toBeVisible();
  const updates = sent.filter(({ name }) => name.startsWith('catalog.update'));
  expect(updates.map(({ name, body }) => [name, body])).toEqual([
    ['catalog.updateLesson', { published: 1 }],
    ['catalog.updateCourse', { published: 1 }],
    ['catalog.updateLesson', { published: 0 }],
  ]);
});

test('removing a course with lessons needs the typed word', async () => {
  const { user, history } = openCourse('/gestao/cursos/5', [catalog.removeCourse, () => undefined]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Retrato' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir curso' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir Retrato' });
  expect(dialog).toHaveTextContent('Vai junto 1 aula');
  expect(within(dialog).getByRole('button', { name: 'Excluir' })).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox'), 'EXCLUIR{Enter}');
  await waitFor(() => expect(history.location.pathname).toBe('/gestao/cursos'));
});

test('an open question about a course is not asked about another one', async () => {
  const { user, history } = openCourse('/gestao/cursos/6', [
    catalog.showCourse,
    ({ params }) => {
      const id = Number(params['id']);
      return { data: { ...newCourse(), id, title: id === 5 ? 'Retrato' : 'Macro' } };
    },
  ]);
  // Both are read: the page changes without a wait.
  expect(await screen.findByRole('heading', { name: 'Macro' })).toBeVisible();
  await act(async () => history.push('/gestao/cursos/5'));
  await user.click(await screen.findByRole('button', { name: 'Opções de Retrato' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir curso' }));
  expect(await screen.findByRole('dialog', { name: 'Excluir Retrato' })).toBeVisible();
  await act(async () => history.push('/gestao/cursos/6'));
  expect(await screen.findByRole('heading', { name: 'Macro' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a course without products says that only staff see it, and links to the field', async () => {
  const { user } = openCourse('/gestao/cursos/5');
  expect(await screen.findByText('Sem produtos: só a equipe vê')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Escolher produto' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Produtos' })).toHaveFocus());
});

test.each([
  ['active', null],
  ['inactive', 'Produtos inativos: só a equipe entra'],
] as const)('with a product that is %s it says %s', async (status, words) => {
  const plan = { id: 3, title: 'Anual', status, members_count: 0 };
  serve(
    [catalog.showCourse, () => ({ data: { ...newCourse(), product_ids: [3] } })],
    [products.list, () => [plan]],
  );
  visit(<CoursePage />, { at: '/gestao/cursos/5', path: '/gestao/cursos/:id' });
  if (words) expect(await screen.findByText(words)).toBeVisible();
  else {
    expect(await screen.findByText('Boas-vindas')).toBeVisible();
    expect(screen.queryByText(/só a equipe/)).toBeNull();
  }
});
