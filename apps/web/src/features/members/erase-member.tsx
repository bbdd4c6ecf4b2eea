import type { Member } from '@vitrine/contract/members';
import { limits } from '@vitrine/contract/privacy';
import { useTranslation } from '../../ui/translation.ts';
import { TypeToConfirm } from '../../ui/type-to-confirm.tsx';
import { useEraseMember } from '../privacy/privacy.queries.ts';

/** Confirms an erasure: what is deleted, when, and that the person may cancel. */
export function EraseMember({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { t } = useTranslation();
  const erase = useEraseMember();
  return (
    <TypeToConfirm
      open={member !== null}
      onClose={onClose}
      title={t('Apagar os dados de {{name}}', { name: member?.name ?? '' })}
      confirmLabel={t('Apagar dados')}
      onConfirm={() => member && erase.mutateAsync({ params: { id: member.id } })}
    >
      {t(
        'A conta fecha agora e em {{days}} dias tudo é apagado. {{email}} recebe um link para cancelar. O que a pessoa escreveu fica, sem o nome.',
        { days: limits.erasureDays, email: member?.email ?? '' },
      )}
    </TypeToConfirm>
  );
}
