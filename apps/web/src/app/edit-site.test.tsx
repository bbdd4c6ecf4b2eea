import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import EditSite from './edit-site.tsx';

test('closing the drawer returns the focus to the link that opened it', async () => {
  serve();
  const { user, history } = visit(<EditSite />, { at: '/favoritos' });
  await user.click(screen.getByRole('link', { name: 'Editar site' }));
  expect(screen.queryByRole('link', { name: 'Editar site' })).not.toBeInTheDocument();
  await act(async () => history.push('/homepage'));
  expect(screen.getByRole('link', { name: 'Editar site' })).toHaveFocus();
});

test('a drawer opened elsewhere does not return the focus to the link', async () => {
  serve();
  const { history } = visit(<EditSite />, { at: '/homepage?editar' });
  await act(async () => history.push('/homepage'));
  expect(screen.getByRole('link', { name: 'Editar site' })).not.toHaveFocus();
});
