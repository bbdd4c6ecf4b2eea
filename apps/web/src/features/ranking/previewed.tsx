import type { RankingEntry } from '@vitrine/contract/ranking';
import { ChartNoAxesColumn, Eye } from 'lucide-react';
import type { previewedRanking } from '../../kit/points/previewed-ranking.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { PodiumPlace } from './podium-place.tsx';
import { RankingRow } from './ranking-row.tsx';

type PreviewedProps = NonNullable<ReturnType<typeof previewedRanking.get>>;

/** The ranking of 30 days by rules that nobody has saved, outlined and named as such. */
export function Previewed({ entries, pointsName, stale }: PreviewedProps) {
  const { t } = useTranslation();
  const rows = entries.map(({ saved_position, ...entry }): RankingEntry => ({
    ...entry,
    level: null,
    move: saved_position === null ? null : saved_position - entry.position,
  }));
  return (
    <section
      aria-labelledby="ranking-previewed"
      aria-busy={stale}
      className="ranking-previewed mt-8"
    >
      <h2 id="ranking-previewed" className="ranking-previewed-name">
        <Eye size={14} strokeWidth={2} aria-hidden="true" />
        {t('Prévia: 30 dias com estas regras')}
      </h2>
      {rows.length === 0 && (
        <EmptyState
          className="py-12"
          icon={<ChartNoAxesColumn />}
          title={t('Com estas regras ninguém teria pontuado')}
        />
      )}
      <ol className="ranking-podium">
        {rows.slice(0, 3).map((entry) => (
          <PodiumPlace key={entry.user.id} entry={entry} pointsName={pointsName} />
        ))}
      </ol>
      {rows.length > 3 && (
        <ol className="mt-8 border-t border-line">
          {rows.slice(3).map((entry) => (
            <RankingRow key={entry.user.id} entry={entry} moveSince="saved-rules" />
          ))}
        </ol>
      )}
    </section>
  );
}
