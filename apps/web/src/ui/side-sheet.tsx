import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useLayerScope } from './edit-chrome.tsx';
import { escapeIsTaken } from './escape.ts';
import { IconButton } from './icon-button.tsx';
import { useKeyboardInset } from './keyboard-inset.ts';
import { narrow, useMediaQuery } from './media-query.ts';
import { useTranslation } from './translation.ts';

/**
 * A modal sheet, 384 px wide, from the right. With `phone="bottom"` it comes from below on phones. A
 * swipe closes it.
 *
 * ```tsx
 * <SideSheet open={open} onClose={close} label={t('Menu')}><Account /><Places /></SideSheet>
 * ```
 */
export function SideSheet({
  open,
  onClose,
  label,
  title,
  phone = 'right',
  footer,
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** Names the sheet for screen readers. */
  label: string;
  /** Shown at the top. Without it the content starts beside the close button. */
  title?: string;
  /** The side that it comes from under 640 px. */
  phone?: 'right' | 'bottom';
  /** Fixed at the bottom, with a hairline above. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const scope = useLayerScope();
  const isNarrow = useMediaQuery(narrow);
  useKeyboardInset(open);
  const isBottomSheet = phone === 'bottom' && isNarrow;

  function onOpenChange(next: boolean, details: Base.Root.ChangeEventDetails) {
    if (next) return;
    if (details.reason === 'escape-key' && escapeIsTaken(details.event)) details.cancel();
    else onClose();
  }

  return (
    <Base.Root
      open={open}
      onOpenChange={onOpenChange}
      swipeDirection={isBottomSheet ? 'down' : 'right'}
    >
      <Base.Portal className={cx(scope, 'contents')}>
        <Base.Backdrop className="fixed inset-0 z-scrim bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-drawer data-ending-style:opacity-0 data-ending-style:duration-210 data-starting-style:opacity-0" />
        <Base.Viewport className="above-keyboard z-dialog">
          <Base.Popup
            aria-label={label}
            className={cx(
              'absolute flex flex-col bg-surface-1 font-sans text-text shadow-drawer ring-1 ring-line-2 transition-[transform,opacity] duration-drawer ease-out outline-none data-ending-style:duration-210 data-swiping:duration-0',
              'motion-reduce:data-ending-style:opacity-0 motion-reduce:data-starting-style:opacity-0',
              isBottomSheet ? fromBelow : fromRight,
            )}
          >
            {isBottomSheet && (
              <span
                className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-text/25"
                aria-hidden="true"
              />
            )}
            <div className="absolute top-4 right-[max(16px,var(--notch))] z-1">
              <IconButton label={t('Fechar')} onClick={onClose}>
                <X size={20} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            </div>
            <Base.Content className="quiet-scroll min-h-0 flex-1 overflow-y-auto py-6 pr-[max(28px,var(--notch))] pl-7">
              {title && (
                <Base.Title className="mb-4 pr-12 text-18 font-semibold">{title}</Base.Title>
              )}
              {children}
            </Base.Content>
            {footer && (
              <div className="mr-[max(28px,var(--notch))] ml-7 shrink-0 border-t border-line py-4 pb-[max(16px,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

const fromRight =
  'inset-y-0 right-0 w-96 max-w-[calc(100vw-32px)] transform-[translateX(var(--drawer-swipe-movement-x))] data-ending-style:transform-[translateX(100%)] data-starting-style:transform-[translateX(100%)]';
const fromBelow =
  'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-panel transform-[translateY(var(--drawer-swipe-movement-y))] data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)]';
