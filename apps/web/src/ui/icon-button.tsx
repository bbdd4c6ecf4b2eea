import type { ReactNode } from 'react';
import { Button, type ButtonProps, type ButtonSize } from './button.tsx';
import { cx } from './cx.ts';

const squares: Record<ButtonSize, string> = {
  sm: 'w-8 px-0',
  md: 'w-10 px-0',
  lg: 'w-12 px-0',
};

/**
 * A square button with only an icon. `label` holds its text. The touch target is 44 px at every size.
 *
 * ```tsx
 * <IconButton label={t('Fechar')} onClick={onClose}><X size={18} strokeWidth={1.75} /></IconButton>
 * ```
 */
export function IconButton({
  label,
  children,
  size = 'md',
  variant = 'ghost',
  className,
  ...rest
}: Omit<ButtonProps, 'icon' | 'iconAfter' | 'wide' | 'children'> & {
  label: string;
  children: ReactNode;
}) {
  return (
    <Button
      {...rest}
      variant={variant}
      size={size}
      aria-label={label}
      icon={children}
      className={cx(squares[size], 'px-0!', className)}
    />
  );
}
