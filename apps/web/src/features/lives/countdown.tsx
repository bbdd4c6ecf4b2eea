import { useTranslation } from '../../ui/translation.ts';

const SECONDS = { day: 86_400, hour: 3600, minute: 60 } as const;

/** Counts down to the start. Hidden from screen readers, which read the date beside it. */
export function Countdown({ left }: { left: number }) {
  const { t } = useTranslation();
  const seconds = Math.ceil(left / 1000);
  const days = Math.floor(seconds / SECONDS.day);
  const parts = [
    ...(days > 0 ? [{ value: days, unit: t('dia|dias', { count: days }) }] : []),
    { value: Math.floor((seconds % SECONDS.day) / SECONDS.hour), unit: t('h') },
    { value: Math.floor((seconds % SECONDS.hour) / SECONDS.minute), unit: t('min') },
    { value: seconds % SECONDS.minute, unit: t('s') },
  ];
  return (
    <p aria-hidden="true" className="flex flex-wrap items-start justify-center gap-4 md:gap-6">
      {parts.map(({ value, unit }) => (
        <span key={unit} className="grid min-w-11 justify-items-center">
          <span className="text-28 font-semibold tabular-nums md:text-48">
            {String(value).padStart(2, '0')}
          </span>
          <span className="text-13 text-white/80">{unit}</span>
        </span>
      ))}
    </p>
  );
}
