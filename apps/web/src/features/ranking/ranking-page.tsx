import type { RankingEntry } from '@vitrine/contract/ranking';
import { ChartNoAxesColumn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { previewedRanking } from '../../kit/points/previewed-ranking.ts';
import { SeasonSelect } from '../../kit/points/season-select.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { ApiError } from '../../platform/api.ts';
import { useIsStaff, useSite, useViewer } from '../../platform/site-context.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, SkeletonBlock } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Around, NotListed } from './around.tsx';
import { First } from './first-three.tsx';
import { Place } from './place-row.tsx';
import { Previewed } from './previewed.tsx';
import { ForStaff } from './for-staff.tsx';
import './ranking.css';
import { useRanking } from './ranking.queries.ts';

/**
 * The ranking (pictures 20, 20b): the first three, everybody after them, and the viewer's
 * neighbours.
 */
export default function RankingPage() {
  const { t } = useTranslation();
  const { name } = useSite().tenant;
  const [season, setSeason] = useState<number>();
  const ranking = useRanking(season);
  const { first } = ranking;
  const pointsName = first?.points_name || t('pontos');
  const entries = eachOnce(ranking.items);
  const podium = entries.slice(0, 3);
  const isStaff = useIsStaff();
  const previewed = previewedRanking.use();
  const viewer = useViewer()?.id;
  const [ownRow, setOwnRow] = useState<HTMLLIElement | null>(null);
  const isOwnRowSeen = useInView(ownRow);
  const rowRef = ({ user }: RankingEntry) => (user.id === viewer ? { ref: setOwnRow } : {});
  const isOff = ranking.error instanceof ApiError && ranking.error.status === 403;

  return (
    <div className="ranking px-(--gutter) pt-24 pb-20 md:pt-28">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="site-title text-28 md:text-36">{t('Ranking')}</h1>
          {first && (
            <p className="mt-1 text-16 text-text-2">
              {name},{' '}
              {t('nenhuma pessoa|{{count}} pessoa|{{count}} pessoas', { count: first.total })}
            </p>
          )}
        </div>
        {!previewed && <SeasonSelect value={season} onChange={setSeason} />}
      </header>
      {previewed && <Previewed {...previewed} />}

      {!previewed && (
        <>
          {ranking.isPending && <Waiting />}
          {isOff && (
            <EmptyState
              className="pt-20"
              icon={<ChartNoAxesColumn />}
              title={t('O ranking está desativado.')}
            />
          )}
          {ranking.isError && !isOff && (
            <QueryError query={ranking} className="pt-20" title={t('O ranking não carregou')} />
          )}
          {ranking.isSuccess && ranking.items.length === 0 && (
            <EmptyState
              className="pt-20"
              icon={<ChartNoAxesColumn />}
              title={t('Ninguém pontuou ainda')}
              text={t('Assista a uma aula, comente ou curta: quem pontua aparece aqui.')}
            />
          )}
          {ranking.items.length > 0 && (
            <div className="ranking-columns mt-8">
              <section aria-label={t('Ranking')}>
                <ol className="ranking-podium">
                  {podium.map((entry) => (
                    <First key={entry.user.id} {...{ entry, pointsName }} {...rowRef(entry)} />
                  ))}
                </ol>
                <ol className="mt-8 border-t border-line">
                  {entries.slice(3).map((entry) => (
                    <Place key={entry.user.id} entry={entry} {...rowRef(entry)} />
                  ))}
                </ol>
                <LoadMore {...ranking.more} />
              </section>
              {first?.me && (
                <Around
                  entries={first.around}
                  me={first.me}
                  running={season === undefined}
                  pinned={!isOwnRowSeen}
                  {...{ pointsName }}
                />
              )}
              {first && !first.me && season === undefined && !isStaff && <NotListed />}
              {isStaff && season === undefined && <ForStaff entries={entries} />}
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** A member who fell meanwhile is on two pages. */
function eachOnce(entries: RankingEntry[]) {
  const seen = new Set<number>();
  return entries.filter(({ user: { id } }) => !seen.has(id) && seen.add(id));
}

/** Whether an element is in the window. */
function useInView(element: HTMLElement | null) {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry!.isIntersecting));
    observer.observe(element);
    return () => {
      observer.disconnect();
      setIsSeen(false);
    };
  }, [element]);
  return isSeen;
}

const Waiting = () => (
  <div className="mt-8 grid gap-4">
    <SkeletonBlock className="h-48 w-full max-w-xl rounded-card" />
    {Array.from({ length: 6 }, (_, row) => (
      <SkeletonBlock key={row} className="h-10 w-full max-w-3xl rounded-card" />
    ))}
  </div>
);
