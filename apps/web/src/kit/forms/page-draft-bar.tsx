import type { ComponentProps } from 'react';
import { DraftBar } from './draft-bar.tsx';

/**
 * A `DraftBar` for a page instead of a drawer. It sticks to the bottom of the screen, and toasts stay
 * above it.
 *
 * ```tsx
 * <PageDraftBar draft={draft} uploadProgress={uploadProgress} />
 * ```
 */
export function PageDraftBar(bar: ComponentProps<typeof DraftBar>) {
  return (
    <div className="page-save-bar sticky bottom-0 z-header -mx-(--page-gutter) mt-8 overflow-hidden bg-surface-1 empty:hidden md:mx-0 md:rounded-t-card md:shadow-raised md:ring-1 md:ring-line-2">
      <DraftBar {...bar} />
    </div>
  );
}
