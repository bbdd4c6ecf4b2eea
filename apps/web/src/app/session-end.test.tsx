import { screen } from '@testing-library/react';
import { products } from '@vitrine/contract/products';
import { sessions } from '@vitrine/contract/sessions';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { call } from '../platform/api.ts';
import { refusing, serve, visit } from '../test/school.tsx';
import { SessionEnd } from './session-end.tsx';

function Products({ name }: { name: string }) {
  const [state, setState] = useState('');
  const read = () => void call(products.list, {}).then(() => setState('lido'));
  return (
    <>
      <button type="button" onClick={read}>
        {name}
      </button>
      <output aria-label={`estado ${name}`}>{state}</output>
    </>
  );
}

test('a call that is refused while the viewer signs in continues, too', async () => {
  let isSignedIn = false;
  const signedIn = Promise.withResolvers<void>();
  serve(
    [products.list, () => (isSignedIn ? [] : refusing(401, 'Entre.'))],
    [
      sessions.signIn,
      async () => {
        await signedIn.promise;
        isSignedIn = true;
        return { user: { id: 7 } };
      },
    ],
  );
  const { user } = visit(
    <>
      <SessionEnd />
      <Products name="antes" />
      <Products name="durante" />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'antes' }));
  await user.type(await screen.findByLabelText('Senha'), 'segredo-bom{Enter}');
  // The dialog hides the page from people, but its timers go on.
  screen.getByText('durante').click();
  signedIn.resolve();
  for (const name of ['antes', 'durante'])
    expect(await screen.findByLabelText(`estado ${name}`)).toHaveTextContent('lido');
});
