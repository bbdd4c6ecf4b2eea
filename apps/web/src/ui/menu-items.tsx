import { Pencil, Trash2 } from 'lucide-react';
import type { MenuItem } from './menu.tsx';

/** The first and last items of most row menus. */
export const editItem = (label: string, onSelect: () => void): MenuItem => ({
  id: 'edit',
  label,
  icon: <Pencil />,
  onSelect,
});

/** The last item of a menu: removes the entry. */
export const removeItem = (label: string, onSelect: () => void): MenuItem => ({
  id: 'remove',
  label,
  icon: <Trash2 />,
  danger: true,
  onSelect,
});
