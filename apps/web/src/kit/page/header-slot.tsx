import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const id = 'header-actions';

/** The place beside the avatar where a page puts what it offers while it is being edited. */
export const HeaderSlot = () => <div id={id} className="flex items-center gap-1 empty:hidden" />;

/** Puts its children beside the avatar; for what is loaded once the header stands. */
export function InHeader({ children }: { children: ReactNode }) {
  const [slot] = useState(() => document.getElementById(id));
  return slot && createPortal(children, slot);
}
