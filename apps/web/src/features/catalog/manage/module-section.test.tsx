import { act, screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { beforeEach, expect, test } from 'vitest';
import { catchSending } from '../../../test/fake-upload.ts';
import { newCourse, openCourse } from '../../../test/managed-course.tsx';
import { refusing } from '../../../test/school.tsx';

beforeEach(() => localStorage.clear());

test('a module gets a cover by its menu', async () => {
  const sending = catchSending();
  const { user, sent } = openCourse('/gestao/cursos/5', [
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

test('a name is changed in its place, and Esc leaves the old one', async () => {
  const { user, sent } = openCourse('/gestao/cursos/5', [
    catalog.updateModule,
    () => ({ data: {} }),
  ]);
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
    const { user, sent } = openCourse(
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

/** Types another name of the second module, and leaves for the field of a new lesson. */
async function leaveNewName({ user }: ReturnType<typeof openCourse>) {
  await user.click(await screen.findByRole('button', { name: 'Opções de Luz' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
  const field = await screen.findByRole('textbox', { name: 'Nome do módulo' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('Sombra');
  const newLesson = screen.getByRole('textbox', { name: 'Nova aula em Luz' });
  await user.click(newLesson);
  return { field, newLesson };
}

test('a new name that is saved as the person leaves its field keeps the focus where the person went on', async () => {
  const page = openCourse('/gestao/cursos/5', [catalog.updateModule, () => ({ data: {} })]);
  const { field, newLesson } = await leaveNewName(page);
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(newLesson).toHaveFocus();
});

test('a new name that was refused after the person left its field stays there, without the focus', async () => {
  const page = openCourse('/gestao/cursos/5', [
    catalog.updateModule,
    () => refusing(503, 'Estamos com muitos pedidos.'),
  ]);
  const { field, newLesson } = await leaveNewName(page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Estamos com muitos pedidos.');
  expect(field).toHaveValue('Sombra');
  expect(newLesson).toHaveFocus();
  const { user } = page;
  await user.click(field);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('heading', { name: 'Luz' })).toBeVisible();
});
