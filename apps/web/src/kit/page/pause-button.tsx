import { Pause, Play } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';

interface PauseButtonProps {
  stopped: boolean;
  onStop: (stopped: boolean) => void;
  className?: string;
}

/** Pauses and resumes automatic motion (WCAG 2.2.2). */
export function PauseButton({ stopped, onStop, className }: PauseButtonProps) {
  const { t } = useTranslation();
  const Icon = stopped ? Play : Pause;
  return (
    <button
      type="button"
      aria-label={stopped ? t('Voltar a passar sozinho') : t('Parar de passar sozinho')}
      className={cx('icon-link', className)}
      onClick={() => onStop(!stopped)}
    >
      <Icon size={18} strokeWidth={0} fill="currentColor" aria-hidden="true" />
    </button>
  );
}
