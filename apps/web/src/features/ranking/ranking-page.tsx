import { idIn } from '@vitrine/contract/pages';
import type { RankingPage as RankingPageAnswer } from '@vitrine/contract/ranking';
import { useSearchParams } from 'react-router';
import { previewedRanking } from '../../kit/points/previewed-ranking.ts';
import { SeasonSelect } from '../../kit/points/season-select.tsx';
import { seasonDates, useSeasons } from '../../kit/points/seasons.ts';
import { longDate } from '../../platform/dates.ts';
import { useSite } from '../../platform/site-context.ts';
import { perLanguage } from '../../ui/per-language.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Previewed } from './previewed.tsx';
import './ranking.css';
import { useRanking } from './ranking.queries.ts';
import { Standings, type RankingView } from './standings.tsx';

/** The values of `?periodo=`. */
const periods: Readonly<Record<string, 'week' | 'all'>> = { semana: 'week', tudo: 'all' };

/**
 * `/ranking?periodo=semana`, `?periodo=tudo` and `?temporada=`: the first three, everybody after
 * them, and the viewer's neighbours.
 */
export default function RankingPage() {
  const { t, number } = useTranslation();
  const { name } = useSite().tenant;
  const [address, setAddress] = useSearchParams();
  const seasons = useSeasons();
  const pastSeasons = seasons.data?.filter(({ ended_at }) => ended_at) ?? [];
  const inAddress = idIn(address.get('temporada')) ?? undefined;
  // Any other is the running one. While seasons load, the address is believed.
  const season = seasons.data ? pastSeasons.find(({ id }) => id === inAddress)?.id : inAddress;
  const period = season ? undefined : periods[address.get('periodo') ?? ''];
  const view: RankingView = season ? 'past' : (period ?? 'season');
  const ranking = useRanking({ season, period });
  const { first } = ranking;
  const previewed = previewedRanking.use();

  function show(next: RankingView, pastSeason = pastSeasons[0]?.id) {
    const after = new URLSearchParams(address);
    after.delete('periodo');
    after.delete('temporada');
    if (next === 'week') after.set('periodo', 'semana');
    if (next === 'all') after.set('periodo', 'tudo');
    if (next === 'past') after.set('temporada', String(pastSeason));
    setAddress(after, { replace: true });
  }

  return (
    <div className="px-(--page-gutter) pt-18 pb-20 md:pt-28">
      {/* In a wider column the podium would fall apart. */}
      <div className="mx-auto max-w-332">
        <header className="ranking-header">
          <div className="min-w-0">
            <h1 className="site-title text-28 md:text-36">{t('Ranking')}</h1>
            {/* Keeps its line while it loads, so that the title stays. */}
            <p className="mt-1 min-h-6 text-16 text-balance text-text-2">
              {first && (
                <>
                  {first.total > 0
                    ? t('{{name}}, {{number}} pessoa.|{{name}}, {{number}} pessoas.', {
                        name,
                        count: first.total,
                        number: number(first.total),
                      })
                    : `${name}.`}{' '}
                  <Dates view={view} season={season} answer={first} />
                </>
              )}
            </p>
          </div>
          {!previewed && (
            <Tabs<RankingView>
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

        {!previewed && <Standings ranking={ranking} view={view} />}
      </div>
    </div>
  );
}

interface DatesProps {
  view: RankingView;
  /** The chosen past season. */
  season: number | undefined;
  answer: RankingPageAnswer;
}

/** The dates of the season, of the week or of a past season, or the age of the sums. */
function Dates({ view, season, answer: { updated_at, ends_at } }: DatesProps) {
  const { t, i18n } = useTranslation();
  const seasons = useSeasons().data;
  const shown = seasons?.find(({ id, ended_at }) => (season ? id === season : ended_at === null));
  if (view === 'week')
    return (
      ends_at &&
      t('Recomeça {{moment}}.', {
        moment: weekdayAndTime(i18n.language).format(new Date(ends_at)),
      })
    );
  if (view === 'all')
    return updated_at ? <UpdatedAt at={new Date(updated_at)} /> : t('Todas as temporadas.');
  if (!shown) return null;
  const { started_at, ended_at } = shown;
  return ended_at
    ? `${seasonDates(started_at, ended_at, i18n.language)}.`
    : t('Desde {{date}}.', { date: longDate(started_at, i18n.language) });
}

const isToday = (date: Date) => date.toDateString() === new Date().toDateString();

/** The age of the sums, in the reader's time. */
function UpdatedAt({ at }: { at: Date }) {
  const { t, i18n } = useTranslation();
  return isToday(at)
    ? t('Atualizado às {{time}}.', { time: time(i18n.language).format(at) })
    : t('Atualizado em {{moment}}.', { moment: dayAndTime(i18n.language).format(at) });
}

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  perLanguage(
    (language) =>
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', ...options }),
  );

/** '21:00', as all of these in the reader's time. */
const time = formatOf({});

/** '29 de novembro às 21:00' */
const dayAndTime = formatOf({ day: 'numeric', month: 'long' });

/** 'domingo, 29 de novembro às 21:00' */
const weekdayAndTime = formatOf({ weekday: 'long', day: 'numeric', month: 'long' });
