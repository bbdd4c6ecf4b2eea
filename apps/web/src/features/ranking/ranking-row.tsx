import type { RankingEntry } from '@vitrine/contract/ranking';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Ref } from 'react';
import { PersonName } from '../../kit/page/person-name.tsx';
import { useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation, type TFunction } from '../../ui/translation.ts';

interface RankingRowProps {
  entry: RankingEntry;
  /** Leaves out the level. */
  compact?: boolean;
  /** The beginning of the compared time. */
  moveSince?: MoveSince;
  ref?: Ref<HTMLLIElement>;
}

/** A row of the ranking. The viewer's own is marked. */
export function RankingRow({ entry, compact = false, moveSince = 'monday', ref }: RankingRowProps) {
  const { t, number } = useTranslation();
  const isMe = useViewer()?.id === entry.user.id;
  const { position, user, score, level, move } = entry;
  return (
    <li
      ref={ref}
      className={cx('ranking-place', isMe && 'ranking-me')}
      aria-current={isMe || undefined}
    >
      <span className="w-8 shrink-0 text-right text-16 text-text-2 tabular-nums">{position}</span>
      <Avatar name={user.name} src={user.photo_url} size={36} />
      <span className="min-w-0 flex-1 basis-14">
        <span className="block text-16 text-text">
          {isMe ? t('Você') : <PersonName person={user} className="line-clamp-2 wrap-anywhere" />}
        </span>
        {level && !compact && (
          <span className="line-clamp-2 text-13 wrap-anywhere text-text-3">{level.name}</span>
        )}
      </span>
      {move !== null && move !== 0 && <Move move={move} since={moveSince} />}
      <span className="min-w-12 shrink-0 text-right text-16 text-text tabular-nums">
        {number(score)}
      </span>
    </li>
  );
}

type MoveSince = 'monday' | 'saved-rules';

function Move({ move, since }: { move: number; since: MoveSince }) {
  const { t } = useTranslation();
  const Icon = move > 0 ? ArrowUp : ArrowDown;
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-1 text-13 tabular-nums',
        move > 0 ? 'text-ok' : 'text-text-3',
      )}
    >
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(move)}</span>
      <span className="sr-only">
        {since === 'monday' ? moveInWords(t, move) : climbInWords(t, move)}
      </span>
    </span>
  );
}

/** The places gained or lost since Monday. */
export function moveInWords(t: TFunction, move: number) {
  const count = Math.abs(move);
  return move > 0
    ? t(
        'subiu {{count}} posição desde segunda-feira|subiu {{count}} posições desde segunda-feira',
        { count },
      )
    : t(
        'desceu {{count}} posição desde segunda-feira|desceu {{count}} posições desde segunda-feira',
        { count },
      );
}

/** The places gained or lost by rules that are being tried. */
function climbInWords(t: TFunction, move: number) {
  const count = Math.abs(move);
  return move > 0
    ? t('sobe {{count}} posição|sobe {{count}} posições', { count })
    : t('desce {{count}} posição|desce {{count}} posições', { count });
}
