import { Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../../../ui/translation.ts';

/** Seconds until the next lesson opens automatically. */
const COUNTDOWN_SECONDS = 8;

/** The lesson that follows. */
export interface NextLesson {
  title: string;
  go: () => void;
  /** Whether it opens now: the browser has a connection, or the lesson on this device. */
  isReachable: () => boolean;
}

interface NextUpProps {
  next: NextLesson;
  /** Somebody wants to stay here. */
  onStay: () => void;
}

/**
 * Shown at the end: counts down to the next lesson, unless the viewer stays or writes. Who watches a
 * download without a connection is not taken to a lesson that cannot open.
 */
export function NextUp({ next: { title, go, isReachable }, onStay }: NextUpProps) {
  const { t } = useTranslation();
  const [secondsLeft, setSecondsLeft] = useState(COUNTDOWN_SECONDS);
  const [reachable, setReachable] = useState(isReachable);
  const tick = useEffectEvent(() => {
    const isReachableNow = isReachable();
    setReachable(isReachableNow);
    if (!isReachableNow) return;
    // Nobody is here to be taken along, or they are busy on this page.
    if (document.visibilityState === 'hidden' || isBusy()) return;
    if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
    else go();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1_000);
    return () => clearInterval(timer);
  }, []);

  return (
    <div className="player-over">
      <div role="alert" className="contents">
        {/* Told once, not at every second. */}
        <p aria-live="off" className="text-14 text-white/75">
          {reachable
            ? t('A seguir em {{seconds}} s', { seconds: secondsLeft })
            : t('A próxima aula só abre com internet')}
        </p>
        <p className="site-title line-clamp-2 max-w-140 text-center text-18 text-white md:text-28">
          {title}
        </p>
      </div>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <button type="button" className="player-action" onClick={onStay}>
          {t('Cancelar')}
        </button>
        <button type="button" className="player-action player-action-first" onClick={go}>
          <Play size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
          {t('Ver próxima aula')}
        </button>
      </div>
    </div>
  );
}

/** Whether the viewer is in a text field, such as that of the comments, or in a dialog. */
const isBusy = () =>
  document.querySelector(
    'textarea:focus, input:not([type="range"]):focus, [role="dialog"], [role="alertdialog"]',
  ) !== null;
