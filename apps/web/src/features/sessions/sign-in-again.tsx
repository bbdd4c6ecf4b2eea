import { sessions } from '@vitrine/contract/sessions';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { call } from '../../platform/api.ts';
import { useViewer } from '../../platform/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError, sentenceOf } from '../../ui/inline-error.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Over the page, so that nothing typed is lost. Somebody else's account would be another page. */
export default function SignInAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const email = useViewer()?.email ?? '';

  async function signIn(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await call(sessions.signIn, { body: { email, password } });
      onSignedIn();
    } catch (trouble) {
      setError(trouble);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={() => {}}
      closable={false}
      title={t('Sua sessão terminou')}
      description={t('Entre de novo para continuar de onde parou.')}
    >
      <form className="grid gap-4" onSubmit={(event) => void signIn(event)}>
        <TextField label={t('E-mail')} value={email} readOnly autoComplete="username" />
        <TextField
          label={t('Senha')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {error !== null && (
          <InlineError>{sentenceOf(error, t('Não foi possível entrar.'))}</InlineError>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" variant="ghost" onClick={() => location.assign('/')}>
            {t('Entrar com outra conta')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Entrar')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
