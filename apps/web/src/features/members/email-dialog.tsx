import { EmailInput, type Member } from '@vitrine/contract/members';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useChangeEmail, useEmailChange } from './members.queries.ts';

interface EmailDialogProps {
  member: Member;
  onClose: () => void;
}

/** Asks for a new e-mail. It counts once the address of today and the new one have confirmed. */
export function EmailDialog({ member, onClose }: EmailDialogProps) {
  const { t } = useTranslation();
  const waiting = useEmailChange(member.id).data?.data;
  const change = useChangeEmail();
  const draft = useDraft({
    name: `member-email.${member.id}`,
    saved: { email: '' },
    schema: EmailInput,
    failure: 'Não foi possível mudar o e-mail',
    save: (body) => change.mutateAsync({ params: { id: member.id }, body }),
  });
  const word = (confirmed: boolean) => (confirmed ? t('confirmado') : t('pendente'));

  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('Mudar e-mail')}
      description={member.email}
      saveLabel={t('Enviar links de confirmação')}
      draft={draft}
    >
      {waiting && (
        <p className="text-13 wrap-anywhere text-text-2">
          {t(
            'Mudança para {{email}} aguarda confirmação: endereço de hoje {{old}}, novo {{new}}.',
            {
              email: waiting.email,
              old: word(waiting.old_confirmed),
              new: word(waiting.new_confirmed),
            },
          )}
        </p>
      )}
      <TextField
        label={t('Novo e-mail')}
        required
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        hint={t('O e-mail da conta muda quando o endereço de hoje e o novo confirmarem.')}
        error={draft.errorOf('email')}
        {...draft.form.register('email')}
      />
    </FormDialog>
  );
}
