import { Check } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from './cx.ts';

/**
 * A styled native checkbox. Takes every attribute of an input.
 *
 * ```tsx
 * <Checkbox label={t('Lembrar de mim')} {...register('remember')} />
 * ```
 */
export function Checkbox({
  label,
  hint,
  className,
  ref,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}) {
  const generatedId = useId();
  const id = input.id ?? generatedId;
  return (
    <div className={cx('flex items-start gap-3', className)}>
      <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
        <input
          {...input}
          ref={ref}
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer touch-target size-5 cursor-pointer appearance-none rounded-[5px] border border-text-3 bg-field transition-colors checked:border-switch-on checked:bg-switch-on disabled:opacity-50"
        />
        <Check
          className="pointer-events-none absolute text-switch-thumb opacity-0 peer-checked:opacity-100"
          size={14}
          strokeWidth={3}
          aria-hidden="true"
        />
      </span>
      <div className="min-w-0">
        <label htmlFor={id} className="block text-14 text-text">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-13 text-text-2">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
