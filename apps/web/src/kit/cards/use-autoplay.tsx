import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { asksForCalm } from '../calm.ts';
import { useAttention } from '../use-attention.ts';

/**
 * Calls `next` every so many seconds. It waits while somebody points at or stands in the row, while
 * the tab is hidden and after a press of its button (WCAG 2.2.2); it never runs for who asked for
 * less motion.
 */
export function useAutoplay(seconds: number, next: () => void) {
  const { t } = useTranslation();
  const { away, attended, attending } = useAttention();
  const [stopped, setStopped] = useState(false);
  const plays = seconds > 0 && !asksForCalm();
  const running = plays && !away && !attended && !stopped;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(next, seconds * 1000);
    return () => clearInterval(timer);
  }, [running, seconds, next]);

  const Icon = stopped ? Play : Pause;
  return {
    pausing: plays ? attending : {},
    autoplayButton: plays && (
      <button
        type="button"
        aria-label={stopped ? t('Voltar a passar sozinho') : t('Parar de passar sozinho')}
        className="icon-link autoplay-button"
        onClick={() => setStopped(!stopped)}
      >
        <Icon size={18} strokeWidth={0} fill="currentColor" aria-hidden="true" />
      </button>
    ),
  };
}
