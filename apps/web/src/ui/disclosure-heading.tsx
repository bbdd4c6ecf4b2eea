import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface DisclosureHeadingProps {
  heading: 'h2' | 'h3';
  /** The id of the list that the button opens and closes. */
  listId: string;
  open: boolean;
  onToggle: () => void;
  /** Classes of the button: its height and its type size. */
  className: string;
  /** The number of entries in the list, at the end of the line. */
  amount: ReactNode;
  children: ReactNode;
}

/** A module's heading with a button that opens and closes its list. At most two lines. */
export function DisclosureHeading({
  heading: Heading,
  listId,
  open,
  onToggle,
  className,
  amount,
  children,
}: DisclosureHeadingProps) {
  return (
    <Heading>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        className={className}
        onClick={onToggle}
      >
        <ChevronRight
          size={16}
          strokeWidth={2}
          aria-hidden="true"
          className={open ? 'rotate-90' : ''}
        />
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{children}</span>
        <span className="shrink-0 text-13 font-normal text-text-2 tabular-nums">{amount}</span>
      </button>
    </Heading>
  );
}
