import { clock } from '@vitrine/contract/durations';
import { useMediaSelector } from 'media-chrome/dist/react/media-store.js';
import { useTranslation } from '../../../../ui/translation.ts';

/** '12:52 de 20:04'. */
export function TimeShown() {
  const { t } = useTranslation();
  const now = useMediaSelector(({ mediaCurrentTime }) => Math.floor(mediaCurrentTime ?? 0));
  const total = useMediaSelector(({ mediaDuration }) => mediaDuration) || 0;
  return (
    <p className="px-2 text-14 whitespace-nowrap text-white/80 tabular-nums">
      <span className="font-medium text-white">{clock(now)}</span>{' '}
      {t('de {{total}}', { total: clock(total) })}
    </p>
  );
}
