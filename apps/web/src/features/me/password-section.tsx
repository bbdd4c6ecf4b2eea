import { Mail } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAskPasswordLink } from './me.queries.ts';

/** Mails a link for a new password, as for a forgotten one. */
export function PasswordSection({ email }: { email: string }) {
  const { t } = useTranslation();
  const sendLink = useAskPasswordLink();
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="text-18 font-semibold text-text">
        {t('Senha')}
      </h2>
      <p className="mt-2 max-w-140 text-14 text-text-2">
        {t(
          'Enviamos para {{email}} um link para criar uma nova senha. Depois, sua conta sai de todos os aparelhos.',
          { email },
        )}
      </p>
      <Button
        className="mt-4"
        icon={<Mail size={18} strokeWidth={1.75} aria-hidden="true" />}
        busy={sendLink.isPending}
        aria-disabled={sendLink.isSuccess || undefined}
        onClick={() => sendLink.mutate({ body: { email } })}
      >
        {t('Enviar link para nova senha')}
      </Button>
      <p role="status" className="mt-3 text-14 text-text">
        {sendLink.isSuccess && t('Enviado. O link chega em instantes e vale por uma hora.')}
      </p>
    </section>
  );
}
