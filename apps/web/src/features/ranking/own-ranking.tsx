import { pages } from '@vitrine/contract/pages';
import type { OwnSeason, RankingEntry } from '@vitrine/contract/ranking';
import { lessonHref } from '@vitrine/contract/urls';
import { ChevronUp, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { nextPlace, passingText } from '../../kit/points/next-place.ts';
import { ordinal } from '../../kit/points/ordinal.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useMediaQuery, wide } from '../../ui/media-query.ts';
import { SkeletonBlock } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { moveInWords, RankingRow } from './ranking-row.tsx';
import { useOwnSeason } from './ranking.queries.ts';
import { SeasonProgress } from './season-progress.tsx';

/** Explains to a student why they have no place, and how to get one. */
export function NotListed() {
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

/** Neighbours shown before and after the viewer. */
const SHOWN_NEIGHBOURS = 3;

interface OwnRankingProps {
  /** The viewer with the neighbours. */
  entries: RankingEntry[];
  me: RankingEntry;
  pointsName: string;
  /** A past season has a place, and nothing to do for the next one. */
  running: boolean;
  /** Undefined for a season. */
  period: 'week' | undefined;
  /** Whether it stands above the tab bar. It leaves while the viewer's own row is in view. */
  pinned: boolean;
}

/**
 * The viewer's place: the way there, the neighbours, and what the next place takes. With one column
 * it is above the tab bar, and opens.
 */
export function OwnRanking({ entries, me, pointsName, running, period, pinned }: OwnRankingProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const shown = useMediaQuery(wide) || open;
  const season = useOwnSeason(period, running && shown);
  const card = useRef<HTMLElement>(null);
  const at = entries.findIndex(({ user }) => user.id === me.user.id);
  const near = entries.slice(Math.max(0, at - SHOWN_NEIGHBOURS), at + SHOWN_NEIGHBOURS + 1);

  /** The viewer's row is below others, so the card scrolls to it. The page does not move. */
  function toggle() {
    flushSync(() => setOpen(!open));
    const own = card.current?.querySelector<HTMLElement>('[aria-current]');
    if (open || !card.current || !own) return;
    const below = own.offsetTop + 2 * own.clientHeight;
    card.current.scrollTo({ top: below - card.current.clientHeight });
  }

  return (
    <section
      ref={card}
      aria-label={t('Seu lugar')}
      className="ranking-around quiet-scroll"
      data-open={open || undefined}
      data-pinned={pinned || undefined}
    >
      <OwnPlace me={me} pointsName={pointsName} open={open} onToggle={toggle} />
      <div className="ranking-folded">
        {running && <SeasonProgress season={season} period={period} pointsName={pointsName} />}
        <ol className="ranking-near mt-4">
          {near.map((entry) => (
            <RankingRow key={entry.user.id} entry={entry} compact />
          ))}
        </ol>
      </div>
      {running && (
        <Missing entries={entries} me={me} pointsName={pointsName} season={season.data?.data} />
      )}
      <div className="ranking-folded">
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          {running && <NextLesson lesson={season.data?.data.lesson} />}
          <Link to={pages.points.path} className="ranking-origin">
            {t('De onde vieram meus pontos')}
          </Link>
        </p>
      </div>
    </section>
  );
}

interface OwnPlaceProps extends Pick<OwnRankingProps, 'me' | 'pointsName'> {
  open: boolean;
  onToggle: () => void;
}

/** The viewer's position, score and movement. With one column, its button opens the rest. */
function OwnPlace({ me, pointsName, open, onToggle }: OwnPlaceProps) {
  const translation = useTranslation();
  const { t, number } = translation;
  return (
    <div className="ranking-around-head">
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <span className="site-title text-28 tabular-nums lg:text-60">
          {ordinal(translation, me.position)}
        </span>
        <span className="min-w-0 flex-1 basis-28 text-14 text-text-2">
          <span className="block">
            {t('Seu lugar, com {{score}} {{name}}', { score: number(me.score), name: pointsName })}
          </span>
          {me.move !== null && me.move !== 0 && (
            <span className="block first-letter:uppercase max-lg:hidden">
              {moveInWords(t, me.move)}
            </span>
          )}
        </span>
      </p>
      <button
        type="button"
        aria-expanded={open}
        aria-label={t('Quem está perto de você')}
        className="grid size-11 shrink-0 place-items-center rounded-control text-text-2 hover:text-text lg:hidden"
        onClick={onToggle}
      >
        <ChevronUp
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className={cx('transition-transform motion-reduce:transition-none', open && 'rotate-180')}
        />
      </button>
    </div>
  );
}

type MissingProps = Pick<OwnRankingProps, 'entries' | 'me' | 'pointsName'> & {
  season: OwnSeason | undefined;
};

/**
 * The points to the next place, and how many lessons give them. The bonus of the day comes on top.
 */
function Missing({ entries, me, pointsName, season }: MissingProps) {
  const translation = useTranslation();
  const { t, number } = translation;
  const next = nextPlace(entries, me);
  if (!next)
    return me.position === 1 ? (
      <p className="ranking-missing text-14 text-text-2 lg:mt-4 lg:text-16">
        {t('Ninguém está à sua frente.')}
      </p>
    ) : null;
  const { lesson_points = 0, lessons_left = 0 } = season ?? {};
  const lessons = lesson_points > 0 ? Math.ceil(next.missing / lesson_points) : Infinity;
  return (
    <p className="ranking-missing text-14 wrap-anywhere text-text-2 lg:mt-4 lg:text-16">
      {passingText(translation, next, pointsName)}{' '}
      {lessons <= lessons_left &&
        t('Uma aula concluída basta.|{{number}} aulas concluídas bastam.', {
          count: lessons,
          number: number(lessons),
        })}
    </p>
  );
}

/** The one filled button of the page. Nothing until it is known, so that it does not change. */
function NextLesson({ lesson }: { lesson: OwnSeason['lesson'] | undefined }) {
  const { t } = useTranslation();
  if (lesson === undefined) return <SkeletonBlock className="h-10 w-40 rounded-control" />;
  if (lesson === null)
    return (
      <Link to={pages.myCourses.path} className={buttonClass('primary')}>
        {t('Ver meus cursos')}
      </Link>
    );
  return (
    <Link
      to={lessonHref(lesson.course_id, lesson.title, lesson.id)}
      title={lesson.title}
      className={buttonClass('primary')}
    >
      <Play size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
      {t('Continuar aula')}
    </Link>
  );
}
