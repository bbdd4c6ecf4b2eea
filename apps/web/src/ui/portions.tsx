import { useState } from 'react';
import { LoadMore } from './load-more.tsx';

/** Rows that a long list renders at first, and adds at its end. */
const PORTION = 50;

interface PortionsOptions {
  /** Loads the next portion once it is near the viewport. */
  auto?: boolean;
  /** The index of a row that must be among the rendered ones. */
  reach?: number;
}

/**
 * Renders a long list in portions, all of whose rows the browser has. A thousand rows at once hold
 * up a phone for seconds. `shown` are the first rows; render `more` after them. `showMore` adds a
 * portion.
 *
 * ```tsx
 * const { shown, more } = usePortions(rewards);
 * ```
 */
export function usePortions<Row>(
  rows: readonly Row[],
  { auto = true, reach = -1 }: PortionsOptions = {},
) {
  const [limit, setLimit] = useState(PORTION);
  if (reach >= limit) setLimit(Math.ceil((reach + 1) / PORTION) * PORTION);
  const showMore = () => setLimit(limit + PORTION);
  return {
    shown: rows.slice(0, limit),
    showMore,
    more: <LoadMore hasMore={rows.length > limit} busy={false} auto={auto} onMore={showMore} />,
  };
}
