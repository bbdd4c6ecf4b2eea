import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';

interface TermsButtonProps {
  icon: LucideIcon;
  label: string;
  /** The text exists, so its page does. */
  written: boolean;
  onClick: () => void;
}

/** Opens one of the two texts. It shows whether the text exists. */
export function TermsButton({ icon: Icon, label, written, onClick }: TermsButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-15 items-center gap-3 rounded-card bg-surface-2 px-4 py-2 text-left transition-colors hover:bg-surface-3"
    >
      <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block text-14 font-medium text-text">{label}</span>
        <span className="block text-13 text-text-3">
          {written ? t('Publicado') : t('Ainda sem texto')}
        </span>
      </span>
      <ChevronRight size={16} strokeWidth={2} className="shrink-0 text-text-3" aria-hidden="true" />
    </button>
  );
}
