import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { ChromeScope } from './edit-chrome.tsx';

/**
 * A full-screen view that also covers the edit tool. The bar at the bottom or Esc closes it. The page
 * below keeps its state.
 *
 * ```tsx
 * <FullView open={open} onClose={back} label={t('Ver como aluno')} bar={<Button onClick={back}>…</Button>}>
 *   <iframe … className="h-full w-full" />
 * </FullView>
 * ```
 */
export function FullView({
  open,
  onClose,
  label,
  bar,
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** Names the view for screen readers. */
  label: string;
  bar: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
      <Base.Portal className="edit-chrome contents">
        <Base.Popup
          aria-label={label}
          className="fixed inset-0 z-dialog flex flex-col bg-ground font-sans text-14 text-text transition-opacity duration-panel outline-none data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <ChromeScope>
            <div className="min-h-0 flex-1">{children}</div>
            <div className="flex flex-wrap items-center justify-center gap-2 border-t border-line-2 bg-surface-1 px-3 py-2">
              {bar}
            </div>
          </ChromeScope>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
