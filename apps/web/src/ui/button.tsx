import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
/** Height and padding of a button. */
export type ButtonSize = 'sm' | 'md' | 'lg';

/** The props of `Button`, and every attribute of a `button`. */
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` is the school's colour on the site and white in the edit chrome. One per view. */
  variant?: ButtonVariant;
  /** At least 32, 40 or 48 px high. */
  size?: ButtonSize;
  /** 18 px lucide icon before the words. The spinner replaces it while busy. */
  icon?: ReactNode;
  iconAfter?: ReactNode;
  /** Shows a spinner and ignores presses. The button keeps its width and focus. */
  busy?: boolean;
  /** The label while busy: 'Salvando'. The width then follows the label. */
  busyLabel?: string;
  /** Fills the width of its parent. */
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A transparent border is the edge of a filled button where high contrast takes the fill away. */
const variants: Record<ButtonVariant, string> = {
  primary:
    'border border-primary-edge bg-primary text-on-primary hover:bg-primary-hover active:opacity-90',
  secondary: 'border border-line-2 text-text hover:bg-hover active:bg-press',
  // A disabled fieldset also disables it.
  ghost:
    'text-text-2 hover:bg-hover hover:text-text active:bg-press disabled:bg-transparent disabled:text-text-3',
  danger:
    'border border-transparent bg-danger text-on-danger hover:brightness-110 active:opacity-90',
};

const inactiveVariants: Record<ButtonVariant, string> = {
  primary: 'bg-surface-3 text-text-3',
  secondary: 'border border-line text-text-3',
  ghost: 'text-text-3',
  danger: 'bg-error-ground text-error/70',
};

/**
 * Heights are minimums: text of 200 % wraps. `h-fit` keeps a flex row from stretching the button.
 */
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-3 py-1 text-13 gap-1.5',
  md: 'min-h-10 px-4 py-1.5 text-14 gap-2',
  lg: 'min-h-12 px-6 py-2 text-16 gap-2.5',
};

/** The classes of a button, for a link that must look like one. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  inactive = false,
) {
  return cx(
    'touch-target inline-flex h-fit max-w-full shrink-0 items-center justify-center rounded-control text-center leading-tight font-semibold text-balance wrap-break-word transition-colors select-none [&_svg]:shrink-0',
    sizes[size],
    inactive ? inactiveVariants[variant] : variants[variant],
  );
}

/**
 * A button. `disabled` greys it. `aria-disabled` greys it but leaves it focusable, so that a disabled
 * control can explain itself.
 *
 * ```tsx
 * <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>{t('Salvar')}</Button>
 * ```
 */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  iconAfter,
  busy = false,
  busyLabel,
  wide = false,
  className,
  children,
  onClick,
  type = 'button',
  disabled,
  ...rest
}: ButtonProps) {
  const inactive = disabled || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || inactive) event.preventDefault();
    else onClick?.(event);
  }

  function face() {
    if (busy && busyLabel)
      return (
        <>
          <Spinner size={18} />
          {busyLabel}
        </>
      );
    if (icon)
      return (
        <>
          {busy ? <Spinner size={18} /> : icon}
          {children}
        </>
      );
    if (!busy) return children;
    return (
      <span className="grid place-items-center">
        <span className="col-start-1 row-start-1 opacity-0">{children}</span>
        <Spinner size={18} className="col-start-1 row-start-1" />
      </span>
    );
  }

  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-busy={busy || undefined}
      className={cx(
        buttonClass(variant, size, inactive),
        busy && 'cursor-progress opacity-85',
        wide && 'w-full',
        className,
      )}
      onClick={press}
    >
      {face()}
      {iconAfter}
    </button>
  );
}
