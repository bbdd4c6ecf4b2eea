import { limits, type Preview } from '@vitrine/contract/points';
import type { ReactNode } from 'react';
import { isEqual } from '../../kit/state/is-equal.ts';
import { Button } from '../../ui/button.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { rulesOf, valuesOf, type PointsForm } from './points-form.ts';
import { usePointsPreview } from './points.queries.ts';

/** Number of named members per list. The figure above counts all. */
const NAMED = 5;

/** Previews the rules over the last 30 days, by what really happened. It saves nothing. */
export function PointsPreview({ values }: { values: PointsForm }) {
  const { t } = useTranslation();
  const preview = usePointsPreview();
  const name = values.custom_name || t('pontos');
  const body = { ...valuesOf({ ...values, custom_name: name }), ...rulesOf(values) };
  const found = preview.data?.data;
  /** Somebody typed since. */
  const isOld = !isEqual(preview.variables?.body, body);
  return (
    <PanelSection
      title={t('Com estas regras, nos últimos 30 dias')}
      hint={t('Calculado do que os alunos fizeram. Nada é gravado.')}
    >
      <Button wide busy={preview.isPending} onClick={() => preview.mutate({ body })}>
        {t('Experimentar')}
      </Button>
      <div aria-live="polite" className="mt-4 grid grid-cols-1 gap-2 text-14 text-text-2">
        {preview.isPending && (
          <>
            <p>{t('Lendo o que aconteceu em 30 dias.')}</p>
            <Skeleton shape="text" count={4} />
          </>
        )}
        {found &&
          (isOld ? (
            <p>{t('As regras mudaram depois desta conta. Experimente de novo.')}</p>
          ) : (
            <Found found={found} name={name} />
          ))}
      </div>
    </PanelSection>
  );
}

function Found({ found, name }: { found: Preview; name: string }) {
  const { t, number } = useTranslation();
  const { points, members, ranking, level_ups, rewards } = found;
  /** A list ends at its limit. */
  const atLeast = (list: unknown[]) =>
    list.length < limits.previewRows ? number(list.length) : `${number(list.length)}+`;
  return (
    <>
      <Fact label={t('Pontos dados')} value={`${number(points)} ${name}`} />
      <Fact label={t('Pessoas que pontuam')} value={number(members)} />
      <Fact label={t('Sobem de nível')} value={atLeast(level_ups)} />
      <People>
        {level_ups.slice(0, NAMED).map(({ member, level }) => (
          <Person key={member.id} name={member.name} what={level.name} />
        ))}
      </People>
      <Fact label={t('Recompensas conquistadas')} value={atLeast(rewards)} />
      <People>
        {rewards.slice(0, NAMED).map(({ member, reward }) => (
          <Person key={`${member.id}-${reward.id}`} name={member.name} what={reward.name} />
        ))}
      </People>
      {ranking.length > 0 && (
        <ol className="mt-2 grid grid-cols-1 gap-2 border-t border-line pt-3">
          {ranking.slice(0, NAMED).map(({ position, user, score }) => (
            <li key={user.id} className="flex gap-3">
              <span className="w-6 shrink-0 text-right tabular-nums">{position}</span>
              <span className="min-w-0 flex-1 truncate text-text">{user.name}</span>
              <span className="tabular-nums">{number(score)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <p className="flex justify-between gap-3">
    <span>{label}</span>
    <span className="font-semibold text-text tabular-nums">{value}</span>
  </p>
);

const People = ({ children }: { children: ReactNode[] }) =>
  children.length > 0 && <ul className="mb-1 grid grid-cols-1 gap-1 pl-4 text-13">{children}</ul>;

const Person = ({ name, what }: { name: string; what: string }) => (
  <li className="flex justify-between gap-3">
    <span className="min-w-0 truncate text-text">{name}</span>
    <span className="min-w-0 truncate">{what}</span>
  </li>
);
