import type { ReactNode } from 'react';
import { Button, type ButtonProps, type ButtonSize } from './button.tsx';
import { cx } from './cx.ts';

/** In pixels, as icons are: enlarged text takes the room, not the ground of an icon. */
const squares: Record<ButtonSize, string> = {
  sm: 'size-[32px]!',
  md: 'size-[40px]!',
  lg: 'size-[48px]!',
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
      className={cx(squares[size], 'min-h-0! p-0!', className)}
    />
  );
}
