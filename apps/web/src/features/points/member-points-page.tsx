import { limits, messages } from '@vitrine/contract/points';
import { pages } from '@vitrine/contract/pages';
import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Ledger } from './ledger.tsx';
import { useGivePoints } from './points.queries.ts';

/** The ledger of a member, for admins, who may give and take points with a reason. */
export default function MemberPointsPage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const [giving, setGiving] = useState(false);
  return (
    <>
      <PageHead
        title={t('De onde vieram os pontos')}
        before={
          <Link
            to={pages.manageMembers.path}
            className="inline-flex min-h-6 items-center gap-2 text-14 text-text-2 hover:text-text"
          >
            <ArrowLeft size={16} strokeWidth={2} aria-hidden="true" />
            {t('Pessoas')}
          </Link>
        }
        action={
          <Button
            variant="primary"
            icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setGiving(true)}
          >
            {t('Dar ou tirar pontos')}
          </Button>
        }
      />
      <Ledger memberId={id} />
      {giving && <GiveDialog memberId={id} onClose={() => setGiving(false)} />}
    </>
  );
}

function GiveDialog({ memberId, onClose }: { memberId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const give = useGivePoints();
  const draft = useDraft({
    name: `give-points.${memberId}`,
    saved: { points: '', reason: '' },
    failure: messages.saveFailed,
    save: ({ points, reason }) =>
      give.mutateAsync({ params: { id: memberId }, body: { points: Number(points), reason } }),
  });
  return (
    <FormDialog open onClose={onClose} title={t('Dar ou tirar pontos')} draft={draft}>
      <TextField
        label={t('Pontos')}
        type="number"
        required
        min={-limits.points}
        max={limits.points}
        hint={t('Um número negativo tira pontos.')}
        error={draft.errorOf('points')}
        {...draft.form.register('points')}
      />
      <TextArea
        label={t('Motivo')}
        hint={t('A pessoa recebe um aviso com o motivo.')}
        error={draft.errorOf('reason')}
        {...draft.form.register('reason')}
      />
    </FormDialog>
  );
}
