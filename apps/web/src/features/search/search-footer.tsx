import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { SearchKeys } from './search-keys.tsx';

interface SearchFooterProps {
  /** The text of the link to all results. Null if they are all here. */
  seeAll: string | null;
  to: string;
  onLeave: () => void;
}

/** The keys of the search overlay, and the link to all results. */
export function SearchFooter({ seeAll, to, onLeave }: SearchFooterProps) {
  return (
    <footer
      className={cx(
        'flex shrink-0 items-center justify-between gap-5 border-t border-line px-5 py-3 sm:px-6',
        seeAll === null && 'max-sm:hidden pointer-coarse:hidden',
      )}
    >
      <SearchKeys />
      {seeAll !== null && (
        <Link
          to={to}
          onClick={onLeave}
          className="touch-target relative ml-auto flex min-h-6 items-center gap-2 text-14 font-semibold text-text hover:underline"
        >
          {seeAll}
          <ArrowRight size={16} strokeWidth={2} aria-hidden="true" />
        </Link>
      )}
    </footer>
  );
}
