import { screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { favorites } from '@vitrine/contract/favorites';
import { onTestFinished, expect, test } from 'vitest';
import { tenantId } from '../../platform/boot.ts';
import { viewer } from '../../platform/session.ts';
import { courseModule, lessonEntry } from '../../test/course.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import ModulePage from './module-page.tsx';

const open = (answer: () => unknown) => {
  serve([catalog.showModule, answer], [favorites.list, () => []]);
  return visit(<ModulePage />, { at: '/modulos/3', path: '/modulos/:id', roles: ['student'] });
};

const shown = {
  ...courseModule(3, 'Luz', {
    lessons: [lessonEntry(10, 'Janela', { kind: 'video' }), lessonEntry(11, 'Sombra')],
  }),
  course: { id: 5, title: 'Retrato' },
  course_id: 5,
  previous: null,
  next: { id: 4, title: 'Cor' },
};

test('a lesson that the viewer finished in another tab is finished in its module', async () => {
  open(() => ({ data: shown }));
  const row = async (name: string) =>
    (await screen.findByText(name, { selector: '.lesson-title *' })).closest('li');
  expect(await row('Janela')).not.toHaveTextContent('Concluída');
  const tab = new BroadcastChannel(`vitrine-lessons-${tenantId()}`);
  onTestFinished(() => tab.close());
  tab.postMessage({
    memberId: viewer()!.id,
    message: { lesson: { id: 10, course: { id: 5 }, module: { id: 3 } }, finished: true },
  });
  await waitFor(async () => expect(await row('Janela')).toHaveTextContent('Concluída'));
  expect(await row('Sombra')).not.toHaveTextContent('Concluída');
});

test('a module leads to its neighbours; a missing one says so', async () => {
  const { leave } = open(() => ({ data: shown }));
  const next = await screen.findByRole('link', { name: /Cor/ });
  expect(next).toHaveAttribute('href', '/modulos/4');
  expect(screen.getByRole('navigation', { name: 'Módulos vizinhos' })).toContainElement(next);
  leave();
  open(() => refusing(404, 'Não encontrado'));
  expect(await screen.findByText('Este módulo não existe')).toBeVisible();
});
