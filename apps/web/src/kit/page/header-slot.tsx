import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const id = 'header-actions';

/** The slot beside the avatar for a page's edit controls. */
export const HeaderSlot = () => <div id={id} className="flex items-center gap-1 empty:hidden" />;

/** Portals its children into the slot beside the avatar. Use it only after the header has mounted. */
export function InHeader({ children }: { children: ReactNode }) {
  const [slot] = useState(() => document.getElementById(id));
  return slot && createPortal(children, slot);
}
