import { screen, waitFor, within } from '@testing-library/react';
import { catalog, type Course } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test } from 'vitest';
import { useContractQuery } from '../../../kit/queries/contract-query.ts';
import { lessonEntry } from '../../../test/course.ts';
import { lessonsOf, newCourse, openCourse, takesLessons } from '../../../test/managed-course.tsx';
import { refusing, serve, visit } from '../../../test/school.tsx';
import CoursePage from './course-page.tsx';

beforeEach(() => localStorage.clear());

test('Enter adds a lesson, and the empty field is ready for the next', async () => {
  let next = 20;
  const view: ReturnType<typeof openCourse> = openCourse('/gestao/cursos/5', [
    catalog.createLesson,
    ({ body }) => {
      view.course.modules[1]!.lessons.push(lessonEntry((next += 1), body.title));
      return { data: {} };
    },
  ]);
  const { user } = view;
  await user.click(await screen.findByRole('textbox', { name: 'Nova aula em Luz' }));
  await user.keyboard('Janela{Enter}Rua{Enter}');
  await waitFor(() => expect(lessonsOf('Luz')).toEqual(['Janela', 'Rua']));
  const field = screen.getByRole('textbox', { name: 'Nova aula em Luz' });
  expect(field).toHaveValue('');
  // The button goes with the text.
  await user.keyboard('Mar');
  await user.click(screen.getByRole('button', { name: 'Adicionar' }));
  expect(field).toHaveFocus();
});

test('a lesson says that students cannot take its quiz yet', async () => {
  const { course } = openCourse('/gestao/cursos/5');
  course.modules[0]!.lessons = [
    { ...lessonEntry(10, 'Prova'), kind: 'quiz', quiz_open: false },
    { ...lessonEntry(11, 'Filme'), kind: 'video', quiz_open: false },
    { ...lessonEntry(12, 'Aberta'), kind: 'quiz', quiz_open: true },
  ];
  await screen.findByRole('link', { name: 'Prova' });
  const rows = within(screen.getByRole('list', { name: 'Aulas de Começo' }))
    .getAllByRole('link')
    .map((link) => link.parentElement!.textContent);
  expect(rows).toEqual([
    'ProvaAvaliação em rascunho',
    'FilmeAvaliação em rascunho · Vídeo',
    'AbertaAvaliação',
  ]);
});

test('a published lesson without content says so', async () => {
  const { course } = openCourse('/gestao/cursos/5');
  course.modules[0]!.lessons = [
    { ...lessonEntry(10, 'Oca'), empty: true },
    { ...lessonEntry(11, 'Guardada'), empty: true, published: 0 },
    { ...lessonEntry(12, 'Escrita'), empty: false },
  ];
  await screen.findByRole('link', { name: 'Oca' });
  const rows = within(screen.getByRole('list', { name: 'Aulas de Começo' }))
    .getAllByRole('link')
    .map((link) => link.parentElement!.textContent);
  expect(rows).toEqual(['OcaSem conteúdo', 'GuardadaTexto', 'EscritaTexto']);
});

test('the home page shows a new lesson without a reload', async () => {
  let homeRequests = 0;
  serve(
    [catalog.showCourse, () => ({ data: newCourse() })],
    [products.list, () => []],
    [catalog.createLesson, () => ({ data: {} })],
    [home.show, () => ({ data: { asked: (homeRequests += 1) } })],
  );
  const Home = () => <output>{useContractQuery(home.show, {}).isSuccess && 'read'}</output>;
  const { user } = visit(
    <>
      <Home />
      <CoursePage />
    </>,
    { at: '/gestao/cursos/5', path: '/gestao/cursos/:id' },
  );
  await user.click(await screen.findByRole('textbox', { name: 'Nova aula em Luz' }));
  expect(homeRequests).toBe(1);
  await user.keyboard('Janela{Enter}');
  await waitFor(() => expect(homeRequests).toBe(2));
});

test('"Nova aula" focuses the field of the last module, also of a closed one', async () => {
  const { user } = openCourse('/gestao/cursos/5');
  await user.click(await screen.findByRole('button', { name: 'Aulas de Luz' }));
  expect(screen.queryByRole('textbox', { name: 'Nova aula em Luz' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Nova aula' }));
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Nova aula em Luz' })).toHaveFocus(),
  );
});

test('after the first module the focus is in its first lesson, after a second one in the module field', async () => {
  const modules: Course['modules'] = [];
  serve(
    [catalog.showCourse, () => ({ data: { ...newCourse(), modules: [...modules] } })],
    [products.list, () => []],
    [
      catalog.createModule,
      ({ body: { title } }) => {
        const module = { ...newCourse().modules[1]!, id: modules.length + 1, title };
        modules.push(module);
        return { data: module };
      },
    ],
  );
  const { user } = visit(<CoursePage />, { at: '/gestao/cursos/5', path: '/gestao/cursos/:id' });
  const newModule = await screen.findByRole('textbox', { name: 'Novo módulo' });
  await waitFor(() => expect(newModule).toHaveFocus());
  expect(screen.queryByText('0 de 0 aula')).not.toBeInTheDocument();
  await user.keyboard('Janela{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Nova aula em Janela' })).toHaveFocus();
  await user.type(newModule, 'Rua{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Nova aula em Rua' })).not.toHaveFocus();
  expect(newModule).toHaveFocus();
});

test('a lesson that could not be added returns to its field, with the reason', async () => {
  const { user } = openCourse('/gestao/cursos/5', [
    catalog.createLesson,
    () => refusing(503, 'Estamos com muitos pedidos agora.'),
  ]);
  await user.click(await screen.findByRole('textbox', { name: 'Nova aula em Luz' }));
  await user.keyboard('Janela{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Estamos com muitos pedidos agora.');
  expect(screen.getByRole('textbox', { name: 'Nova aula em Luz' })).toHaveValue('Janela');
});

test('a pasted title that is too long stays whole, with the limit', async () => {
  const tooLong = 'O título deve ter no máximo 255 caracteres.';
  const { user } = openCourse('/gestao/cursos/5', [
    catalog.createLesson,
    ({ body }) => (body.title.length > 255 ? refusing(422, tooLong) : { data: {} }),
  ]);
  await user.click(await screen.findByRole('textbox', { name: 'Nova aula em Luz' }));
  await user.paste('x'.repeat(300));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(tooLong);
  expect(screen.getByRole('textbox', { name: 'Nova aula em Luz' })).toHaveValue('x'.repeat(300));
});

test('selected lessons become drafts and are deleted at once; Esc clears the selection', async () => {
  const view: ReturnType<typeof openCourse> = openCourse(
    '/gestao/cursos/5',
    takesLessons(() => view.course),
    [
      catalog.removeLessons,
      () => {
        view.course.modules[0]!.lessons = [lessonEntry(12, 'Mar')];
        return { data: view.course };
      },
    ],
  );
  const { user, sent, course } = view;
  course.modules[0]!.lessons.push(lessonEntry(11, 'Rua'), lessonEntry(12, 'Mar'));
  await user.click(await screen.findByRole('checkbox', { name: 'Escolher Rua' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Escolher Rua' }));
  await user.click(screen.getByRole('checkbox', { name: 'Escolher Boas-vindas' }));
  const bar = within(screen.getByRole('toolbar', { name: 'Aulas escolhidas' }));
  await user.click(bar.getByRole('button', { name: 'Voltar a rascunho' }));
  expect(await screen.findAllByText('Rascunho')).toHaveLength(3);
  await user.click(bar.getByRole('button', { name: 'Excluir' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir 2 aulas' });
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(lessonsOf('Começo')).toEqual(['Mar']));
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reordenar Mar' })).toHaveFocus());
  const updates = sent.filter(({ name }) => name.endsWith('Lessons'));
  expect(updates.map(({ body }) => body)).toEqual([
    { lesson_ids: [10, 11], published: 0 },
    { lesson_ids: [10, 11] },
  ]);
});

test.each([
  ['Excluir aula', 'Boas-vindas', 'Rua'],
  ['Excluir aula', 'Mar', 'Luz'],
  ['Excluir módulo', 'Começo', 'Luz'],
  ['Excluir módulo', 'Luz', 'Começo'],
])('after %s of %s the focus is on %s', async (act, name, next) => {
  const removal = (change: (id: number) => void) => {
    return ({ params }: { params: Record<string, string> }) => {
      change(Number(params['id']));
      return { message: 'Removido' };
    };
  };
  const view: ReturnType<typeof openCourse> = openCourse(
    '/gestao/cursos/5',
    [
      catalog.removeLesson,
      removal((id) => {
        for (const module of view.course.modules)
          module.lessons = module.lessons.filter((lesson) => lesson.id !== id);
      }),
    ],
    [
      catalog.removeModule,
      removal((id) => {
        view.course.modules = view.course.modules.filter((module) => module.id !== id);
      }),
    ],
  );
  const { user, course } = view;
  course.modules[0]!.lessons.push(lessonEntry(11, 'Rua'), lessonEntry(12, 'Mar'));
  await user.click(await screen.findByRole('button', { name: `Opções de ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: act }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: act }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: `Reordenar ${next}` })).toHaveFocus(),
  );
});

test.each([
  { sample: 0 as const, name: 'Abrir como amostra', sends: 1 },
  { sample: 1 as const, name: 'Tirar a amostra', sends: 0 },
])('the menu of a lesson opens it to everybody, or closes it: $name', async (row) => {
  const { sample, name, sends } = row;
  const { course, sent, user } = openCourse('/gestao/cursos/5', [
    catalog.updateLesson,
    () => ({ data: {} }),
  ]);
  course.modules[0]!.lessons = [{ ...lessonEntry(10, 'Água'), sample }];
  await user.click(await screen.findByRole('button', { name: 'Opções de Água' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  await waitFor(() =>
    expect(sent.find((call) => call.name === 'catalog.updateLesson')?.body).toEqual({
      sample: sends,
    }),
  );
});
