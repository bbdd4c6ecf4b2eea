import type { Banner } from '@vitrine/contract/banners';
import { useSyncExternalStore } from 'react';

/** What somebody edits of the home page's banners: one of them, or one that is being made. */
export interface ShownBanner {
  id: number | null;
  /** As it is being typed, over what is saved. */
  draft?: Banner;
}

let shown: ShownBanner | null = null;
const watchers = new Set<() => void>();

/** The page moves to this banner and stays there (behaviour 16); null lets it go on. */
export function showBanner(next: ShownBanner | null) {
  if (shown === next) return;
  shown = next;
  for (const changed of watchers) changed();
}

export const useShownBanner = () => useSyncExternalStore(watch, read, read);

const read = () => shown;

function watch(changed: () => void) {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}
