import { hrefOf } from '@vitrine/contract/pages';
import type { RankingEntry } from '@vitrine/contract/ranking';
import { Link } from 'react-router';
import { PersonName } from '../../kit/page/person-name.tsx';
import { nextPlace, passingText } from '../../kit/points/next-place.ts';
import { useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useRanking } from '../ranking/ranking.queries.ts';

const SHOWN_PLACES = 5;

/** The top of the school's ranking and the viewer's place, beside the feed. */
export function RankingCard() {
  const translation = useTranslation();
  const { t } = translation;
  const ranking = useRanking({});
  // A ranking that is off or empty is nothing to tell of here.
  if (ranking.items.length === 0) return null;
  const first = ranking.items.slice(0, SHOWN_PLACES);
  const me = ranking.first?.me ?? null;
  const next = me && nextPlace(ranking.first?.around ?? [], me);
  const pointsName = ranking.first?.points_name || t('pontos');
  return (
    <section aria-labelledby="community-ranking">
      <h2 id="community-ranking" className="text-16 font-semibold">
        <Link to={hrefOf('ranking')} className="hover:underline">
          {t('Ranking')}
        </Link>
      </h2>
      <ol className="mt-2">
        {first.map((entry) => (
          <Place key={entry.user.id} entry={entry} pointsName={pointsName} />
        ))}
        {me && !first.some(({ user }) => user.id === me.user.id) && (
          <Place entry={me} pointsName={pointsName} />
        )}
      </ol>
      {next && (
        <p className="mt-2 text-13 text-text-3">{passingText(translation, next, pointsName)}</p>
      )}
    </section>
  );
}

function Place({ entry, pointsName }: { entry: RankingEntry; pointsName: string }) {
  const { t, number } = useTranslation();
  const { position, user, score } = entry;
  const isMe = useViewer()?.id === user.id;
  return (
    <li
      className={cx('community-place', isMe && 'community-place-me')}
      aria-current={isMe || undefined}
    >
      <span className="w-6 shrink-0 text-center text-14 text-text-2 tabular-nums">{position}</span>
      <Avatar name={user.name} src={user.photo_url} size={36} />
      <span className="community-place-words">
        <span className="min-w-0 flex-auto text-14 font-medium text-text">
          {isMe ? t('Você') : <PersonName person={user} className="block truncate" />}
        </span>
        <span className="text-13 text-text-2 tabular-nums">
          {number(score)} {pointsName}
        </span>
      </span>
    </li>
  );
}
