import { Pencil, Trash2 } from 'lucide-react';
import type { MenuItem } from './menu.tsx';

/** The first item of most row menus: edits the entry. */
export const editItem = (label: string, onSelect: () => void): MenuItem => ({
  id: 'edit',
  label,
  icon: <Pencil />,
  onSelect,
});

/** The last item of most row menus: removes the entry. */
export const removeItem = (label: string, onSelect: () => void): MenuItem => ({
  id: 'remove',
  label,
  icon: <Trash2 />,
  danger: true,
  onSelect,
});
