import './loading-line.css';
import { useTranslation } from './translation.ts';

/** A line at the top of the window, for a press whose code takes longer than a moment. */
export function LoadingLine() {
  const { t } = useTranslation();
  return <div role="progressbar" aria-label={t('Carregando')} className="loading-line" />;
}
