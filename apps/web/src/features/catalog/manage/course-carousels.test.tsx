import { screen, waitFor } from '@testing-library/react';
import { carousels, type Carousel } from '@vitrine/contract/carousels';
import { beforeEach, expect, test } from 'vitest';
import { openCourse } from '../../../test/managed-course.tsx';
import { refusing, serve } from '../../../test/school.tsx';

beforeEach(() => localStorage.clear());

const row = (id: number, title: string, content: number[], published: 0 | 1 = 1) =>
  ({ id, title, type: '1', content, published, version: 3 }) as Carousel;

/** A server that changes the first carousel. */
const changesFirst = (rows: Carousel[]) =>
  [
    carousels.update,
    ({ body }) => {
      rows[0] = row(1, 'Novos', body.content);
      return ['Carrossel atualizado com sucesso!', 200, { data: {} }];
    },
  ] as Parameters<typeof serve>[0];

test('a carousel takes the course in at once; a hidden one stays hidden', async () => {
  const rows = [row(1, 'Novos', [7], 0), row(2, 'Só este', [5])];
  const { user, sent } = openCourse(
    '/gestao/cursos/5?aba=inicio',
    [carousels.list, () => rows],
    changesFirst(rows),
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
  const { user } = openCourse(
    '/gestao/cursos/5?aba=inicio',
    [carousels.list, () => rows],
    changesFirst(rows),
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
  const { user, sent } = openCourse(
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
