import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import { AppRoutes } from './router.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(['/favoritos', '/comunidade/explorer?tenant=3', '/gestao/moderacao'])(
  'a visitor of an open showcase signs in before %s',
  async (at) => {
    serve();
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    visit(<AppRoutes />, { at, roles: [] });
    await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 10_000 });
    expect(screen.queryByText('Entre na sua conta para continuar.')).toBeNull();
  },
);
