import type { Entry, Score } from '@vitrine/contract/points';
import {
  Award,
  CircleCheck,
  Heart,
  Layers,
  LogIn,
  MessageCircle,
  Pencil,
  Play,
  Sparkles,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SeasonSelect } from '../../kit/points/season-select.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
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

/** Every point with where it came from (picture 21): one's own, or a member's for staff. */
export function Ledger({ memberId }: { memberId: number | null }) {
  const [season, setSeason] = useState<number>();
  return (
    <>
      <SeasonSelect value={season} onChange={setSeason} />
      <div className="not-first:mt-8">
        <Season memberId={memberId} season={season} />
      </div>
    </>
  );
}

function Season({ memberId, season }: { memberId: number | null; season: number | undefined }) {
  const { t, i18n } = useTranslation();
  const ledger = useLedger(memberId, season);
  const { score, entries } = ledger;
  if (ledger.isPending) return <Skeleton shape="row" count={6} />;
  if (!score)
    return <QueryError query={ledger} className="pt-16" title={t('Os pontos não carregaram')} />;
  const name = score.points_name || t('pontos');
  const dayOf = ({ at }: Entry) =>
    new Intl.DateTimeFormat(i18n.language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    }).format(new Date(at));
  const days = Map.groupBy(entries, dayOf);
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-16">
      <div className="lg:order-2">
        <Sum score={score} name={name} past={season !== undefined} />
      </div>
      <div className="min-w-0">
        {entries.length === 0 && (
          <EmptyState
            icon={<Sparkles />}
            title={season ? t('Nenhum ponto nesta temporada') : t('Nenhum ponto ainda')}
            {...(!season && { text: t('O que somar aparece aqui, com o motivo.') })}
          />
        )}
        {[...days].map(([day, list]) => (
          <section key={day} className="mb-8">
            <h2 className="border-b border-line pb-2 text-16 font-semibold text-text first-letter:uppercase">
              {day}
            </h2>
            <ul>
              {list.map((entry) => (
                <Line key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
        <LoadMore {...ledger.more} />
      </div>
    </div>
  );
}

function Line({ entry }: { entry: Entry }) {
  const { t, i18n, number } = useTranslation();
  const { action, thing, points, reason, note, at } = entry;
  const [Icon, label] = actions[action] ?? [Sparkles, 'Bônus do dia'];
  const why = (reason && reasons[reason]) ?? '';
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(new Date(at));
  return (
    <li className="flex items-start gap-4 py-3">
      <Icon
        size={18}
        strokeWidth={1.75}
        className="mt-0.5 shrink-0 text-text-2"
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <p className="text-16 text-text-2 wrap-anywhere">
          {points < 0 && action !== 'manual' && <>{t('Desfeito:')} </>}
          {t(label)}{' '}
          {thing &&
            (thing.url ? (
              <Link to={thing.url} className="font-semibold text-text hover:underline">
                {thing.title}
              </Link>
            ) : (
              <b className="font-semibold text-text">{thing.title}</b>
            ))}
        </p>
        {(why || note) && (
          <p className="mt-0.5 text-14 text-text-2 wrap-anywhere">{why ? t(why) : note}</p>
        )}
      </div>
      <span className="shrink-0 text-14 text-text-3 tabular-nums">{time}</span>
      <span
        className={cx(
          'w-14 shrink-0 text-right text-16 font-semibold tabular-nums',
          points === 0 ? 'text-text-3' : action === 'bonus' ? 'text-(--brand-ink)' : 'text-text',
        )}
      >
        {points > 0 ? `+${number(points)}` : number(points)}
      </span>
    </li>
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
  const most = Math.max(1, ...parts.map(([, value]) => value));
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
            <div key={label}>
              <div className="mb-2 flex justify-between gap-3 text-14 text-text">
                <dt>{label}</dt>
                <dd className="font-semibold tabular-nums">{number(value)}</dd>
              </div>
              <ProgressBar label={label} value={value / most} />
            </div>
          ))}
      </dl>
    </section>
  );
}
