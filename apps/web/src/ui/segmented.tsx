import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * Two to four choices side by side: a radio group that looks like one control. The arrow keys move.
 *
 * ```tsx
 * <Segmented label={t('Tipo')} value={kind} onValueChange={setKind}
 *   options={[{ value: 'normal', label: t('Normal') }, { value: 'fade', label: t('Fade') }]} />
 * ```
 */
export function Segmented<V extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onValueChange,
  wide = false,
  className,
}: {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
  value: V;
  onValueChange: (value: V) => void;
  /** The label stands above; the control fills the width. */
  wide?: boolean;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset
      className={cx(
        'min-w-0 gap-x-4',
        wide ? 'block' : 'flex flex-wrap items-center justify-between gap-y-2',
        className,
      )}
    >
      {/* A legend cannot be a flex item: it floats first. */}
      <legend
        className={cx(
          hideLabel ? 'sr-only' : 'float-left text-14 font-semibold',
          wide && !hideLabel && 'float-none! mb-1.5',
        )}
      >
        {label}
      </legend>
      <div
        className={cx(
          'flex flex-wrap gap-0.5 rounded-control border border-line-2 bg-field p-0.5',
          wide ? 'w-full' : 'max-w-full',
          !wide && !hideLabel && 'ml-auto',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'touch-target relative flex min-h-8.5 min-w-fit grow items-center justify-center gap-2 rounded-[calc(var(--radius-control)-2px)] px-3 py-1 text-center text-13 leading-4 font-semibold wrap-anywhere transition-colors select-none',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              // Four words fit beside each other on a phone.
              options.length > 3 ? 'max-sm:px-1' : 'max-sm:px-2',
              wide && 'flex-1',
              value === option.value
                ? 'bg-text-3/35 text-text forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
                : 'text-text-2 hover:bg-hover hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onValueChange(option.value)}
              className="sr-only"
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
