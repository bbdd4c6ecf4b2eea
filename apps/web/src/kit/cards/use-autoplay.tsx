import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { asksForCalm } from '../calm.ts';
import { useTranslation } from '../../ui/translation.ts';

/**
 * Calls `next` every so many seconds. It waits while somebody points at or stands in the row, while
 * the tab is hidden and after a press of its button (WCAG 2.2.2); it never runs for who asked for
 * less motion.
 */
export function useAutoplay(seconds: number, next: () => void) {
  const { t } = useTranslation();
  const [attended, setAttended] = useState(false);
  const [stopped, setStopped] = useState(false);
  const running = seconds > 0 && !attended && !stopped;

  useEffect(() => {
    if (!running || asksForCalm()) return;
    const timer = setInterval(() => {
      if (!document.hidden) next();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [running, seconds, next]);

  const Icon = stopped ? Play : Pause;
  return {
    pausing: seconds
      ? {
          onPointerEnter: () => setAttended(true),
          onPointerLeave: () => setAttended(false),
          onFocus: () => setAttended(true),
          onBlur: () => setAttended(false),
        }
      : {},
    autoplayButton: seconds > 0 && (
      <button
        type="button"
        aria-label={stopped ? t('Voltar a passar sozinho') : t('Parar de passar sozinho')}
        className="icon-link autoplay-button"
        onClick={() => setStopped(!stopped)}
      >
        <Icon size={18} strokeWidth={1.75} fill="currentColor" aria-hidden="true" />
      </button>
    ),
  };
}
