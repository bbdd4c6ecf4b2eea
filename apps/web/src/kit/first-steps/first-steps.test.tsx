import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { firstSteps, type FirstSteps as Steps } from '@vitrine/contract/first-steps';
import { products } from '@vitrine/contract/products';
import { afterEach, expect, test } from 'vitest';
import { serve, visit } from '../../test/school.tsx';
import { outlined } from '../preview/outlined.ts';
import { previewStudent } from '../preview/preview.ts';
import { useContractMutation } from '../queries/contract-mutation.ts';
import { BelowFirstSteps } from './below-first-steps.tsx';

const steps = (change: Partial<Steps> = {}): Steps => ({
  dismissed: false,
  look: { done: true, logo: null, font: 'Poppins', color: '#FFB238' },
  product: { done: true, id: 3, title: 'Plano Anual', courses_count: 1, covers: [] },
  course: { done: false, id: 7, title: 'Luz natural', cover: null, lessons_count: 0 },
  banner: { done: false, image: null },
  student: { done: false, joined: false },
  ...change,
});

afterEach(() => {
  previewStudent.set(null);
  localStorage.clear();
});

const open = (first: Steps) => {
  let answer = first;
  const sent = serve(
    [firstSteps.show, () => ({ data: answer })],
    [
      firstSteps.dismiss,
      () => {
        answer = { ...answer, dismissed: true };
      },
    ],
  );
  return { sent, ...visit(<BelowFirstSteps>Carrosséis</BelowFirstSteps>, { at: '/homepage' }) };
};

test('content below appears together with the checklist, and without one at once', async () => {
  open(steps());
  expect(screen.queryByText('Carrosséis')).not.toBeInTheDocument();
  expect(await screen.findByText('Carrosséis')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Primeiros passos' })).toBeVisible();
  cleanup();
  open(steps({ dismissed: true }));
  expect(await screen.findByText('Carrosséis')).toBeVisible();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('content below shows although the checklist fails', async () => {
  serve();
  visit(<BelowFirstSteps>Carrosséis</BelowFirstSteps>, { at: '/homepage' });
  expect(await screen.findByText('Carrosséis')).toBeVisible();
});

test('marks done steps, and links to open ones', async () => {
  const { user, history } = open(steps());
  expect(await screen.findByText('2 de 5 prontos, em qualquer ordem')).toBeVisible();
  expect(screen.getByText('Plano Anual · Abre 1 curso')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Abrir o curso' })).toHaveAttribute(
    'href',
    '/gestao/cursos/7',
  );
  await user.click(screen.getByRole('button', { name: 'Ver como aluno' }));
  expect(previewStudent.get()).toEqual([3]);
  expect(history.location.search).toBe('?editar');
});

test('outlines the part of the page that the focused step fills, and names it', async () => {
  open(steps());
  const step = await screen.findByRole('link', { name: 'Escolher imagem' });
  act(() => step.focus());
  expect(outlined.get()).toEqual({ section: 'banner', name: 'Banner principal' });
  expect(document.querySelector('.outline-frame')).toHaveAttribute('data-name', 'Banner principal');
  act(() => step.blur());
  expect(outlined.get()).toBeNull();
  expect(document.querySelector('.outline-frame')).toBeNull();
});

test('ticks a step as soon as a form beside it has saved', async () => {
  let answer = steps();
  serve(
    [firstSteps.show, () => ({ data: answer })],
    [
      products.create,
      ({ body }) => {
        answer = steps({ banner: { done: true, image: null } });
        return { data: { id: 9, title: body.title, status: 'active' } };
      },
    ],
  );
  function Form() {
    const save = useContractMutation(products.create);
    return <button onClick={() => save.mutate({ body: { title: 'Mensal' } })}>Salvar</button>;
  }
  const { user } = visit(
    <BelowFirstSteps>
      <Form />
    </BelowFirstSteps>,
    { at: '/homepage' },
  );
  expect(await screen.findByText('2 de 5 prontos, em qualquer ordem')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('3 de 5 prontos, em qualquer ordem')).toBeVisible();
});

test("has the edit tool's colours at any school", async () => {
  open(steps());
  const region = await screen.findByRole('region', { name: 'Primeiros passos' });
  expect(region.closest('.edit-chrome')).toBeTruthy();
});

test('folds to its heading and stays folded on this device', async () => {
  const { user } = open(steps());
  await user.click(await screen.findByRole('button', { name: 'Recolher', expanded: true }));
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(screen.getByText('2 de 5 prontos, em qualquer ordem')).toBeVisible();
  cleanup();
  const again = open(steps());
  await again.user.click(await screen.findByRole('button', { name: 'Mostrar', expanded: false }));
  expect(screen.getByRole('list')).toBeVisible();
});

test('starts folded on a page with other content, and names the next step', async () => {
  serve([
    firstSteps.show,
    () => ({
      data: steps({
        course: { done: false, id: null, title: null, cover: null, lessons_count: 0 },
      }),
    }),
  ]);
  visit(<BelowFirstSteps brief>Curso</BelowFirstSteps>, { at: '/gestao/cursos/7' });
  expect(await screen.findByRole('button', { name: 'Mostrar', expanded: false })).toBeVisible();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Próximo: Curso' })).toHaveAttribute(
    'href',
    '/gestao/cursos?novo',
  );
});

test('folded, it leads to home where only the look as a student is missing', async () => {
  const product = { done: true, id: 2, title: 'Plano Anual', courses_count: 1, covers: [] };
  const course = { done: true, id: 7, title: 'Luz natural', cover: null, lessons_count: 1 };
  const banner = { done: true, image: null };
  const look = { done: true, logo: null, font: 'Poppins', color: '#ffb238' };
  serve([firstSteps.show, () => ({ data: steps({ look, product, course, banner }) })]);
  visit(<BelowFirstSteps brief>Curso</BelowFirstSteps>, { at: '/gestao/cursos/7' });
  expect(await screen.findByRole('link', { name: /^Próximo: / })).toHaveAttribute(
    'href',
    '/homepage',
  );
});

test('opens the form for a missing item, also from the list of items', async () => {
  open(
    steps({
      product: { done: false, id: null, title: null, courses_count: 0, covers: [] },
      course: { done: false, id: null, title: null, cover: null, lessons_count: 0 },
    }),
  );
  for (const [name, to] of [
    ['Criar produto', '/gestao/produtos?novo'],
    ['Criar curso', '/gestao/cursos?novo'],
    ['Escolher imagem', '/homepage?editar=banner/novo'],
  ] as const)
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
});

test('disappears when it is dismissed', async () => {
  const { user } = open(steps());
  await user.click(await screen.findByRole('button', { name: 'Recolher' }));
  await user.click(screen.getByRole('button', { name: 'Dispensar' }));
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
});

test('is hidden once all steps are done', async () => {
  const { course } = steps();
  const { sent } = open(
    steps({
      course: { ...course, done: true },
      banner: { done: true, image: null },
      student: { done: true, joined: true },
    }),
  );
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('once all steps are done, it links to the first student', async () => {
  const { course } = steps();
  const { user } = open(
    steps({
      course: { ...course, done: true },
      banner: { done: true, image: null },
      student: { done: true, joined: false },
    }),
  );
  expect(await screen.findByRole('link', { name: 'Adicionar pessoa' })).toHaveAttribute(
    'href',
    '/gestao/alunos?novo',
  );
  await user.click(screen.getByRole('button', { name: 'Dispensar' }));
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
});
