import type { ComponentProps, RefObject } from 'react';
import { useHeldFocus } from '../../ui/held-focus.ts';
import { DraftBar } from './draft-bar.tsx';

interface PageDraftBarProps extends ComponentProps<typeof DraftBar> {
  form: RefObject<HTMLElement | null>;
}

/**
 * A `DraftBar` for a page instead of a drawer. It sticks to the bottom of the screen, and toasts stay
 * above it. The bar goes with its button once the form is saved: `form` takes the focus then.
 *
 * ```tsx
 * const form = useRef<HTMLFormElement>(null);
 * <form ref={form} tabIndex={-1} {...draft.formProps}>
 *   <PageDraftBar form={form} draft={draft} uploadProgress={uploadProgress} />
 * </form>
 * ```
 */
export function PageDraftBar({ form, ...bar }: PageDraftBarProps) {
  return (
    // Handles the focus of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...useHeldFocus(form)}
      className="page-save-bar sticky bottom-0 z-header -mx-(--page-gutter) mt-8 overflow-hidden bg-surface-1 empty:hidden md:mx-0 md:rounded-t-card md:shadow-raised md:ring-1 md:ring-line-2"
    >
      <DraftBar {...bar} />
    </div>
  );
}
