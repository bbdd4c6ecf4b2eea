import { screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { beforeEach, expect, test } from 'vitest';
import { newCourse, openCourse } from '../../../test/managed-course.tsx';
import { refusing } from '../../../test/school.tsx';

beforeEach(() => localStorage.clear());

test('after a save the focus stays in the form, whose bar has gone', async () => {
  const { user } = openCourse('/gestao/cursos/5?aba=detalhes', [
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
  const { user, sent, history } = openCourse('/gestao/cursos/5?aba=detalhes', [
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

test('a refused description takes the focus, and says why', async () => {
  const { user } = openCourse('/gestao/cursos/5?aba=detalhes', [
    catalog.updateCourse,
    () => refusing(422, 'Confira os campos.', { errors: { description: ['Texto longo demais'] } }),
  ]);
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), '!');
  const description = await screen.findByRole('textbox', { name: 'Descrição' });
  expect(description).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Texto longo demais')).toBeVisible();
  await waitFor(() => expect(description).toHaveFocus());
  expect(description).toBeInvalid();
});
