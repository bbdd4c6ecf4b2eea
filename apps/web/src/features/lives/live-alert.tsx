import { liveState } from '@vitrine/contract/lives';
import { liveHref } from '@vitrine/contract/urls';
import { Radio } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';
import { useListTime } from './live-clock.ts';
import { useFirstLives, useHasLive } from './lives.queries.ts';

/** Lives that are read for one on air: these come first, and some may be locked. */
const MAX_ON_AIR = 20;

/** The header's link to a live on air that the viewer may enter. */
export default function LiveAlert() {
  return useHasLive().data?.show_live_alert ? <LinkOnAir /> : null;
}

function LinkOnAir() {
  const { t } = useTranslation();
  const lives = useFirstLives(MAX_ON_AIR);
  const now = useListTime(lives);
  const live = lives.data?.find((one) => !one.locked && liveState(one, now) === 'on');
  if (!live) return null;
  return (
    <Link
      to={liveHref(live.id)}
      aria-label={t('Ao vivo agora: {{title}}', { title: live.title })}
      title={live.title}
      className="live-alert flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full px-2 text-14 font-semibold text-text hover:bg-hover md:px-3"
    >
      <Radio size={20} strokeWidth={1.75} aria-hidden="true" className="text-error" />
      <span className="hidden md:inline">{t('Ao vivo')}</span>
    </Link>
  );
}
