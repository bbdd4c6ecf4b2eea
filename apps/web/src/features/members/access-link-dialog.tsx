import type { AccessLink, Member } from '@vitrine/contract/members';
import { useRef } from 'react';
import { copyText, notCopied } from '../../kit/links/copy-text.ts';
import { LinkToCopy } from '../../kit/links/link-dialog.tsx';
import { fullTime } from '../../platform/relative-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';

interface AccessLinkDialogProps {
  open: boolean;
  member: Member;
  link: AccessLink;
  onClose: () => void;
}

/** Shows a link to hand over, in a field, because not every browser allows clipboard access. */
export function AccessLinkDialog({ open, member, link, onClose }: AccessLinkDialogProps) {
  const { t, i18n } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    if (await copyText(link.url)) return toast.success(t('Link copiado'));
    toast.error(t(notCopied));
    field.current?.focus();
    field.current?.select(); // it may have had the focus
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Link de acesso de {{name}}', { name: member.name })}
      description={t(
        'Quem abrir este link cria uma senha e entra com {{email}}. Envie só a esta pessoa.',
        { email: member.email },
      )}
      actions={
        <>
          <Button onClick={onClose}>{t('Fechar')}</Button>
          <Button variant="primary" onClick={() => void copy()}>
            {t('Copiar link')}
          </Button>
        </>
      }
    >
      <LinkToCopy
        ref={field}
        label={t('Link de acesso')}
        value={link.url}
        hint={t('Funciona uma vez, até {{moment}}.', {
          moment: fullTime(link.expires_at, i18n.language),
        })}
      />
    </Dialog>
  );
}
