import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from '../../test/school.tsx';
import { useEditPlace } from './edit-place.ts';

function Place() {
  const place = useEditPlace();
  return (
    <>
      <button type="button" onClick={() => place.enter('letreiro')}>
        Letreiro
      </button>
      <button type="button" onClick={place.up}>
        Voltar
      </button>
    </>
  );
}

const search = (router: ReturnType<typeof visit>['router']) =>
  router.state.location.pathname + router.state.location.search;

test('from a place opened by its address, one goes up to the drawer, and not to the page before', async () => {
  const { user, router } = visit(<Place />, { at: '/courses/1' });
  await act(() => router.navigate('/homepage?editar=aula/letreiro'));
  const up = () => user.click(screen.getByRole('button', { name: 'Voltar' }));
  await up();
  expect(search(router)).toBe('/homepage?editar=aula');
  await up();
  expect(search(router)).toBe('/homepage?editar=');
});

test('where one came panel by panel, up is the browser’s Back', async () => {
  const { user, router } = visit(<Place />, { at: '/homepage?editar=aula' });
  await user.click(screen.getByRole('button', { name: 'Letreiro' }));
  expect(search(router)).toBe('/homepage?editar=aula/letreiro');
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(router.state.historyAction).toBe('POP');
  expect(search(router)).toBe('/homepage?editar=aula');
});
