import { Drawer as Base } from '@base-ui/react/drawer';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { guardDoublePress } from './double-press.ts';
import { DrawerStack, type DrawerLayer } from './drawer-stack.tsx';
import { ChromeScope } from './edit-chrome.tsx';
import { escapeIsTaken } from './escape.ts';
import { useKeyboardInset } from './keyboard-inset.ts';

/**
 * The edit drawer, at the right of the live page, which stays usable. It renders a stack of panels.
 * The last one is visible; the others keep their scroll and state. A change of `layers` animates the
 * panel. Esc, the back button and the close button only call `onBack` and `onClose`.
 *
 * ```tsx
 * <Drawer open={editing} label={t('Modo edição')} onBack={up} onClose={leave} layers={[
 *   { id: 'root', element: <RootPanel /> },
 *   { id: 'header', element: <HeaderPanel /> },
 * ]} />
 * ```
 */
export function Drawer({
  open,
  label,
  layers,
  onBack,
  onClose,
}: {
  open: boolean;
  /** Names the drawer for screen readers. */
  label: string;
  layers: readonly DrawerLayer[];
  /** Goes up one panel. The back button calls it, and so does Esc if a panel is below. */
  onBack: () => void;
  onClose: () => void;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [settled, setSettled] = useState(false);
  useKeyboardInset(open);
  useEffect(guardDoublePress, []);

  // Focus returns to the element that had it when the drawer opened.
  useLayoutEffect(() => {
    if (!open) return;
    if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body) {
      opener.current = document.activeElement;
    }
    return () => setSettled(false);
  }, [open]);

  function onOpenChange(next: boolean, details: Base.Root.ChangeEventDetails) {
    if (next) return;
    if (details.reason === 'escape-key') {
      const elsewhere =
        details.event.target instanceof Node &&
        details.event.target !== document.body &&
        !popup.current?.contains(details.event.target);
      // The drawer never closes itself on Esc. The parent decides.
      details.cancel();
      if (elsewhere || escapeIsTaken(details.event)) return;
      if (layers.length > 1) onBack();
      else onClose();
      return;
    }
    onClose();
  }

  return (
    <Base.Root
      open={open}
      modal={false}
      disablePointerDismissal
      swipeDirection="right"
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) setSettled(true);
      }}
    >
      <Base.Portal className="edit-chrome contents">
        <Base.Viewport className="above-keyboard pointer-events-none z-drawer drawer:p-3">
          <Base.Popup
            ref={popup}
            aria-label={label}
            initialFocus={() => headingIn(popup.current) ?? true}
            finalFocus={() => (opener.current?.isConnected ? opener.current : true)}
            className={cx(
              'edit-drawer pointer-events-auto relative ml-auto flex h-full w-full max-w-121 overflow-hidden bg-surface-1 font-sans text-14 text-text shadow-drawer outline-none drawer:w-110 drawer:rounded-panel',
              // The border lies above the panels, which fill the box.
              'after:pointer-events-none after:absolute after:inset-0 after:z-1 drawer:after:rounded-panel drawer:after:ring-1 drawer:after:ring-line-2 drawer:after:ring-inset',
              'transform-[translateX(var(--drawer-swipe-movement-x))] transition-[transform,opacity] duration-drawer ease-out data-swiping:duration-0',
              'data-ending-style:transform-[translateX(calc(100%+24px))] data-ending-style:duration-210 data-starting-style:transform-[translateX(calc(100%+24px))]',
              'motion-reduce:data-ending-style:opacity-0 motion-reduce:data-starting-style:opacity-0',
            )}
          >
            <ChromeScope>
              <DrawerStack layers={layers} settled={settled} onBack={onBack} onClose={onClose} />
            </ChromeScope>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function headingIn(popup: HTMLElement | null): HTMLElement | null {
  return popup?.querySelector<HTMLElement>('[data-top] h2[tabindex="-1"]') ?? null;
}
