import { Segmented } from '../../ui/segmented.tsx';
import { useTranslation } from '../../ui/translation.ts';

const days = { '1': 1, '7': 7, '30': 30, never: null } as const;
/** Number of days, or without an end. */
export type SilencePeriod = keyof typeof days;

/** The end of a silence as the server counts it, because the device's clock may be wrong. */
export const silenceFor = (period: SilencePeriod) =>
  days[period] === null ? { until: null } : { days: days[period] };

/** The periods by name, in their order. */
export function useSilencePeriods(): Record<SilencePeriod, string> {
  const { t } = useTranslation();
  return { '1': t('1 dia'), '7': t('7 dias'), '30': t('30 dias'), never: t('Sem prazo') };
}

interface SilenceTimeProps {
  value: SilencePeriod;
  onChange: (period: SilencePeriod) => void;
  /** As in `Segmented`. */
  wide?: boolean;
}

/** The choice of a period, as one radio group. */
export function SilenceTime({ value, onChange, wide = false }: SilenceTimeProps) {
  const { t } = useTranslation();
  const periods = useSilencePeriods();
  return (
    <Segmented
      label={t('Silenciar por')}
      wide={wide}
      value={value}
      onValueChange={onChange}
      options={(['1', '7', '30', 'never'] as const).map((period) => ({
        value: period,
        label: periods[period],
      }))}
    />
  );
}
