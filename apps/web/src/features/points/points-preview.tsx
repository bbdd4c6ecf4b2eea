import { Button } from '../../ui/button.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { rulesOf, valuesOf, type PointsForm } from './points-form.ts';
import { usePointsPreview } from './points.queries.ts';

/** What these rules would have given in the last 30 days, computed from what happened; nothing is saved. */
export function PointsPreview({ values }: { values: PointsForm }) {
  const { t, number } = useTranslation();
  const preview = usePointsPreview();
  const name = values.custom_name || t('pontos');
  const found = preview.data?.data;
  return (
    <PanelSection
      title={t('Com estas regras, nos últimos 30 dias')}
      hint={t('Calculado do que os alunos fizeram. Nada é gravado.')}
    >
      <Button
        wide
        busy={preview.isPending}
        onClick={() =>
          preview.mutate({
            body: { ...valuesOf({ ...values, custom_name: name }), ...rulesOf(values) },
          })
        }
      >
        {t('Experimentar')}
      </Button>
      {found && (
        <div aria-live="polite" className="mt-4 grid gap-2 text-14 text-text-2">
          <Fact label={t('Pontos dados')} value={`${number(found.points)} ${name}`} />
          <Fact label={t('Pessoas que pontuam')} value={number(found.members)} />
          <Fact label={t('Sobem de nível')} value={number(found.level_ups.length)} />
          <Fact label={t('Recompensas conquistadas')} value={number(found.rewards.length)} />
          {found.ranking.length > 0 && (
            <ol className="mt-2 grid gap-2 border-t border-line pt-3">
              {found.ranking.slice(0, 5).map(({ position, user, score }) => (
                <li key={user.id} className="flex gap-3">
                  <span className="w-6 shrink-0 text-right tabular-nums">{position}</span>
                  <span className="min-w-0 flex-1 truncate text-text">{user.name}</span>
                  <span className="tabular-nums">{number(score)}</span>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </PanelSection>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <p className="flex justify-between gap-3">
    <span>{label}</span>
    <span className="font-semibold text-text tabular-nums">{value}</span>
  </p>
);
