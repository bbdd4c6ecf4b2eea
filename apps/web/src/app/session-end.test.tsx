import { screen } from '@testing-library/react';
import { ANSWER_OWNER } from '@vitrine/contract/offline';
import { products } from '@vitrine/contract/products';
import { sessions } from '@vitrine/contract/sessions';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../platform/api.ts';
import { tenantId } from '../platform/boot.ts';
import { refusing, serve, visit } from '../test/school.tsx';
import { SessionEnd } from './session-end.tsx';

function Products({ name }: { name: string }) {
  const [state, setState] = useState('');
  const read = () =>
    void call(products.list, {}).then(
      () => setState('lido'),
      (error: Error) => setState(error.message),
    );
  return (
    <>
      <button type="button" onClick={read}>
        {name}
      </button>
      <output aria-label={`estado ${name}`}>{state}</output>
    </>
  );
}

// The first test: nobody has registered the question yet.
test('a visitor without a session is not asked to sign in again', async () => {
  serve([products.list, () => refusing(401, 'Entre.')]);
  const { user } = visit(
    <>
      <SessionEnd />
      <Products name="antes" />
    </>,
    { roles: [] },
  );
  await user.click(screen.getByRole('button', { name: 'antes' }));
  expect(await screen.findByText('Entre.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

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

test('an open showcase that answers a member as a visitor asks for the sign-in, and then shows theirs', async () => {
  let isSignedIn = false;
  const answer = (body: object) =>
    Response.json(body, { headers: { [ANSWER_OWNER]: `${tenantId()}-${isSignedIn ? 7 : 0}` } });
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (!url.startsWith(sessions.signIn.path)) return answer([]);
    const response = answer({ user: { id: 7 } });
    isSignedIn ||= method === 'POST';
    return response;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = visit(
    <>
      <SessionEnd />
      <Products name="vitrine" />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'vitrine' }));
  await user.type(await screen.findByLabelText('Senha'), 'segredo-bom{Enter}');
  expect(await screen.findByLabelText('estado vitrine')).toHaveTextContent('lido');
});
