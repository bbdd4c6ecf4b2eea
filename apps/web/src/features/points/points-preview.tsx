import { limits } from '@vitrine/contract/points';
import type { ReactNode } from 'react';
import { besideDrawer, useMediaQuery } from '../../ui/media-query.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { TriedRules } from './tried-rules.ts';

/** Number of named members per list. The figure above counts all. */
const NAMED = 5;

/** The students whom the tried rules would move, by name. The bar above Salvar compares figures. */
export function PointsPreview({ tried: { found, pointsName } }: { tried: TriedRules }) {
  const { t, number } = useTranslation();
  const isBeside = useMediaQuery(besideDrawer);
  if (!found) return null;
  const { points, members, ranking, level_ups, rewards } = found;
  /** A list ends at its limit. */
  const atLeast = (list: unknown[]) =>
    list.length < limits.previewRows ? number(list.length) : `${number(list.length)}+`;
  return (
    <PanelSection
      title={t('O que teria acontecido em 30 dias')}
      hint={t('Calculado do que os alunos fizeram. Nada é gravado.')}
    >
      <div className="grid grid-cols-1 gap-2 text-14 text-text-2">
        <Fact label={t('Pontos dados')} value={`${number(points)} ${pointsName}`} />
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
        {/* Beside the drawer the page shows it. */}
        {!isBeside && ranking.length > 0 && (
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
      </div>
    </PanelSection>
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
