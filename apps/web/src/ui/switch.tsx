import { Check } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { useTranslation } from './translation.ts';

type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Disabled, but focusable, so that its hint can be read. */
  inactive?: boolean;
  id?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string | undefined;
};

/**
 * The bare switch, 40 × 24. It stays enabled during a save: the last value wins.
 *
 * ```tsx
 * <Switch aria-label={t('Ativa')} checked={active} onCheckedChange={setActive} />
 * ```
 */
export function Switch({ checked, onCheckedChange, disabled, inactive, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      aria-disabled={inactive}
      onClick={() => !inactive && onCheckedChange(!checked)}
      className={cx(
        'touch-target h-[24px] w-[40px] shrink-0 rounded-full border border-transparent p-[2px] transition-colors duration-panel disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50',
        checked ? 'bg-switch-on forced-colors:bg-[Highlight]' : 'bg-text-3/45',
      )}
    >
      <span
        className={cx(
          'block size-[18px] rounded-full transition-transform duration-panel',
          checked
            ? 'translate-x-[16px] bg-switch-thumb forced-colors:bg-[HighlightText]'
            : 'bg-white forced-colors:bg-[ButtonText]',
        )}
      />
    </button>
  );
}

/**
 * A setting: label, one line of help, switch at the right. A new `savedAt` shows 'salvo' beside the
 * switch for 2 s.
 *
 * ```tsx
 * <SwitchField label={t('Comunidade privada')} hint={t('Só entra quem tem um dos produtos abaixo.')}
 *   checked={on} onCheckedChange={save.mutate} savedAt={save.savedAt} />
 * ```
 */
export function SwitchField({
  label,
  hint,
  savedAt,
  className,
  ...control
}: Omit<SwitchProps, 'id' | 'aria-label' | 'aria-labelledby' | 'aria-describedby'> & {
  label: string;
  hint?: ReactNode;
  /** Date.now() of the last save. */
  savedAt?: number | null | undefined;
  className?: string;
}) {
  const id = useId();
  return (
    <div className={cx('flex items-center gap-4', className)}>
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-14 font-semibold text-text">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-13 text-text-2">
            {hint}
          </p>
        )}
      </div>
      <Saved at={savedAt} />
      <Switch {...control} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
    </div>
  );
}

/**
 * Shows 'salvo' for 2 s after each new `at`. The live region stays mounted, so that screen readers
 * announce it.
 */
export function Saved({ at }: { at: number | null | undefined }) {
  const { t } = useTranslation();
  const [lastSavedAt, setLastSavedAt] = useState(at);
  const isNewlySaved = at != null && at !== lastSavedAt;

  useEffect(() => {
    if (!isNewlySaved) return;
    const timer = setTimeout(() => setLastSavedAt(at), 2000);
    return () => clearTimeout(timer);
  }, [at, isNewlySaved]);

  return (
    <output className="shrink-0 text-13 text-ok">
      {isNewlySaved && (
        <span className="inline-flex items-center gap-1.5">
          <Check size={16} strokeWidth={2} aria-hidden="true" />
          {t('salvo')}
        </span>
      )}
    </output>
  );
}
