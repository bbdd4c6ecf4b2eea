import { useState } from 'react';
import { LoadMore } from './load-more.tsx';

/** Rows that a long list renders at first, and adds at its end. */
const PORTION = 50;

/**
 * Renders a long list in portions, all of whose rows the browser has. A thousand rows at once hold
 * up a phone for seconds. `shown` are the first rows; render `more` after them.
 *
 * ```tsx
 * const { shown, more } = usePortions(rewards);
 * ```
 */
export function usePortions<Row>(rows: Row[], { auto = true } = {}) {
  const [limit, setLimit] = useState(PORTION);
  return {
    shown: rows.slice(0, limit),
    more: (
      <LoadMore
        hasMore={rows.length > limit}
        busy={false}
        auto={auto}
        onMore={() => setLimit(limit + PORTION)}
      />
    ),
  };
}
