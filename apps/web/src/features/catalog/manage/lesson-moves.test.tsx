import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { beforeEach, expect, test } from 'vitest';
import { lessonEntry } from '../../../test/course.ts';
import { lessonsOf, openCourse, takesLessons } from '../../../test/managed-course.tsx';
import { refusing } from '../../../test/school.tsx';

beforeEach(() => localStorage.clear());

test('a lesson moves to another module by its menu', async () => {
  const view: ReturnType<typeof openCourse> = openCourse(
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
  const { user } = openCourse('/gestao/cursos/5', [
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
  const view: ReturnType<typeof openCourse> = openCourse(
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
  const { course } = openCourse('/gestao/cursos/5', [
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
  const view: ReturnType<typeof openCourse> = openCourse(
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
