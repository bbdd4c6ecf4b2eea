import { act, fireEvent, screen } from '@testing-library/react';
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

const search = (history: ReturnType<typeof visit>['history']) =>
  history.location.pathname + history.location.search;

test('going up from a panel that was opened by its URL leads to the drawer', async () => {
  const { user, history } = visit(<Place />, { at: '/courses/1' });
  await act(async () => history.push('/homepage?editar=aula/letreiro'));
  const up = () => user.click(screen.getByRole('button', { name: 'Voltar' }));
  await up();
  expect(search(history)).toBe('/homepage?editar=aula');
  await up();
  expect(search(history)).toBe('/homepage?editar=');
});

test('going up uses the browser’s history if the viewer came panel by panel', async () => {
  const { user, history } = visit(<Place />, { at: '/homepage?editar=aula' });
  await user.click(screen.getByRole('button', { name: 'Letreiro' }));
  expect(search(history)).toBe('/homepage?editar=aula/letreiro');
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(history.action).toBe('POP');
  expect(search(history)).toBe('/homepage?editar=aula');
});

test('the second press of a double one enters nothing more', async () => {
  const { user, history } = visit(<Place />, { at: '/homepage?editar=aula' });
  await user.dblClick(screen.getByRole('button', { name: 'Letreiro' }));
  expect(search(history)).toBe('/homepage?editar=aula/letreiro');
});

test('the second press of a double one goes up no further', async () => {
  const { user, history } = visit(<Place />, { at: '/homepage?editar=' });
  const press = screen.getByRole('button', { name: 'Letreiro' });
  await act(async () => history.push('/homepage?editar=aula', { inDrawer: true }));
  await user.click(press);
  expect(search(history)).toBe('/homepage?editar=aula/letreiro');
  const up = screen.getByRole('button', { name: 'Voltar' });
  // React has not rendered the place above by the second one.
  act(() => {
    fireEvent.click(up);
    fireEvent.click(up);
  });
  expect(search(history)).toBe('/homepage?editar=aula');
});
