import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface DisclosureHeadingProps {
  heading: 'h2' | 'h3';
  /** Of the list that it opens and closes. */
  listId: string;
  open: boolean;
  onToggle: () => void;
  /** Of the button: its height and its letters. */
  className: string;
  /** Said at the end of the line: how much stands in the list. */
  amount: ReactNode;
  children: ReactNode;
}

/** The title of a module, which opens and closes its list. Two lines at most. */
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
