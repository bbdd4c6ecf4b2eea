import { pages } from '@vitrine/contract/pages';
import { limits, messages } from '@vitrine/contract/points';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useDraft } from '../../kit/forms/draft.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { BackLink } from '../../kit/page/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { CounterField } from '../../ui/counter-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { usePerson } from '../people/people.queries.ts';
import { Ledger } from './ledger.tsx';
import { useGiveOnce, useLedger } from './points.queries.ts';

/** The ledger of a member, for admins, who may give and take points with a reason. */
export default function MemberPointsPage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const [giving, setGiving] = useState(false);
  const person = usePerson(id).data?.data.name;
  return (
    <>
      <PageHead
        title={
          person
            ? t('De onde vieram os pontos de {{name}}', { name: person })
            : t('De onde vieram os pontos')
        }
        before={<BackLink to={pages.manageMembers.path}>{t('Pessoas')}</BackLink>}
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
  const { t, number } = useTranslation();
  const give = useGiveOnce();
  const { score } = useLedger(memberId, undefined);
  const draft = useDraft({
    name: `give-points.${memberId}`,
    saved: { way: 'give' as 'give' | 'take', points: '', reason: '' },
    failure: messages.saveFailed,
    save: ({ way, points, reason }) =>
      give({
        params: { id: memberId },
        body: { points: way === 'give' ? Number(points) : -Number(points), reason },
      }),
  });
  const { form, set, values } = draft;
  const change = values.way === 'give' ? Number(values.points) : -Number(values.points);
  // Saving closes the dialog: meanwhile the score has the points already.
  const isShown = score && change !== 0 && draft.saves === 0 && !draft.saving;
  return (
    <FormDialog open onClose={onClose} title={t('Dar ou tirar pontos')} draft={draft}>
      <Segmented
        wide
        label={t('O que fazer')}
        value={values.way}
        options={[
          { value: 'give', label: t('Dar') },
          { value: 'take', label: t('Tirar') },
        ]}
        onValueChange={(way) => set('way', way)}
      />
      <NumberField
        label={t('Pontos')}
        required
        min={1}
        max={limits.points}
        hint={
          isShown
            ? t('De {{before}} para {{after}} {{name}}.', {
                before: number(score.score),
                after: number(score.score + change),
                name: score.points_name || t('pontos'),
              })
            : undefined
        }
        error={draft.errorOf('points')}
        {...form.register('points')}
      />
      {values.way === 'take' && (
        <p className="text-13 text-text-2">
          {t('Recompensas já conquistadas ficam com a pessoa.')}
        </p>
      )}
      <CounterField
        multiline
        label={t('Motivo')}
        required
        max={limits.note}
        value={values.reason}
        hint={t('A pessoa recebe um aviso com o motivo.')}
        error={draft.errorOf('reason')}
        onChange={(event) => set('reason', event.target.value)}
      />
    </FormDialog>
  );
}
