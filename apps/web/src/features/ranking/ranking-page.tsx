import {
  nextWeek,
  type RankingEntry,
  type RankingPage as RankingPageAnswer,
} from '@vitrine/contract/ranking';
import { ChartNoAxesColumn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { previewedRanking } from '../../kit/points/previewed-ranking.ts';
import { SeasonSelect } from '../../kit/points/season-select.tsx';
import { useSeasons } from '../../kit/points/seasons.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { ApiError } from '../../platform/api.ts';
import { useIsStaff, useSite, useViewer } from '../../platform/site-context.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, SkeletonBlock } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Around, NotListed } from './around.tsx';
import { First } from './first-three.tsx';
import { Place } from './place-row.tsx';
import { Previewed } from './previewed.tsx';
import { ForStaff } from './for-staff.tsx';
import './ranking.css';
import { useRanking } from './ranking.queries.ts';

type View = 'season' | 'week' | 'all' | 'past';

/** Of `?periodo=`. */
const periods: Readonly<Record<string, 'week' | 'all'>> = { semana: 'week', tudo: 'all' };

const nobody = {
  season: 'Ninguém pontuou ainda',
  week: 'Ninguém pontuou nesta semana ainda',
  all: 'Ninguém pontuou ainda',
  past: 'Ninguém pontuou nesta temporada',
} as const;

/**
 * `/ranking?periodo=semana`, `?periodo=tudo` and `?temporada=`: the first three, everybody after them,
 * and the viewer's neighbours (pictures 20, 20b).
 */
export default function RankingPage() {
  const { t, number } = useTranslation();
  const { name } = useSite().tenant;
  const [address, setAddress] = useSearchParams();
  const seasons = useSeasons();
  const pastSeasons = seasons.data?.filter(({ ended_at }) => ended_at) ?? [];
  const inAddress = Number(address.get('temporada')) || undefined;
  // Any other is the running one. While seasons load, the address is believed.
  const season = seasons.data ? pastSeasons.find(({ id }) => id === inAddress)?.id : inAddress;
  const period = season ? undefined : periods[address.get('periodo') ?? ''];
  const view: View = season ? 'past' : (period ?? 'season');
  const ranking = useRanking({ season, period });
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
  const isRunning = view !== 'past';
  const isSumming = Boolean(first?.summing);
  const isOff = ranking.error instanceof ApiError && ranking.error.status === 403;

  function show(next: View, pastSeason = pastSeasons[0]?.id) {
    const after = new URLSearchParams(address);
    after.delete('periodo');
    after.delete('temporada');
    if (next === 'week') after.set('periodo', 'semana');
    if (next === 'all') after.set('periodo', 'tudo');
    if (next === 'past') after.set('temporada', String(pastSeason));
    setAddress(after, { replace: true });
  }

  return (
    <div className="ranking px-(--gutter) pt-18 pb-20 md:pt-28">
      <header className="ranking-header">
        <div className="min-w-0">
          <h1 className="site-title text-28 md:text-36">{t('Ranking')}</h1>
          {first && (
            <p className="mt-1 text-16 text-text-2">
              {first.total > 0
                ? t('{{name}}, {{number}} pessoa.|{{name}}, {{number}} pessoas.', {
                    name,
                    count: first.total,
                    number: number(first.total),
                  })
                : `${name}.`}{' '}
              <Dates {...{ view, season }} updatedAt={first.updated_at} />
            </p>
          )}
        </div>
        {!previewed && (
          <Tabs<View>
            className="min-w-0"
            label={t('Período')}
            value={view}
            onValueChange={(next) => show(next)}
            tabs={[
              { value: 'season', label: t('Temporada') },
              { value: 'week', label: t('Esta semana') },
              // Before the first reset, it is the season.
              ...(pastSeasons.length > 0
                ? ([
                    { value: 'all', label: t('Desde o início') },
                    { value: 'past', label: t('Anteriores') },
                  ] as const)
                : []),
            ]}
          />
        )}
      </header>
      {!previewed && season && (
        <div className="mt-6 flex empty:hidden lg:justify-end">
          <SeasonSelect past value={season} onChange={(id) => show('past', id)} />
        </div>
      )}
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
          {isSumming && <Summing />}
          {ranking.isSuccess && ranking.items.length === 0 && !isSumming && (
            <EmptyState
              className="pt-20"
              icon={<ChartNoAxesColumn />}
              title={t(nobody[view])}
              text={
                view === 'season' || view === 'week'
                  ? t('Assista a uma aula, comente ou curta: quem pontua aparece aqui.')
                  : undefined
              }
            />
          )}
          {ranking.items.length > 0 && (
            <div className="ranking-columns mt-8">
              <section aria-label={t('Classificação')}>
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
                  running={view === 'season' || view === 'week'}
                  pinned={!isOwnRowSeen}
                  period={period === 'week' ? period : undefined}
                  {...{ pointsName }}
                />
              )}
              {first && !first.me && isRunning && !isStaff && <NotListed />}
              {isStaff && isRunning && <ForStaff entries={period ? undefined : entries} />}
            </div>
          )}
        </>
      )}
    </div>
  );
}

interface DatesProps {
  view: View;
  /** Of the past. */
  season: number | undefined;
  updatedAt: RankingPageAnswer['updated_at'];
}

/** When the season began, when the week ends, when the past season was, or how old the sums are. */
function Dates({ view, season, updatedAt }: DatesProps) {
  const { t, i18n } = useTranslation();
  const seasons = useSeasons().data;
  const shown = seasons?.find(({ id, ended_at }) => (season ? id === season : ended_at === null));
  const datesIn = (dateStyle: 'medium' | 'long') =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle });
  if (view === 'week') return t('Recomeça {{moment}}.', { moment: nextWeekIn(i18n.language) });
  if (view === 'all')
    return updatedAt ? <UpdatedAt moment={new Date(updatedAt)} /> : t('Todas as temporadas.');
  if (!shown) return null;
  const begin = new Date(shown.started_at);
  if (shown.ended_at) return `${datesIn('medium').formatRange(begin, new Date(shown.ended_at))}.`;
  return t('Desde {{date}}.', { date: datesIn('long').format(begin) });
}

const isToday = (moment: Date) => moment.toDateString() === new Date().toDateString();

/** How old the sums are, in the reader's time. */
function UpdatedAt({ moment }: { moment: Date }) {
  const { t, i18n } = useTranslation();
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const inWords = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, format).format(moment);
  return isToday(moment)
    ? t('Atualizado às {{time}}.', { time: inWords(time) })
    : t('Atualizado em {{moment}}.', {
        moment: inWords({ day: 'numeric', month: 'long', ...time }),
      });
}

/** In the reader's time: 'domingo, 29 de novembro às 21:00'. */
const nextWeekIn = (language: string) =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(nextWeek(new Date()));

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
