import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PAGE_BEHIND } from '../../platform/history.tsx';
import { cx } from '../../ui/cx.ts';

interface BackLinkProps {
  to: string;
  className?: string;
  /** The name of the page behind. A long one ends in an ellipsis. */
  children: ReactNode;
}

/** Leads to the page behind this one, where the viewer left it. It stands above the title. */
export const BackLink = ({ to, className, children }: BackLinkProps) => (
  <Link
    to={to}
    state={PAGE_BEHIND}
    className={cx(
      'inline-flex min-h-11 max-w-full items-center gap-2 text-14 text-text-2 hover:text-text',
      className,
    )}
  >
    <ArrowLeft size={16} strokeWidth={2} className="shrink-0" aria-hidden="true" />
    <span className="truncate">{children}</span>
  </Link>
);
