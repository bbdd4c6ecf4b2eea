import { liveState, type ListedLive } from '@vitrine/contract/lives';
import { liveHref } from '@vitrine/contract/urls';
import { Clapperboard, Lock, Radio } from 'lucide-react';
import { Link } from 'react-router';
import { shortDateTime } from '../../platform/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { RemindButton } from './remind-button.tsx';

interface ListedLiveRowProps {
  live: ListedLive;
  /** The server's clock, in ms. */
  now: number;
}

/** A live in a list, with its date and its action. */
export function ListedLiveRow({ live, now }: ListedLiveRowProps) {
  const { t, i18n } = useTranslation();
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Link
        to={liveHref(live.id)}
        className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-3 gap-y-2 hover:underline"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block text-16 font-semibold wrap-anywhere">{live.title}</span>
          <span className="block text-14 text-text-2">
            {shortDateTime(live.starts_at, i18n.language)}
          </span>
        </span>
        {live.locked ? (
          <Badge icon={<Lock />}>{t('Bloqueada')}</Badge>
        ) : (
          <>
            {liveState(live, now) === 'on' && (
              <Badge tone="error" icon={<Radio />}>
                {t('Ao vivo')}
              </Badge>
            )}
            {Boolean(live.recorded) && <Badge icon={<Clapperboard />}>{t('Com gravação')}</Badge>}
          </>
        )}
      </Link>
      <RemindButton live={live} now={now} />
    </li>
  );
}
