import { pages } from '@vitrine/contract/pages';
import { Mail } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AttemptError } from '../../ui/inline-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAskErasureLink, useEraseAccount } from './privacy.queries.ts';

interface EraseDialogProps {
  hasPassword: boolean;
  /** Token of the mailed link. */
  token: string | null;
  onClose: () => void;
}

/** Confirms the erasure by the password or a mailed link, and then says that the account is closed. */
export default function EraseDialog({ hasPassword, token, onClose }: EraseDialogProps) {
  const { t } = useTranslation();
  const erase = useEraseAccount();
  const sendLink = useAskErasureLink();
  const [password, setPassword] = useState('');
  const proof = token ?? password;
  const failure = erase.error ?? sendLink.error;
  const wrongPassword = failure instanceof ApiError ? failure.fields['password']?.[0] : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!proof || erase.isPending) return;
    erase.mutate({ body: token === null ? { password } : { token } });
  }

  if (erase.isSuccess) return <ClosedDialog text={erase.data.message} />;
  return (
    <Dialog
      open
      onClose={() => erase.isPending || onClose()}
      title={t('Apagar minha conta?')}
      description={t(
        'Vão junto o progresso, as notas, os pontos, a foto e os acessos que você tem. Baixe os seus dados antes, se quiser ficar com eles.',
      )}
      actions={
        <>
          <Button disabled={erase.isPending} onClick={onClose}>
            {t('Cancelar')}
          </Button>
          {(token !== null || hasPassword) && (
            <Button
              variant="danger"
              type="submit"
              form="erase-account"
              busy={erase.isPending}
              disabled={!proof}
            >
              {t('Apagar minha conta')}
            </Button>
          )}
        </>
      }
    >
      <form id="erase-account" noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
        {token === null && hasPassword && (
          <TextField
            label={t('Sua senha')}
            type="password"
            autoComplete="current-password"
            value={password}
            error={wrongPassword}
            onChange={(event) => {
              setPassword(event.target.value);
              erase.reset();
            }}
          />
        )}
        {token === null && <MailedLink hasPassword={hasPassword} sendLink={sendLink} />}
        {!wrongPassword && <AttemptError error={failure} />}
      </form>
    </Dialog>
  );
}

interface MailedLinkProps {
  hasPassword: boolean;
  sendLink: ReturnType<typeof useAskErasureLink>;
}

/** Confirms by a mailed link instead of the password. */
function MailedLink({ hasPassword, sendLink }: MailedLinkProps) {
  const { t } = useTranslation();
  return (
    <div>
      <p className="text-14 text-text-2">
        {hasPassword
          ? t('Não lembra a senha? Confirme por um link no seu e-mail.')
          : t('Sua conta não tem senha. Confirme por um link no seu e-mail.')}
      </p>
      <Button
        className="mt-3"
        icon={<Mail size={18} strokeWidth={1.75} aria-hidden="true" />}
        busy={sendLink.isPending}
        disabled={sendLink.isSuccess}
        onClick={() => sendLink.mutate({})}
      >
        {sendLink.isSuccess ? t('Link enviado') : t('Enviar link')}
      </Button>
    </div>
  );
}

/** The account is closed. The only way leads out of the school. */
function ClosedDialog({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      closable={false}
      onClose={() => {}}
      title={t('Sua conta está fechada')}
      description={text}
      actions={
        <Button variant="primary" onClick={() => location.assign(pages.signIn.path)}>
          {t('Sair da escola')}
        </Button>
      }
    />
  );
}
