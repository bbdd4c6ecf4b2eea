import { inWords } from '@vitrine/contract/durations';
import { CircleCheck } from 'lucide-react';
import { longDate } from '../../platform/dates.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface ProgressSummaryProps {
  done: number;
  count: number;
  begun: boolean;
  seconds: number;
  locked: boolean;
  completedAt: Date | string | null;
}

/** The progress in words and as a bar. */
export function ProgressSummary({
  done,
  count,
  begun,
  seconds,
  locked,
  completedAt,
}: ProgressSummaryProps) {
  const { t, i18n } = useTranslation();
  if (!count) return null;
  const amount = [
    t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count }),
    ...(seconds ? [inWords(seconds, i18n.language)] : []),
  ].join(' · ');
  if (locked || !begun) return <p className="catalog-line">{amount}</p>;
  return (
    <div className="mt-4 max-w-105">
      <p className="mb-2 text-15 text-text-2">
        {done === count
          ? t('Você concluiu a aula|Você concluiu as {{count}} aulas', { count })
          : t('{{done}} de {{count}} aula concluída|{{done}} de {{count}} aulas concluídas', {
              done,
              count,
            })}
      </p>
      <ProgressBar label={t('Progresso')} value={done / count} />
      {completedAt && (
        <p className="mt-3 flex items-center gap-2 text-15 text-text">
          <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="text-brand-ink" />
          {t('Concluído em {{date}}', {
            date: longDate(completedAt, i18n.language),
          })}
        </p>
      )}
    </div>
  );
}
