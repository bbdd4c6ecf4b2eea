import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import EditSite from './edit-site.tsx';

vi.mock('./edit-mode.tsx', () => ({ default: () => null }));

test('closing the drawer returns the focus to the link that opened it', async () => {
  serve();
  const { user, history } = visit(<EditSite />, { at: '/favoritos' });
  await user.click(screen.getByRole('link', { name: 'Editar site' }));
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Editar site' })).not.toBeInTheDocument(),
  );
  await act(async () => history.push('/homepage'));
  expect(screen.getByRole('link', { name: 'Editar site' })).toHaveFocus();
});

test('a drawer opened elsewhere does not return the focus to the link', async () => {
  serve();
  const { history } = visit(
    <>
      <EditSite />
      <button>Aparência</button>
    </>,
    { at: '/homepage?editar' },
  );
  // The drawer has given the focus back to what opened it.
  screen.getByRole('button', { name: 'Aparência' }).focus();
  await act(async () => history.push('/homepage'));
  expect(screen.getByRole('link', { name: 'Editar site' })).not.toHaveFocus();
});
