import { Clock } from 'lucide-react';
import { clockTime } from '../../../platform/clock-time.ts';
import { cx } from '../../../ui/cx.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { clockText, durationText } from '../quiz-facts.ts';
import type { useClock } from './use-clock.ts';

interface ClockProps {
  clock: ReturnType<typeof useClock>;
}

/** The time in the bar above the question, on phones. */
export function HeadClock({ text, isShort }: { text: string; isShort: boolean }) {
  return (
    <p
      className={cx(
        'flex items-center gap-2 text-18 font-semibold tabular-nums @5xl:hidden',
        isShort && 'text-warn',
      )}
    >
      <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
      {text}
    </p>
  );
}

/** The time beside the question, with its end in words and by the viewer's own clock. */
export function AsideClock({ clock }: ClockProps) {
  const { t, i18n } = useTranslation();
  return (
    <div className="mb-8">
      <p className={cx('text-48 font-semibold tabular-nums', clock.isShort && 'text-warn')}>
        {clockText(clock.left ?? clock.spent)}
        {clock.total !== null && (
          <span className="ml-3 text-14 font-normal tracking-normal text-text-2">
            {t('de {{time}}', { time: durationText(clock.total, i18n.language) })}
          </span>
        )}
      </p>
      {clock.left !== null && (
        <>
          <ProgressBar className="mt-3" label={t('Tempo')} value={clock.left / clock.total!} />
          {clock.isShort && (
            <p className="mt-3 text-14 font-semibold text-warn">
              {t('Faltam menos de dois minutos.')}
            </p>
          )}
          <p className="mt-3 text-14 text-text-2">
            {t('Termina às {{time}}.', {
              time: clockTime(clock.endsAt!, i18n.language),
            })}{' '}
            {t('O relógio não para se você sair, e as respostas ficam.')}
          </p>
        </>
      )}
    </div>
  );
}

/** Announces the time to screen readers. */
export function SpokenClock({ clock }: ClockProps) {
  const { t } = useTranslation();
  return (
    <output className="sr-only" aria-live="polite">
      {clock.left !== null && spokenTime(t, clock.left)}
    </output>
  );
}

/** Announces five minutes, one minute and ten seconds before the end. */
function spokenTime(t: (text: string) => string, left: number) {
  if (left <= 0) return t('O tempo terminou.');
  if (left <= 10) return t('Faltam dez segundos.');
  // The text is removed after 10 s. Otherwise a later reader would hear a past time.
  if (left > 50 && left <= 60) return t('Falta um minuto.');
  return left > 290 && left <= 300 ? t('Faltam cinco minutos.') : '';
}
