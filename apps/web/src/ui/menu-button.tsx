import { Ellipsis } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface MenuButtonProps extends Omit<ButtonProps, 'icon' | 'iconAfter' | 'wide' | 'children'> {
  label: string;
  /** The button's icon. Default: '…'. */
  trigger?: ReactNode;
}

/** The button of a menu. */
export const MenuButton = ({ trigger, ...button }: MenuButtonProps) => (
  <IconButton {...button}>
    {trigger ?? <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
  </IconButton>
);

/**
 * Props of a button whose menu or list takes its place at the first press, by pointer or by key:
 * `open`.
 */
export const firstPress = (open: () => void) => ({
  'aria-expanded': false,
  onClick: open,
  onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  },
});
