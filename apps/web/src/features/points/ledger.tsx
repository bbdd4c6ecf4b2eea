import { DAY_MS } from '@vitrine/contract/durations';
import type { Entry, LedgerPart, Score } from '@vitrine/contract/points';
import {
  Award,
  CircleCheck,
  Heart,
  Layers,
  LogIn,
  MessageCircle,
  Pencil,
  Play,
  RotateCcw,
  Sparkles,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSeasons } from '../../kit/points/seasons.ts';
import { SeasonSelect } from '../../kit/points/season-select.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useLedger } from './points.queries.ts';

const actions: Record<string, [LucideIcon, string]> = {
  login: [LogIn, 'Entrou na escola'],
  watch_class: [Play, 'Começou a ver'],
  finish_class: [CircleCheck, 'Concluiu a aula'],
  finish_module: [Layers, 'Concluiu o módulo'],
  finish_course: [Layers, 'Concluiu o curso'],
  comment_class: [MessageCircle, 'Comentou em'],
  like_class: [Heart, 'Curtiu'],
  post: [Pencil, 'Publicou'],
  comment: [MessageCircle, 'Comentou em'],
  reply: [MessageCircle, 'Respondeu em'],
  like: [Heart, 'Curtiu'],
  bonus: [Sparkles, 'Bônus do dia'],
  manual: [Award, 'Pontos da equipe'],
};

/** Why an entry is as it is: the contract's words in sentences. */
const reasons: Partial<Record<NonNullable<Entry['reason']>, string>> = {
  counted_before: 'Já somou antes. Cada ação vale uma vez.',
  bonus_given: 'O bônus desta ação já veio nestas 24 horas.',
  no_product: 'Fora dos produtos que pontuam.',
  before_reset: 'Já somou em uma temporada passada.',
};

/** The counted actions of a bonus, in words. */
const amounts: Record<string, string> = {
  watch_class: '{{number}} aula começada|{{number}} aulas começadas',
  finish_class: '{{number}} aula concluída|{{number}} aulas concluídas',
  finish_module: '{{number}} módulo concluído|{{number}} módulos concluídos',
  finish_course: '{{number}} curso concluído|{{number}} cursos concluídos',
  comment_class: '{{count}} comentário|{{count}} comentários',
  like_class: '{{count}} curtida|{{count}} curtidas',
  post: '{{count}} publicação|{{count}} publicações',
  comment: '{{count}} comentário|{{count}} comentários',
  reply: '{{number}} resposta|{{number}} respostas',
  like: '{{count}} curtida|{{count}} curtidas',
};

/** Names for deleted things. */
const removedThings: Record<string, string> = {
  lesson: 'uma aula removida',
  module: 'um módulo removido',
  course: 'um curso removido',
  post: 'uma publicação removida',
};

/** The ledger: the viewer's own, or a member's for staff. */
export function Ledger({ memberId }: { memberId: number | null }) {
  const [season, setSeason] = useState<number>();
  return (
    <>
      <SeasonSelect value={season} onChange={setSeason} />
      <div className="not-first:mt-8">
        <Season key={season} memberId={memberId} season={season} />
      </div>
    </>
  );
}

interface SeasonProps {
  memberId: number | null;
  season: number | undefined;
}

function Season({ memberId, season }: SeasonProps) {
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
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-16">
      <div className="lg:order-2">
        <Sum score={score} name={name} past={season !== undefined} />
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
  const days = Map.groupBy(entries, ({ at }) => dayOf(new Date(at), i18n.language));
  const past = !part && seasons.find(({ id, ended_at }) => id === season && ended_at);
  const at = seasons.findIndex(({ id }) => id === score.season_id);
  // The first season began with no reset.
  const begun = !part && at >= 0 && at < seasons.length - 1 ? seasons[at]!.started_at : null;
  return (
    <>
      {entries.length === 0 && (
        <EmptyState
          icon={<Sparkles />}
          title={season ? t('Nenhum ponto nesta temporada') : t('Nenhum ponto ainda')}
          {...(!season && { text: t('O que somar aparece aqui, com o motivo.') })}
        />
      )}
      {past && <Reset at={past.ended_at!}>{t('Fim da temporada: a pontuação recomeçou')}</Reset>}
      {[...days].map(([day, list], at) => (
        <section key={day} className="mb-8">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
            <h2 className="text-16 font-semibold text-text first-letter:uppercase">{day}</h2>
            {/* A day that goes on below has no sum yet. */}
            {(at < days.size - 1 || !ledger.more.hasMore) && (
              <p className="ml-auto text-14 wrap-anywhere text-text-2 tabular-nums">
                {signed(sumOf(list), number)} {name}
              </p>
            )}
          </div>
          <ul>
            {bonusesFirst(list).map(({ entry, joined }) => (
              <Line key={entry.id} entry={entry} joined={joined} />
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

/** 'Hoje, 22 de novembro'; a day before yesterday by its weekday. */
function dayOf(at: Date, language: string) {
  const daysAgo = Math.round((startOfDay(new Date()) - startOfDay(at)) / DAY_MS);
  const isNear = daysAgo === 0 || daysAgo === 1;
  const date = new Intl.DateTimeFormat(language, {
    ...(!isNear && { weekday: 'long' }),
    day: 'numeric',
    month: 'long',
  }).format(at);
  if (!isNear) return date;
  const name = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-daysAgo, 'day');
  return `${name}, ${date}`;
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

const signed = (points: number, number: (value: number) => string) =>
  points > 0 ? `+${number(points)}` : number(points);

function Line({ entry, joined }: LedgerRow) {
  const { t, i18n, number } = useTranslation();
  const { action, points, reason, note, at } = entry;
  const [Icon, label] = actions[action] ?? [Sparkles, 'Bônus do dia'];
  const why = (reason && reasons[reason]) ?? '';
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(new Date(at));
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      {joined && (
        <i
          aria-hidden="true"
          className="absolute -top-2.5 left-[8.5px] h-4.5 w-px bg-(--brand-ink)"
        />
      )}
      <Icon
        size={18}
        strokeWidth={1.75}
        className="mt-0.5 shrink-0 text-text-2"
        aria-hidden="true"
      />
      <div className="min-w-0">
        <p className="text-16 text-text-2 wrap-anywhere">
          {points < 0 && action !== 'manual' && <>{t('Desfeito:')} </>}
          {action === 'bonus' ? <Bonus entry={entry} /> : t(label)} <Thing entry={entry} />
        </p>
        {(why || note) && (
          <p className="mt-0.5 text-14 text-text-2 wrap-anywhere">{why ? t(why) : note}</p>
        )}
      </div>
      <span className="text-14 text-text-3 tabular-nums max-sm:col-start-2 max-sm:row-start-2">
        {time}
      </span>
      <span
        className={cx(
          'text-right text-16 font-semibold tabular-nums max-sm:col-start-3 max-sm:row-start-1 sm:min-w-14',
          toneOf(points, action),
        )}
      >
        {signed(points, number)}
      </span>
    </li>
  );
}

/** The reason of a bonus: 'Três aulas em 24 horas, bônus do dia'. */
function Bonus({ entry: { object_kind, bonus_of } }: { entry: Entry }) {
  const { t, number } = useTranslation();
  const many = amounts[object_kind];
  const name = <b className="font-semibold text-text">{t('bônus do dia')}</b>;
  if (!many || bonus_of.length === 0) return name;
  const count = bonus_of.length;
  return (
    <>
      {t('{{what}} em 24 horas,', { what: t(many, { count, number: number(count) }) })} {name}
    </>
  );
}

/** The thing of an entry with its link. Deleted things and posts without text have a name too. */
function Thing({ entry: { action, thing, object_kind } }: { entry: Entry }) {
  const { t } = useTranslation();
  if (!thing) return null;
  const { kind, title, url, place } = thing;
  const name =
    title ||
    (place
      ? t('uma publicação em {{place}}', { place })
      : t(removedThings[kind] ?? 'algo que não existe mais'));
  return (
    <>
      {action === 'like' && object_kind === 'post_comment' && <>{t('um comentário em')} </>}
      {url ? (
        <Link to={url} className="font-semibold text-text hover:underline">
          {name}
        </Link>
      ) : (
        <b className="font-semibold text-text">{name}</b>
      )}
    </>
  );
}

/** A reset, as a line of its own among the days. */
function Reset({ at, children }: { at: string | Date; children: string }) {
  const { i18n } = useTranslation();
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(at));
  return (
    <p className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-surface-2 px-4 py-3 text-14 text-text-2">
      <RotateCcw size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 basis-48 font-semibold text-text">{children}</span>
      <span className="tabular-nums">{date}</span>
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
    <section className="mt-8 border-t border-line pt-6 text-14 text-text-2 max-lg:hidden">
      <h2 className="text-16 font-semibold text-text">{t('Quando não soma')}</h2>
      {ways.map(([lead, text]) => (
        <p key={lead} className="mt-3">
          <b className="font-semibold text-text">{lead}</b> {text}
        </p>
      ))}
    </section>
  );
}

/** The season's sum, and its parts. A level follows the running season's score. */
function Sum({ score, name, past }: { score: Score; name: string; past: boolean }) {
  const { t, number } = useTranslation();
  const { sources, next_level, level } = score;
  const parts = [
    [t('Aulas e módulos'), sources.lessons],
    [t('Comunidade'), sources.community],
    [t('Bônus do dia'), sources.bonus],
    [t('Entradas'), sources.login],
    [t('Pontos da equipe'), sources.manual],
  ] as const;
  const highest = Math.max(1, ...parts.map(([, value]) => value));
  return (
    <section aria-label={past ? t('Naquela temporada') : t('Nesta temporada')}>
      <p className="flex items-baseline gap-2">
        <span className="site-title text-36">{number(score.score)}</span>
        <span className="text-18 font-semibold text-text">{name}</span>
      </p>
      {!past && level && <p className="mt-1 text-16 text-text-2">{level.name}</p>}
      {!past && next_level && (
        <p className="mt-1 text-14 text-text-2">
          {t('Falta {{number}} para {{level}}.|Faltam {{number}} para {{level}}.', {
            count: next_level.needed_score - score.score,
            number: number(next_level.needed_score - score.score),
            level: next_level.name,
          })}
        </p>
      )}
      <dl className="mt-6 grid gap-4">
        {parts
          .filter(([, value]) => value !== 0)
          .map(([label, value]) => (
            <div
              key={label}
              className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 text-14 text-text"
            >
              <dt>{label}</dt>
              <dd className="font-semibold tabular-nums">{number(value)}</dd>
              <dd className="col-span-2">
                <ProgressBar label={label} value={value / highest} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function toneOf(points: number, action: Entry['action']) {
  if (points === 0) return 'text-text-3';
  return action === 'bonus' ? 'text-(--brand-ink)' : 'text-text';
}
