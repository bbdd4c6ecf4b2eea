import { pages } from '@vitrine/contract/pages';
import type { RankingEntry } from '@vitrine/contract/ranking';
import { ArrowDown, ArrowUp, ChartNoAxesColumn, ChevronUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { SeasonSelect } from '../../kit/points/season-select.tsx';
import { PersonName } from '../../kit/page/person-name.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { ApiError } from '../../platform/api.ts';
import { useIsStaff, useSite, useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, SkeletonBlock } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
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
  const isOff = ranking.error instanceof ApiError && ranking.error.status === 403;

  return (
    <div className="ranking px-(--gutter) pt-24 pb-20 md:pt-28">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="site-title text-28 md:text-36">{t('Ranking')}</h1>
          {first && (
            <p className="mt-1 text-16 text-text-2">
              {name}, {t('{{count}} pessoa|{{count}} pessoas', { count: first.total })}
            </p>
          )}
        </div>
        <SeasonSelect value={season} onChange={setSeason} />
      </header>

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
                <First key={entry.user.id} {...{ entry, pointsName }} />
              ))}
            </ol>
            <ol className="mt-8 border-t border-line">
              {entries.slice(3).map((entry) => (
                <Place key={entry.user.id} entry={entry} />
              ))}
            </ol>
            <LoadMore {...ranking.more} />
          </section>
          {first?.me && <Around entries={first.around} me={first.me} {...{ pointsName }} />}
          {first && !first.me && season === undefined && !isStaff && <NotListed />}
        </div>
      )}
    </div>
  );
}

/** A member who fell meanwhile is on two pages. */
function eachOnce(entries: RankingEntry[]) {
  const seen = new Set<number>();
  return entries.filter(({ user: { id } }) => !seen.has(id) && seen.add(id));
}

/**
 * One of the first three: an outlined numeral behind the portrait. Only the first is in the brand
 * colour.
 */
function First({ entry, pointsName }: { entry: RankingEntry; pointsName: string }) {
  const { number } = useTranslation();
  const { position, user, score, level } = entry;
  return (
    <li className="ranking-first" data-position={position}>
      <div className="ranking-portrait">
        <span className="ranking-numeral" aria-hidden="true">
          {position}
        </span>
        <Avatar name={user.name} src={user.photo_url} size={104} />
      </div>
      <p className="mt-3 line-clamp-2 text-16 font-semibold text-text">
        <span className="sr-only">{position}º </span>
        <PersonName person={user} />
      </p>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-14 text-text-2">
        {level && <span className="truncate">{level.name}</span>}
        <span className="font-semibold text-text tabular-nums">
          {number(score)} {pointsName}
        </span>
      </p>
    </li>
  );
}

function Place({ entry }: { entry: RankingEntry }) {
  const { t, number } = useTranslation();
  const isMe = useViewer()?.id === entry.user.id;
  const { position, user, score, level, move } = entry;
  return (
    <li className={cx('ranking-place', isMe && 'ranking-me')} aria-current={isMe || undefined}>
      <span className="w-8 shrink-0 text-right text-16 text-text-2 tabular-nums">{position}</span>
      <Avatar name={user.name} src={user.photo_url} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-16 text-text">
          {isMe ? t('Você') : <PersonName person={user} />}
        </span>
        {level && <span className="block truncate text-13 text-text-3">{level.name}</span>}
      </span>
      {move !== null && move !== 0 && <Move move={move} />}
      <span className="shrink-0 text-right text-16 text-text tabular-nums">{number(score)}</span>
    </li>
  );
}

function Move({ move }: { move: number }) {
  const { t } = useTranslation();
  const Icon = move > 0 ? ArrowUp : ArrowDown;
  const count = Math.abs(move);
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-1 text-13 tabular-nums',
        move > 0 ? 'text-ok' : 'text-text-3',
      )}
    >
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">
        {move > 0
          ? t(
              'subiu {{count}} posição desde segunda-feira|subiu {{count}} posições desde segunda-feira',
              { count },
            )
          : t(
              'desceu {{count}} posição desde segunda-feira|desceu {{count}} posições desde segunda-feira',
              { count },
            )}
      </span>
    </span>
  );
}

/** A student without a place: why, and what leads to one. */
function NotListed() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('Seu lugar')} className="text-16 text-text-2">
      <p>
        {t(
          'Você ainda não está neste ranking. Quem pontua entra nele, a menos que escolha não aparecer.',
        )}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4">
        <Link to={pages.points.path} className="ranking-origin">
          {t('De onde vieram meus pontos')}
        </Link>
        <Link to={pages.profile.path} className="ranking-origin">
          {t('Meu perfil')}
        </Link>
      </p>
    </section>
  );
}

interface AroundProps {
  entries: RankingEntry[];
  me: RankingEntry;
  pointsName: string;
}

/**
 * The viewer's place with the neighbours and the distance to the next place. With one column it is
 * above the tab bar, and opens the neighbours (picture 20b).
 */
function Around({ entries, me, pointsName }: AroundProps) {
  const { t, number } = useTranslation();
  const [open, setOpen] = useState(false);
  const card = useRef<HTMLElement>(null);
  const next = entries.findLast(({ score }) => score > me.score);

  /** One's own row stands below others: the card alone scrolls to its middle. */
  function toggle() {
    flushSync(() => setOpen(!open));
    const own = card.current?.querySelector<HTMLElement>('[aria-current]');
    if (open || !card.current || !own) return;
    const middle = (card.current.clientHeight - own.clientHeight) / 2;
    card.current.scrollTo({ top: own.offsetTop - middle });
  }

  return (
    <section
      ref={card}
      aria-label={t('Seu lugar')}
      className="ranking-around"
      data-open={open || undefined}
    >
      <div className="ranking-around-head">
        <p className="flex min-w-0 flex-1 items-center gap-4">
          <span className="site-title text-28 tabular-nums lg:text-48">{me.position}º</span>
          <span className="text-14 text-text-2">
            {t('Seu lugar, com {{score}} {{name}}', { score: number(me.score), name: pointsName })}
          </span>
        </p>
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('Quem está perto de você')}
          className="grid size-11 shrink-0 place-items-center rounded-control text-text-2 hover:text-text lg:hidden"
          onClick={toggle}
        >
          <ChevronUp
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            className={cx(
              'transition-transform motion-reduce:transition-none',
              open && 'rotate-180',
            )}
          />
        </button>
      </div>
      <ol className="ranking-neighbours">
        {entries.map((entry) => (
          <Place key={entry.user.id} entry={entry} />
        ))}
      </ol>
      {next && (
        <p className="text-14 text-text-2 lg:mt-4">
          {t('Faltam {{count}} {{name}} para passar {{person}}.', {
            count: next.score - me.score + 1,
            name: pointsName,
            person: next.user.name,
          })}
        </p>
      )}
      <Link to={pages.points.path} className="ranking-origin">
        {t('De onde vieram meus pontos')}
      </Link>
    </section>
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
