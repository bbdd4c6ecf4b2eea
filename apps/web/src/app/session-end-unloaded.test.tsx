import { screen, waitFor } from '@testing-library/react';
import { products } from '@vitrine/contract/products';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { call } from '../platform/api.ts';
import { refusing, serve, visit } from '../test/school.tsx';
import { SessionEnd } from './session-end.tsx';

vi.mock('../features/sessions/sign-in-again.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

function Products() {
  const [state, setState] = useState('nada');
  const read = () =>
    call(products.list, {}).then(
      () => setState('lido'),
      (error: Error) => setState(error.message),
    );
  return (
    <button type="button" onClick={() => void read()}>
      {state}
    </button>
  );
}

test('without the code of the sign-in, the page stays and the call fails', async () => {
  serve([products.list, () => refusing(401, 'Entre para continuar.')]);
  const { user } = visit(
    <>
      <Products />
      <SessionEnd />
    </>,
  );
  await user.click(await screen.findByText('nada'));
  for (const words of ['Entre para continuar.', 'Esta parte não carregou'])
    await waitFor(() => expect(screen.getByText(words)).toBeVisible());
});
