import { DAY_MS } from '@vitrine/contract/durations';
import type { Entry, LedgerPart } from '@vitrine/contract/points';
import { RotateCcw, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '../../kit/page/today.ts';
import { SeasonSelect } from '../../kit/points/season-select.tsx';
import { useSeasons } from '../../kit/points/seasons.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { dayAndMonth, longDate } from '../../platform/dates.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { perLanguage } from '../../ui/per-language.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { LedgerEntry } from './ledger-entry.tsx';
import { useLedger } from './points.queries.ts';
import { ScoreSummary } from './score-summary.tsx';
import { signed } from './signed.ts';

/** The ledger: the viewer's own, or a member's for staff. */
export function Ledger({ memberId }: { memberId: number | null }) {
  const [season, setSeason] = useState<number>();
  return (
    <>
      <SeasonSelect value={season} onChange={setSeason} />
      <div className="not-first:mt-8">
        <SeasonLedger key={season} memberId={memberId} season={season} />
      </div>
    </>
  );
}

interface SeasonProps {
  memberId: number | null;
  season: number | undefined;
}

function SeasonLedger({ memberId, season }: SeasonProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState<LedgerPart | 'all'>('all');
  const ledger = useLedger(memberId, season);
  const { score, entries } = ledger;
  if (ledger.isPending) return <Skeleton shape="row" count={6} />;
  if (!score)
    return <QueryError query={ledger} className="pt-16" title={t('Os pontos não carregaram')} />;
  const name = score.points_name || t('pontos');
  const of = (part?: LedgerPart) => (
    <Entries memberId={memberId} season={season} part={part} name={name} />
  );
  const tabs = [
    { value: 'all', label: t('Tudo'), panel: of() },
    { value: 'lessons', label: t('Aulas'), panel: of('lessons') },
    { value: 'community', label: t('Comunidade'), panel: of('community') },
    { value: 'bonus', label: t('Bônus'), panel: of('bonus') },
    {
      value: 'unscored',
      label: t('Não somou'),
      panel: of('unscored'),
      ...(score.unscored > 0 && { count: score.unscored }),
    },
  ] as const;
  return (
    // Follows its own width: menus may take some of the window.
    <div className="@container">
      <div className="grid gap-10 @min-[52rem]:grid-cols-[minmax(0,1fr)_20rem] @min-[52rem]:gap-16">
        <div className="@min-[52rem]:order-2">
          <ScoreSummary score={score} name={name} past={season !== undefined} />
          <WhyNot />
        </div>
        <div className="min-w-0">
          {entries.length === 0 ? (
            of()
          ) : (
            <Tabs
              label={t('De onde vieram os pontos')}
              tabs={tabs}
              value={part}
              onValueChange={setPart}
            />
          )}
        </div>
      </div>
    </div>
  );
}

interface EntriesProps extends SeasonProps {
  /** Undefined means all entries. */
  part: LedgerPart | undefined;
  name: string;
}

/** The entries of a part by days, the newest first. */
function Entries({ memberId, season, part, name }: EntriesProps) {
  const { t, i18n, number } = useTranslation();
  const ledger = useLedger(memberId, season, part);
  const seasons = useSeasons().data ?? [];
  const today = useToday();
  const { score, entries } = ledger;
  if (ledger.isPending) return <Skeleton shape="row" count={6} />;
  if (!score)
    return <QueryError query={ledger} className="pt-16" title={t('Os pontos não carregaram')} />;
  if (part && entries.length === 0)
    return (
      <EmptyState
        icon={<Sparkles />}
        title={part === 'unscored' ? t('Tudo o que conta somou') : t('Nada aqui nesta temporada')}
      />
    );
  const days = Map.groupBy(entries, ({ at }) => dayInWords(new Date(at), today, i18n.language));
  const past = !part && seasons.find(({ id, ended_at }) => id === season && ended_at);
  const place = seasons.findIndex(({ id }) => id === score.season_id);
  // The first season began with no reset.
  const begun =
    !part && place >= 0 && place < seasons.length - 1 ? seasons[place]!.started_at : null;
  return (
    <>
      {entries.length === 0 && (
        <EmptyState
          icon={<Sparkles />}
          title={season ? t('Nenhum ponto nesta temporada') : t('Nenhum ponto ainda')}
          text={season ? undefined : t('O que somar aparece aqui, com o motivo.')}
        />
      )}
      {past && <Reset at={past.ended_at!}>{t('Fim da temporada: a pontuação recomeçou')}</Reset>}
      {[...days].map(([day, list], index) => (
        <section key={day} className="mb-8">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
            <h2 className="text-16 font-semibold text-text first-letter:uppercase">{day}</h2>
            {/* A day that goes on below has no sum yet. */}
            {(index < days.size - 1 || !ledger.more.hasMore) && (
              <p className="ml-auto text-14 wrap-anywhere text-text-2 tabular-nums">
                {signed(sumOf(list), number)} {name}
              </p>
            )}
          </div>
          <ul>
            {bonusesFirst(list).map(({ entry, joined }) => (
              <LedgerEntry key={entry.id} entry={entry} joined={joined} />
            ))}
          </ul>
        </section>
      ))}
      {begun && !ledger.more.hasMore && (
        <Reset at={begun}>{t('A pontuação recomeçou: nova temporada')}</Reset>
      )}
      <LoadMore {...ledger.more} />
    </>
  );
}

const fullDate = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }),
);
const relativeDay = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
);

/** 'Hoje, 22 de novembro'; a day before yesterday by its weekday. */
function dayInWords(at: Date, today: string, language: string) {
  const daysAgo = Math.round((startOfDay(new Date(today)) - startOfDay(at)) / DAY_MS);
  const isNear = daysAgo === 0 || daysAgo === 1;
  if (!isNear) return fullDate(language).format(at);
  return `${relativeDay(language).format(-daysAgo, 'day')}, ${dayAndMonth(at, language)}`;
}

const startOfDay = (at: Date) => new Date(at).setHours(0, 0, 0, 0);

interface LedgerRow {
  entry: Entry;
  /** True for an entry that made the bonus above it. */
  joined: boolean;
}

/** Moves the entries of a bonus below it, where they are of the same day. */
function bonusesFirst(list: Entry[]): LedgerRow[] {
  const bonuses = list.filter(({ action, reason }) => action === 'bonus' && !reason);
  const makers = new Map(
    bonuses.map((bonus) => [bonus.id, list.filter(({ id }) => bonus.bonus_of.includes(id))]),
  );
  const moved = new Set([...makers.values()].flat());
  return list
    .filter((entry) => !moved.has(entry))
    .flatMap((entry) => [
      { entry, joined: false },
      ...(makers.get(entry.id) ?? []).map((maker) => ({ entry: maker, joined: true })),
    ]);
}

const sumOf = (list: Entry[]) => list.reduce((sum, { points }) => sum + points, 0);

/** A reset, as a line of its own among the days. */
function Reset({ at, children }: { at: string | Date; children: string }) {
  const { i18n } = useTranslation();
  return (
    <p className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-surface-2 px-4 py-3 text-14 text-text-2">
      <RotateCcw size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 basis-48 font-semibold text-text">{children}</span>
      <span className="tabular-nums">{longDate(at, i18n.language)}</span>
    </p>
  );
}

/** The three ways in which an action adds nothing. */
function WhyNot() {
  const { t } = useTranslation();
  const ways = [
    [t('Repetir.'), t('Rever a aula ou curtir de novo não conta outra vez.')],
    [t('Bônus.'), t('Um de cada tipo a cada 24 horas.')],
    [t('Temporada passada.'), t('O que já somou fica no histórico e não soma de novo.')],
  ] as const;
  return (
    <section className="mt-8 border-t border-line pt-6 text-14 text-text-2 @max-[52rem]:hidden">
      <h2 className="text-16 font-semibold text-text">{t('Quando não soma')}</h2>
      {ways.map(([lead, text]) => (
        <p key={lead} className="mt-3">
          <b className="font-semibold text-text">{lead}</b> {text}
        </p>
      ))}
    </section>
  );
}
