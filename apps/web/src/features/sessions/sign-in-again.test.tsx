import { act, screen, waitFor } from '@testing-library/react';
import { sessions } from '@vitrine/contract/sessions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useMediaPause } from '../../kit/page/paused-media.ts';
import { refusing, serve, site, visit } from '../../test/school.tsx';
import SignInAgain from './sign-in-again.tsx';

const open = (...answers: Parameters<typeof serve>) => {
  const onSignedIn = vi.fn<() => void>();
  const sent = serve(...answers);
  return {
    onSignedIn,
    sent,
    ...visit(<SignInAgain onSignedIn={onSignedIn} />, { at: '/courses/7' }),
  };
};

test('the password field has the focus', async () => {
  const { user, onSignedIn, sent } = open([sessions.signIn, () => ({ user: { id: 1 } })]);
  const password = await screen.findByLabelText('Senha');
  await waitFor(() => expect(password).toHaveFocus());
  await user.keyboard('segredo-bom{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent.at(-1)!.body).toMatchObject({ password: 'segredo-bom' });
});

test('a mailed link leads back to this page, and its session is used here', async () => {
  let signedIn = 0;
  const { user, onSignedIn, sent } = open(
    [sessions.requestLink, () => ({ message: 'Se este e-mail tem uma conta aqui, o link chega.' })],
    [sessions.current, () => (signedIn ? { user: { id: signedIn } } : refusing(401, 'Entre.'))],
  );
  await user.click(await screen.findByRole('button', { name: 'Receber link por e-mail' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Abra o link neste navegador');
  expect(sent.at(-1)!.body).toMatchObject({ next: location.pathname + location.search });

  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(sent.at(-1)!.name).toBe('sessions.current'));
  expect(onSignedIn).not.toHaveBeenCalled();
  signedIn = 999; // somebody else
  window.dispatchEvent(new Event('focus'));
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'sessions.current')).toHaveLength(2),
  );
  expect(onSignedIn).not.toHaveBeenCalled();
  signedIn = 7;
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

test('a video pauses during the sign-in dialog, and resumes afterwards', async () => {
  const video = document.body.appendChild(document.createElement('video'));
  const pause = vi.spyOn(video, 'pause').mockImplementation(() => {});
  const play = vi.spyOn(video, 'play').mockResolvedValue();
  vi.spyOn(video, 'paused', 'get').mockReturnValue(false);
  const { leave } = open();
  await screen.findByLabelText('Senha');
  expect(pause).toHaveBeenCalledOnce();
  video.dispatchEvent(new Event('play'));
  expect(pause).toHaveBeenCalledTimes(2);
  leave();
  expect(play).toHaveBeenCalledOnce();
  video.dispatchEvent(new Event('play'));
  expect(pause).toHaveBeenCalledTimes(2);
  video.remove();
});

test('a full screen ends, because it would cover the dialog', async () => {
  const exitFullscreen = vi.fn<() => Promise<void>>().mockResolvedValue();
  Object.defineProperty(document, 'fullscreenElement', {
    configurable: true,
    value: document.body,
  });
  Object.assign(document, { exitFullscreen });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'fullscreenElement');
    Reflect.deleteProperty(document, 'exitFullscreen');
  });
  open();
  await screen.findByLabelText('Senha');
  expect(exitFullscreen).toHaveBeenCalledOnce();
});

test('a player in a frame is paused, too', async () => {
  const pause = vi.fn<() => void>();
  function Player() {
    useMediaPause(pause);
    return null;
  }
  visit(<Player />);
  expect(pause).not.toHaveBeenCalled();
  open();
  await screen.findByLabelText('Senha');
  expect(pause).toHaveBeenCalledOnce();
});

test('another link is asked for after a wait, and not by a second press', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { user, sent } = open([sessions.requestLink, () => ({ message: 'Enviamos o link.' })]);
  await user.click(await screen.findByRole('button', { name: 'Receber link por e-mail' }));
  await user.click(await screen.findByRole('button', { name: /^Enviar de novo em \d+ s$/ }));
  expect(sent).toHaveLength(1);
  for (let second = 0; second < 30; second += 1)
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  await user.click(screen.getByRole('button', { name: 'Receber link por e-mail' }));
  expect(sent).toHaveLength(2);
});

test('a refused password says why, and can be typed again', async () => {
  let isRight = false;
  const { user, onSignedIn } = open([
    sessions.signIn,
    () => (isRight ? { user: { id: 7 } } : refusing(422, 'E-mail ou senha incorretos.')),
  ]);
  await user.type(await screen.findByLabelText('Senha'), 'errada{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('E-mail ou senha incorretos.');
  expect(onSignedIn).not.toHaveBeenCalled();
  isRight = true;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a school without mailed links offers none, and another account begins anew', async () => {
  const login_page = { ...site.login_page, magic_link_enabled: 0 as const };
  serve();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { user } = visit(<SignInAgain onSignedIn={vi.fn<() => void>()} />, {
    at: '/courses/7',
    site: { ...site, login_page },
  });
  await screen.findByLabelText('Senha');
  expect(screen.queryByRole('button', { name: 'Receber link por e-mail' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Entrar com outra conta' }));
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});
