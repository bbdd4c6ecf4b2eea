import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** A progress bar on the cover; 0 to 100. */
export function CardProgress({ value }: { value: number }) {
  const { t } = useTranslation();
  return (
    <span className="card-progress">
      <ProgressBar label={t('Progresso')} value={value / 100} onImage />
    </span>
  );
}
