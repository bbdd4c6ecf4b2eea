import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { carousels, type Carousel } from '@vitrine/contract/carousels';
import { catalog, type Course } from '@vitrine/contract/catalog';
import { home } from '@vitrine/contract/home';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test } from 'vitest';
import { previewStudent } from '../../../kit/preview/preview.ts';
import { useContractQuery } from '../../../kit/queries/contract-query.ts';
import { course, courseModule, lessonEntry } from '../../../test/course.ts';
import { catchSending } from '../../../test/fake-upload.ts';
import { refusing, serve, visit } from '../../../test/school.tsx';
import CoursePage from './course-page.tsx';

const newCourse = () =>
  course({
    upsell_text: '',
    modules: [
      courseModule(1, 'Começo', { lessons: [lessonEntry(10, 'Boas-vindas')] }),
      courseModule(2, 'Luz'),
    ],
  });

beforeEach(() => localStorage.clear());

function open(at: string, ...more: Parameters<typeof serve>) {
  const shown = newCourse();
  const sent = serve(
    ...more,
    [catalog.showCourse, () => ({ data: shown })],
    [products.list, () => []],
  );
  return { course: shown, sent, ...visit(<CoursePage />, { at, path: '/gestao/cursos/:id' }) };
}

const lessonsOf = (module: string) =>
  within(screen.getByRole('list', { name: `Aulas de ${module}` }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

test('Enter adds a lesson, and the empty field is ready for the next', async () => {
  let next = 20;
  const view: ReturnType<typeof open> = open('/gestao/cursos/5', [
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
  const { course } = open('/gestao/cursos/5');
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
  const { course } = open('/gestao/cursos/5');
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

test('cover and facts are beside the lessons, and the access settings above', async () => {
  const { course, user, history } = open(
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
  const { user } = open('/gestao/cursos/5');
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
  const { user } = open('/gestao/cursos/5', [
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
  const { user } = open('/gestao/cursos/5', [
    catalog.createLesson,
    ({ body }) => (body.title.length > 255 ? refusing(422, tooLong) : { data: {} }),
  ]);
  await user.click(await screen.findByRole('textbox', { name: 'Nova aula em Luz' }));
  await user.paste('x'.repeat(300));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(tooLong);
  expect(screen.getByRole('textbox', { name: 'Nova aula em Luz' })).toHaveValue('x'.repeat(300));
});

const takesLessons = (course: () => Course) =>
  [
    catalog.updateLessons,
    ({ body }) => {
      const [first, second] = course().modules as [Course['modules'][0], Course['modules'][0]];
      if (body.module_id) second.lessons.push(...first.lessons.splice(0));
      for (const one of second.lessons.concat(first.lessons))
        if (body.published !== undefined) one.published = body.published;
      return { data: course() };
    },
  ] as Parameters<typeof serve>[0];

test('a lesson moves to another module by its menu', async () => {
  const view: ReturnType<typeof open> = open(
    '/gestao/cursos/5',
    takesLessons(() => view.course),
  );
  const { user, sent } = view;
  await user.click(await screen.findByRole('button', { name: 'Opções de Boas-vindas' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para…' }));
  await user.click(await screen.findByRole('button', { name: 'Luz' }));
  expect(await screen.findByText('Aula movida para Luz.')).toBeVisible();
  expect(sent.find(({ name }) => name === 'catalog.updateLessons')?.body).toEqual({
    lesson_ids: [10],
    module_id: 2,
    before_id: null,
  });
  await waitFor(() => expect(lessonsOf('Luz')).toEqual(['Boas-vindas']));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Reordenar Boas-vindas' })).toHaveFocus(),
  );
});

test('a move that is refused takes the focus from nobody who types', async () => {
  const refused = Promise.withResolvers<void>();
  const { user } = open('/gestao/cursos/5', [
    catalog.updateLessons,
    async () => {
      await refused.promise;
      return refusing(503, 'Ocupado.');
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Boas-vindas' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para…' }));
  await user.click(await screen.findByRole('button', { name: 'Luz' }));
  const handle = () => screen.getByRole('button', { name: 'Reordenar Boas-vindas' });
  await waitFor(() => expect(lessonsOf('Luz')).toEqual(['Boas-vindas']));
  await waitFor(() => expect(handle()).toHaveFocus());
  const field = screen.getByRole('textbox', { name: 'Nova aula em Luz' });
  await user.type(field, 'Ja');
  refused.resolve();
  await waitFor(() => expect(lessonsOf('Começo')).toEqual(['Boas-vindas']));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(field).toHaveFocus();
});

/** Fakes the layout: 'Começo' at 0 to 100 px, 'Luz' at 100 to 200 px. */
function layOut() {
  for (const [at, section] of [...document.querySelectorAll('[data-lessons-of]')].entries())
    section.getBoundingClientRect = () => new DOMRect(0, at * 100, 100, 100);
}

async function dragTo(name: string, y: number) {
  const grip = screen.getByRole('button', { name: `Reordenar ${name}` });
  await act(async () => fireEvent.mouseDown(grip, { button: 0, clientX: 5, clientY: 50 }));
  await act(async () => fireEvent.mouseMove(document, { clientX: 5, clientY: 70 }));
  await act(async () => fireEvent.mouseMove(document, { clientX: 5, clientY: y }));
  await act(async () => fireEvent.mouseUp(document, { clientX: 5, clientY: y }));
}

test('selected lessons are dragged to another module together', async () => {
  const view: ReturnType<typeof open> = open(
    '/gestao/cursos/5',
    takesLessons(() => view.course),
  );
  const { user, sent, course } = view;
  course.modules[0]!.lessons.push(lessonEntry(11, 'Rua'), lessonEntry(12, 'Mar'));
  await user.click(await screen.findByRole('checkbox', { name: 'Escolher Boas-vindas' }));
  await user.click(screen.getByRole('checkbox', { name: 'Escolher Mar' }));
  expect(screen.getByRole('toolbar', { name: 'Aulas escolhidas' })).toHaveTextContent('2 aulas');
  layOut();
  await dragTo('Mar', 150);
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLessons')?.body).toEqual({
      lesson_ids: [10, 12],
      module_id: 2,
      before_id: null,
    }),
  );
});

test('a dragged lesson is in its module at once, and keeps the focus', async () => {
  let refuse = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const { course } = open('/gestao/cursos/5', [
    catalog.updateLessons,
    () => answered.then(() => refusing(503, 'Tente mais tarde')),
  ]);
  course.modules[0]!.lessons.push(lessonEntry(11, 'Rua'));
  await screen.findByRole('button', { name: 'Reordenar Rua' });
  layOut();
  await dragTo('Rua', 150);
  expect(lessonsOf('Luz')).toEqual(['Rua']);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reordenar Rua' })).toHaveFocus());
  // It goes back, and says so, where the server refuses.
  refuse();
  expect(await screen.findByText('Tente mais tarde')).toBeVisible();
  expect(lessonsOf('Luz')).toEqual([]);
  expect(lessonsOf('Começo')).toEqual(['Boas-vindas', 'Rua']);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reordenar Rua' })).toHaveFocus());
});

test('dragging an unselected lesson moves only that lesson', async () => {
  const view: ReturnType<typeof open> = open(
    '/gestao/cursos/5',
    takesLessons(() => view.course),
  );
  const { user, sent, course } = view;
  course.modules[0]!.lessons.push(lessonEntry(11, 'Rua'));
  await user.click(await screen.findByRole('checkbox', { name: 'Escolher Boas-vindas' }));
  layOut();
  await dragTo('Rua', 150);
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLessons')?.body).toMatchObject({
      lesson_ids: [11],
      module_id: 2,
    }),
  );
});

test('selected lessons become drafts and are deleted at once; Esc clears the selection', async () => {
  const view: ReturnType<typeof open> = open(
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
  const view: ReturnType<typeof open> = open(
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

test('a module gets a cover by its menu', async () => {
  const sending = catchSending();
  const { user, sent } = open('/gestao/cursos/5', [
    catalog.updateModule,
    () => ({ data: newCourse().modules[1] }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Luz' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Capa' }));
  const dialog = await screen.findByRole('dialog', { name: 'Capa de Luz' });
  await user.upload(
    dialog.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['x'], 'luz.png', { type: 'image/png' }),
  );
  await waitFor(() => expect(sending).toHaveLength(1));
  const stored = { path: '/files/1/luz.png', url: '/files/1/luz.png', width: 1, height: 1 };
  await act(async () => sending[0]!.answer(201, { data: stored }));
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateModule')?.body).toEqual({
      cover: '/files/1/luz.png',
    }),
  );
});

test('a cover of the course that could not be saved says so', async () => {
  const sending = catchSending();
  const { user } = open('/gestao/cursos/5', [
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

test('a name is changed in its place, and Esc leaves the old one', async () => {
  const { user, sent } = open('/gestao/cursos/5', [catalog.updateModule, () => ({ data: {} })]);
  const rename = async (keys: string) => {
    await user.click(await screen.findByRole('button', { name: 'Opções de Luz' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
    const field = await screen.findByRole('textbox', { name: 'Nome do módulo' });
    // The old name is selected, so that typing replaces it.
    await waitFor(() => expect(field).toHaveFocus());
    await waitFor(() => expect(field).toHaveProperty('selectionEnd', 'Luz'.length));
    expect(field).toHaveProperty('selectionStart', 0);
    await user.keyboard(keys);
  };
  await rename('Sombra{Escape}');
  expect(screen.getByRole('heading', { name: 'Luz' })).toBeVisible();
  await rename('Sombra{Enter}');
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateModule')?.body).toEqual({
      title: 'Sombra',
    }),
  );
});

test.each(['module', 'lesson'] as const)(
  'a new name of a %s that was refused stays whole in its field, with the reason',
  async (kind) => {
    const tooLong = 'O título deve ter no máximo 255 caracteres.';
    const answer = ({ body }: { body: { title: string } }) =>
      body.title.length > 255 ? refusing(422, tooLong) : { data: {} };
    const { user, sent } = open(
      '/gestao/cursos/5',
      [catalog.updateModule, answer],
      [catalog.updateLesson, answer],
    );
    const [name, label] =
      kind === 'module' ? ['Luz', 'Nome do módulo'] : ['Boas-vindas', 'Nome da aula'];
    const options = { name: `Opções de ${name}` };
    await user.click(await screen.findByRole('button', options));
    await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
    const field = await screen.findByRole('textbox', { name: label });
    await waitFor(() => expect(field).toHaveFocus());
    await user.paste('x'.repeat(300));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(tooLong);
    expect(field).toHaveValue('x'.repeat(300));
    expect(field).toHaveAccessibleDescription(tooLong);
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.keyboard('Sombra{Enter}');
    await waitFor(() => expect(field).not.toBeInTheDocument());
    expect(sent.findLast(({ body }) => body)!.body).toEqual({ title: 'Sombra' });
    expect(screen.getByRole('button', options)).toHaveFocus();
  },
);

test('a new name that is saved as the person leaves its field keeps the focus where the person went on', async () => {
  const { user } = open('/gestao/cursos/5', [catalog.updateModule, () => ({ data: {} })]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Luz' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
  const field = await screen.findByRole('textbox', { name: 'Nome do módulo' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('Sombra');
  const newLesson = screen.getByRole('textbox', { name: 'Nova aula em Luz' });
  await user.click(newLesson);
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(newLesson).toHaveFocus();
});

test('a new name that was refused after the person left its field stays there, without the focus', async () => {
  const { user } = open('/gestao/cursos/5', [
    catalog.updateModule,
    () => refusing(503, 'Estamos com muitos pedidos.'),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Luz' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
  const field = await screen.findByRole('textbox', { name: 'Nome do módulo' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('Sombra');
  const newLesson = screen.getByRole('textbox', { name: 'Nova aula em Luz' });
  await user.click(newLesson);
  expect(await screen.findByRole('alert')).toHaveTextContent('Estamos com muitos pedidos.');
  expect(field).toHaveValue('Sombra');
  expect(newLesson).toHaveFocus();
  await user.click(field);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('heading', { name: 'Luz' })).toBeVisible();
});

test('removing a course with lessons needs the typed word', async () => {
  const { user, history } = open('/gestao/cursos/5', [catalog.removeCourse, () => undefined]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Retrato' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir curso' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir Retrato' });
  expect(dialog).toHaveTextContent('Vai junto 1 aula');
  expect(within(dialog).getByRole('button', { name: 'Excluir' })).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox'), 'EXCLUIR{Enter}');
  await waitFor(() => expect(history.location.pathname).toBe('/gestao/cursos'));
});

test('an open question about a course is not asked about another one', async () => {
  const { user, history } = open('/gestao/cursos/6', [
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

test('after a save the focus stays in the form, whose bar has gone', async () => {
  const { user } = open('/gestao/cursos/5?aba=detalhes', [
    catalog.updateCourse,
    ({ body }) => ({ data: { ...newCourse(), ...body } }),
  ]);
  const title = await screen.findByRole('textbox', { name: /Título/ });
  await user.type(title, '!');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull());
  await waitFor(() => expect(title.closest('form')).toHaveFocus());
});

test('changed details wait for Salvar, and going to the lessons asks', async () => {
  const { user, sent, history } = open('/gestao/cursos/5?aba=detalhes', [
    catalog.updateCourse,
    ({ body }) => ({ data: { ...newCourse(), title: body.title } }),
  ]);
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), ' de rua');
  expect(await screen.findByText('Alterações não salvas')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /Módulos e aulas/ }));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await waitFor(() => expect(history.location.search).toBe(''));
  expect(sent.find(({ name }) => name === 'catalog.updateCourse')?.body).toEqual({
    title: 'Retrato de rua',
    version: 1,
  });
});

const row = (id: number, title: string, content: number[], published: 0 | 1 = 1) =>
  ({ id, title, type: '1', content, published, version: 3 }) as Carousel;

test('a carousel takes the course in at once; a hidden one stays hidden', async () => {
  const rows = [row(1, 'Novos', [7], 0), row(2, 'Só este', [5])];
  const { user, sent } = open(
    '/gestao/cursos/5?aba=inicio',
    [carousels.list, () => rows],
    [
      carousels.update,
      ({ body }) => {
        rows[0] = row(1, 'Novos', body.content);
        return ['Carrossel atualizado com sucesso!', 200, { data: {} }];
      },
    ],
    [carousels.publish, () => ({ data: { id: 1, published: 0 } })],
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Novos' }));
  expect(await screen.findByText('salvo')).toBeVisible();
  expect(sent.filter(({ name }) => /update|publish/.test(name)).map(({ body }) => body)).toEqual([
    { title: 'Novos', type: '1', content: [7, 5], version: 3 },
    { published: 0 },
  ]);
  const only = screen.getByRole('checkbox', { name: 'Só este' });
  expect(only).toBeDisabled();
  expect(only).toHaveAccessibleDescription(
    'É o único curso deste carrossel, e um carrossel vazio não existe.',
  );
});

test('a hidden carousel that could not be hidden again says that it is published', async () => {
  const rows = [row(1, 'Novos', [7], 0)];
  const { user } = open(
    '/gestao/cursos/5?aba=inicio',
    [carousels.list, () => rows],
    [
      carousels.update,
      ({ body }) => {
        rows[0] = row(1, 'Novos', body.content);
        return ['Carrossel atualizado com sucesso!', 200, { data: {} }];
      },
    ],
    [carousels.publish, () => refusing(503, 'Estamos com muitos pedidos.')],
  );
  const novos = await screen.findByRole('checkbox', { name: 'Novos' });
  expect(novos).toHaveAccessibleDescription('1 curso · Não publicado');
  await user.click(novos);
  await waitFor(() => expect(novos).toHaveAccessibleDescription('2 cursos'));
  expect(novos).toBeChecked();
  expect(
    await screen.findByText('“Novos” foi salvo, mas ficou publicado. Despublique-o na Vitrine.'),
  ).toBeVisible();
  expect(screen.queryByText('Erro ao tentar atualizar carrossel!')).toBeNull();
});

test('a carousel that somebody else has changed or removed meanwhile takes the course in, or leaves', async () => {
  const rows = [row(1, 'Novos', [7]), row(2, 'Antigos', [7])];
  const { user, sent } = open(
    '/gestao/cursos/5?aba=inicio',
    [carousels.list, () => rows],
    [
      carousels.update,
      ({ body }) => {
        if (body.version !== rows[0]!.version) return refusing(409, 'Outra pessoa salvou antes.');
        rows[0] = { ...rows[0]!, content: body.content };
        return ['Carrossel atualizado com sucesso!', 200, { data: {} }];
      },
    ],
  );
  const box = await screen.findByRole('checkbox', { name: 'Novos' });
  rows.splice(0, 2, { ...row(1, 'Novos', [7, 9]), version: 4 });
  await user.click(box);
  expect(await screen.findByText('salvo')).toBeVisible();
  expect(sent.find(({ name }) => name === 'carousels.update')?.body).toMatchObject({
    content: [7, 9, 5],
  });
  expect(screen.queryByRole('checkbox', { name: 'Antigos' })).not.toBeInTheDocument();
});

test('a draft is published with one press, and made a draft again by its menu', async () => {
  const view: ReturnType<typeof open> = open(
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

test('the offer is written line by line, and only what changed is sent', async () => {
  const view: ReturnType<typeof open> = open('/gestao/cursos/5?aba=oferta', [
    catalog.updateCourse,
    ({ body }) => ({
      data: { ...view.course, offer: { ...view.course.offer, ...body.offer }, version: 2 },
    }),
  ]);
  const { user, sent } = view;
  await user.type(
    await screen.findByRole('textbox', { name: 'O que você vai aprender' }),
    'Medir{Enter}Esperar',
  );
  await user.type(screen.getByRole('textbox', { name: 'Preço' }), 'R$ 89');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Dados salvos com sucesso.')).toBeVisible();
  expect(sent.find(({ name }) => name === 'catalog.updateCourse')?.body).toEqual({
    offer: expect.objectContaining({ learn: ['Medir', 'Esperar'], price_text: 'R$ 89' }),
    version: 1,
  });
});

test('a course without products says that only staff see it, and links to the field', async () => {
  const { user } = open('/gestao/cursos/5');
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
