import { limits } from '@vitrine/contract/privacy';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsStaff } from '../../platform/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Erases the viewer's account, by the password or by a mailed link. */
export function EraseSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation();
  const isStaff = useIsStaff();
  const [address, setAddress] = useSearchParams();
  const token = address.get('token');
  const [confirming, setConfirming] = useState(token !== null);
  const close = () => {
    setConfirming(false);
    // A used or dismissed link must not open the dialog again.
    if (token !== null) setAddress({}, { replace: true });
  };
  return (
    <section aria-labelledby="erase">
      <h2 id="erase" className="text-18 font-semibold text-text">
        {t('Apagar minha conta')}
      </h2>
      <p className="mt-2 max-w-160 text-14 text-text-2">
        {t(
          'A conta fecha na hora e ninguém mais vê seu nome. Em {{days}} dias tudo é apagado; até lá, um link no seu e-mail cancela. O que você escreveu fica, sem o seu nome.',
          { days: limits.erasureDays },
        )}
        {isStaff &&
          ` ${t('Se você cancelar, a conta volta como a de um aluno. Um proprietário ou administrador devolve os seus papéis.')}`}
      </p>
      <Button
        variant="danger"
        className="mt-5"
        icon={<Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setConfirming(true)}
      >
        {t('Apagar minha conta')}
      </Button>
      {confirming && (
        // The link of the mail stays for the next press.
        <LatePart load={() => import('./erase-dialog.tsx')} onFail={() => setConfirming(false)}>
          {(EraseDialog) => <EraseDialog hasPassword={hasPassword} token={token} onClose={close} />}
        </LatePart>
      )}
    </section>
  );
}
