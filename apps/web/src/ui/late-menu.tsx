import { Ellipsis } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

/**
 * A '…' button that becomes its menu at the first press. A feed has a menu in every row: on a phone,
 * rendering twenty of them takes a third of a second.
 *
 * ```tsx
 * <LateMenu label={label}><PostMenu label={label} post={post} /></LateMenu>
 * ```
 */
export function LateMenu({
  label,
  children,
}: {
  label: string;
  /** A component with a `Menu` of the same label that is `isPressed`. Its code may load late. */
  children: ReactNode;
}) {
  const [isUsed, setIsUsed] = useState(false);
  const open = () => setIsUsed(true);
  const button = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open();
      }}
    >
      <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
  return isUsed ? <Suspense fallback={button}>{children}</Suspense> : button;
}
