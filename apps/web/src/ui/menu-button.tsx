import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
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
