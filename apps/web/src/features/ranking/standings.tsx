import type { RankingEntry } from '@vitrine/contract/ranking';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { hasStatus } from '../../platform/api.ts';
import { useIsStaff, useViewer } from '../../platform/site-context.ts';
import { useInView } from '../../ui/in-view.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, SkeletonBlock } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ForStaff } from './for-staff.tsx';
import { OwnRanking, NotListed } from './own-ranking.tsx';
import { PodiumPlace } from './podium-place.tsx';
import { RankingRow } from './ranking-row.tsx';
import type { useRanking } from './ranking.queries.ts';

/** A tab of the ranking: this season, this week, all seasons, or a past one. */
export type RankingView = 'season' | 'week' | 'all' | 'past';

const nobody = {
  season: 'Ninguém pontuou ainda',
  week: 'Ninguém pontuou nesta semana ainda',
  all: 'Ninguém pontuou ainda',
  past: 'Ninguém pontuou nesta temporada',
} as const;

interface StandingsProps {
  ranking: ReturnType<typeof useRanking>;
  view: RankingView;
}

/** The list of a ranking with the viewer's position beside it, or the reason why there is none. */
export function Standings({ ranking, view }: StandingsProps) {
  const { t } = useTranslation();
  const isSumming = Boolean(ranking.first?.summing);
  const isOff = hasStatus(ranking.error, 403);
  if (ranking.isPending) return <Waiting />;
  if (isOff)
    return (
      <EmptyState
        className="pt-20"
        icon={<ChartNoAxesColumn />}
        title={t('O ranking está desativado.')}
      />
    );
  // With a list, its end says what failed.
  if (ranking.isError && ranking.items.length === 0)
    return <QueryError query={ranking} className="pt-20" title={t('O ranking não carregou')} />;
  if (isSumming) return <Summing />;
  if (ranking.items.length === 0)
    return (
      <EmptyState
        className="pt-20"
        icon={<ChartNoAxesColumn />}
        title={t(nobody[view])}
        text={
          gainsNow(view)
            ? t('Assista a uma aula, comente ou curta: quem pontua aparece aqui.')
            : undefined
        }
      />
    );
  return <List ranking={ranking} view={view} />;
}

/** The next action changes it: there is something to do for the next place. */
const gainsNow = (view: RankingView) => view === 'season' || view === 'week';

function List({ ranking, view }: StandingsProps) {
  const { t } = useTranslation();
  const { first } = ranking;
  const pointsName = first?.points_name || t('pontos');
  const entries = ranking.items;
  const isStaff = useIsStaff();
  const viewer = useViewer()?.id;
  const [ownRow, setOwnRow] = useState<HTMLLIElement | null>(null);
  const isOwnRowInView = useInView(ownRow);
  const rowRef = ({ user }: RankingEntry) => (user.id === viewer ? { ref: setOwnRow } : {});
  const isRunning = view !== 'past';
  return (
    <div className="ranking-columns mt-8">
      <section aria-label={t('Classificação')}>
        <ol className="ranking-podium">
          {entries.slice(0, 3).map((entry) => (
            <PodiumPlace
              key={entry.user.id}
              entry={entry}
              pointsName={pointsName}
              {...rowRef(entry)}
            />
          ))}
        </ol>
        <ol className="mt-8 border-t border-line">
          {entries.slice(3).map((entry) => (
            <RankingRow key={entry.user.id} entry={entry} {...rowRef(entry)} />
          ))}
        </ol>
        <LoadMore {...ranking.more} />
      </section>
      {first?.me && (
        <OwnRanking
          entries={first.around}
          me={first.me}
          running={gainsNow(view)}
          pinned={!isOwnRowInView}
          period={view === 'week' ? view : undefined}
          pointsName={pointsName}
        />
      )}
      {first && !first.me && isRunning && !isStaff && <NotListed />}
      {/* Only the season tells of moves. */}
      {isStaff && isRunning && <ForStaff entries={view === 'season' ? entries : undefined} />}
    </div>
  );
}

/** The first sum of a large school's seasons takes a minute. */
function Summing() {
  const { t } = useTranslation();
  return (
    <EmptyState
      className="pt-20"
      icon={<ChartNoAxesColumn />}
      title={t('As temporadas estão sendo somadas')}
      text={t('Leva alguns minutos depois que a pontuação recomeça. Volte daqui a pouco.')}
    />
  );
}

const Waiting = () => (
  <div className="mt-8 grid gap-4">
    <SkeletonBlock className="h-48 w-full max-w-xl rounded-card" />
    {Array.from({ length: 6 }, (_, row) => (
      <SkeletonBlock key={row} className="h-10 w-full max-w-3xl rounded-card" />
    ))}
  </div>
);
