import type { AccessLink, Member } from '@vitrine/contract/members';
import { copyLink } from '../../kit/links/copy-link.ts';
import { fullTime } from '../../platform/relative-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
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
          <Button variant="primary" onClick={() => void copyLink(link.url, t('Link copiado'))}>
            {t('Copiar link')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Link de acesso')}
        readOnly
        value={link.url}
        hint={t('Funciona uma vez, até {{moment}}.', {
          moment: fullTime(link.expires_at, i18n.language),
        })}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  );
}
