import { sessions } from '@vitrine/contract/sessions';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { deleteCaches } from '../../kit/offline/forget.ts';
import { usePausedMedia } from '../../kit/page/paused-media.ts';
import { call } from '../../platform/api.ts';
import { useSite, useViewer } from '../../platform/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError, sentenceOf } from '../../ui/inline-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The viewer can ask for another link after this time, as on the sign-in page. */
const RESEND_SECONDS = 30;

/** Over the page, so that nothing typed is lost. Somebody else's account would be another page. */
export default function SignInAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const { magic_link_enabled } = useSite().login_page;
  const password = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const { busy, error, attempt } = useSignInAttempt();
  const [sent, setSent] = useState('');
  const again = useCountdown();
  const email = useViewer()?.email ?? '';
  usePausedMedia();
  // A full screen would cover the dialog.
  useEffect(() => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }, []);
  // The session may have been ended from another device, so this device must forget its stored
  // data.
  useEffect(() => void deleteCaches(), []);

  useSessionCheck(onSignedIn);

  function signIn(event: FormEvent) {
    event.preventDefault();
    void attempt('password', async () => {
      await call(sessions.signIn, { body: { email, password: typed } });
      onSignedIn();
    });
  }

  const requestLink = () =>
    void attempt('link', async () => {
      const next = location.pathname + location.search;
      const { message } = await call(sessions.requestLink, { body: { email, next } });
      setSent(message);
      again.start(RESEND_SECONDS);
    });

  return (
    <Dialog
      open
      onClose={() => {}}
      closable={false}
      title={t('Sua sessão terminou')}
      description={t('Entre de novo para continuar de onde parou.')}
      initialFocus={password}
    >
      <form className="grid grid-cols-1 gap-4" onSubmit={signIn}>
        <TextField label={t('E-mail')} value={email} readOnly autoComplete="username" />
        <TextField
          ref={password}
          label={t('Senha')}
          type="password"
          autoComplete="current-password"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {error !== null && (
          <InlineError>{t(sentenceOf(error, 'Não foi possível entrar.'))}</InlineError>
        )}
        <p role="status" className="text-14 text-text-2 empty:hidden">
          {sent && `${t(sent)} ${t('Abra o link neste navegador, e a página continua.')}`}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" variant="ghost" onClick={() => location.assign('/')}>
            {t('Entrar com outra conta')}
          </Button>
          {magic_link_enabled ? (
            <Button
              busy={busy === 'link'}
              aria-disabled={again.seconds > 0 || undefined}
              onClick={requestLink}
            >
              {again.seconds > 0
                ? t('Enviar de novo em {{seconds}} s', { seconds: again.seconds })
                : t('Receber link por e-mail')}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" busy={busy === 'password'}>
            {t('Entrar')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Counts seconds down to 0. */
function useCountdown() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return { seconds, start: setSeconds };
}

/** Calls back when the session is there again: the mailed link signs in in another tab. */
function useSessionCheck(onSignedIn: () => void) {
  const viewer = useViewer();
  const checkSession = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return;
    const session = await call(sessions.current, {}).catch(() => null);
    if (session && session.user.id === viewer?.id) onSignedIn();
  });
  useEffect(() => {
    const check = () => void checkSession();
    addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
}

type SignInMethod = 'password' | 'link';

/** Runs one attempt at a time. `busy` is its method. */
function useSignInAttempt() {
  const [busy, setBusy] = useState<SignInMethod | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function attempt(method: SignInMethod, work: () => Promise<void>) {
    setBusy(method);
    setError(null);
    try {
      await work();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(null);
    }
  }

  return { busy, error, attempt };
}
