import type { Member } from '@vitrine/contract/members';
import { limits } from '@vitrine/contract/privacy';
import { useTranslation } from '../../ui/translation.ts';
import { TypeToConfirm, type TypeToConfirmProps } from '../../ui/type-to-confirm.tsx';
import { useEraseMember } from '../privacy/privacy.queries.ts';

interface EraseMemberProps {
  member: Member | null;
  onClose: () => void;
  finalFocus: TypeToConfirmProps['finalFocus'];
  /** Runs the erasure, and remembers the row that takes the focus afterwards. */
  during: (erasure: () => Promise<unknown>) => Promise<unknown>;
}

/** Confirms an erasure: what is deleted, when, and that the person may cancel. */
export function EraseMember({ member, onClose, finalFocus, during }: EraseMemberProps) {
  const { t } = useTranslation();
  const erase = useEraseMember();
  return (
    <TypeToConfirm
      open={member !== null}
      onClose={onClose}
      title={t('Apagar os dados de {{name}}', { name: member?.name ?? '' })}
      confirmLabel={t('Apagar dados')}
      finalFocus={finalFocus}
      onConfirm={() => member && during(() => erase.mutateAsync({ params: { id: member.id } }))}
    >
      {t(
        'A conta fecha agora e em {{days}} dias tudo é apagado. {{email}} recebe um link para cancelar. O que a pessoa escreveu fica, sem o nome.',
        { days: limits.erasureDays, email: member?.email ?? '' },
      )}
    </TypeToConfirm>
  );
}
