import { Check, ClipboardCheck, Lock } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';

interface LessonMarkProps {
  finished: boolean;
  locked: boolean;
  /** The lesson on the screen. */
  plays?: boolean;
  kind?: string;
}

/** The state of a lesson as an icon with hidden text: finished, playing, locked, open, or a quiz. */
export function LessonMark({ finished, locked, plays = false, kind }: LessonMarkProps) {
  const { t } = useTranslation();
  if (locked)
    return (
      <span className="grid size-6 shrink-0 place-items-center text-text-3">
        <span className="sr-only">{t('Bloqueada')}</span>
        <Lock size={16} strokeWidth={2} aria-hidden="true" />
      </span>
    );
  if (plays)
    return (
      <span className="grid size-6 shrink-0 place-items-center text-brand-ink">
        <span className="sr-only">{t('Em reprodução')}</span>
        <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
          <rect x="1" y="7" width="3.4" height="8" rx="1" />
          <rect x="6.3" y="2" width="3.4" height="13" rx="1" />
          <rect x="11.6" y="5" width="3.4" height="10" rx="1" />
        </svg>
      </span>
    );
  if (finished)
    return (
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <span className="sr-only">{t('Concluída')}</span>
        <Check size={14} strokeWidth={2.25} aria-hidden="true" />
      </span>
    );
  if (kind === 'quiz')
    return (
      <span className="grid size-6 shrink-0 place-items-center text-text-2">
        <span className="sr-only">{t('Avaliação')}</span>
        <ClipboardCheck size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
    );
  return (
    <span
      className="grid size-6 shrink-0 place-items-center rounded-full border-2 border-text-3/60"
      aria-hidden="true"
    />
  );
}
