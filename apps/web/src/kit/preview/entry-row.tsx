import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';

interface EntryRowProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  label: string;
  /** Below the label, two lines at most. */
  hint?: ReactNode;
  /** There is nothing to open yet: shows 'Em breve!' (A section 2). */
  isUnavailable?: boolean;
}

/** A row of the edit drawer that opens a panel. */
export function EntryRow({
  icon: Icon,
  label,
  hint,
  isUnavailable = false,
  ...button
}: EntryRowProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-disabled={isUnavailable || undefined}
      className={cx(
        'group flex min-h-15 w-full items-center gap-3 rounded-card px-3 py-2 text-left transition-colors',
        isUnavailable ? 'cursor-default' : 'hover:bg-hover focus-visible:bg-hover',
      )}
      {...button}
    >
      <span
        className={cx(
          'grid size-9 shrink-0 place-items-center rounded-control bg-surface-2',
          isUnavailable ? 'text-text-3' : 'text-text-2 group-hover:text-accent',
        )}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span
          className={cx(
            'line-clamp-2 text-14 font-medium',
            isUnavailable ? 'text-text-2' : 'text-text',
          )}
        >
          {label}
        </span>
        {hint && <span className="line-clamp-2 text-13 text-text-3">{hint}</span>}
      </span>
      {isUnavailable ? (
        <Badge>{t('Em breve!')}</Badge>
      ) : (
        <ChevronRight size={16} strokeWidth={2} className="text-text-3" aria-hidden="true" />
      )}
    </button>
  );
}
