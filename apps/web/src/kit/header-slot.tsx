import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const id = 'header-actions';

/** The place beside the avatar where a page puts what it offers while it is being edited. */
export const HeaderSlot = () => <div id={id} className="flex items-center gap-1 empty:hidden" />;

/** Puts its children beside the avatar. */
export function InHeader({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(id)), []);
  return slot && createPortal(children, slot);
}
