import { clock } from '@vitrine/contract/durations';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../ui/translation.ts';

const VISIBLE_MS = 5_000;

interface ResumeChipProps {
  at: number;
  playing: boolean;
  onRestart: () => void;
}

/**
 * Tells the resumed position and offers the beginning. It disappears five seconds after playback
 * starts.
 */
export function ResumeChip({ at, playing, onRestart }: ResumeChipProps) {
  const { t } = useTranslation();
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => setIsDismissed(true), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [playing]);
  if (isDismissed) return null;
  return (
    <output className="player-chip">
      <span className="player-chip-words">{`${t('Continuando de')} `}</span>
      <b className="player-chip-time">{clock(at)}</b>
      <button type="button" className="player-chip-button" onClick={onRestart}>
        {t('Ver do início')}
      </button>
    </output>
  );
}
