import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { cx } from './cx.ts';
import { guardDoublePress } from './double-press.ts';
import { useLayerScope } from './edit-chrome.tsx';
import { escapeIsTaken } from './escape.ts';
import { IconButton } from './icon-button.tsx';
import { useKeyboardInset } from './keyboard-inset.ts';
import { useTranslation } from './translation.ts';

/** The props of `Dialog`, for components that wrap one. */
export type DialogProps = {
  open: boolean;
  /** Called by Esc, the close button and a press outside. To refuse, leave `open` true. */
  onClose: () => void;
  title: string;
  /** One line under the title. */
  description?: ReactNode;
  /** Width on a wide screen, in px of a text of the usual size. */
  width?: number;
  /** Fixed height on a wide screen, as `width`. Under 1024 px the dialog fills the screen. */
  height?: number;
  /** Content beside the title: the steps of a wizard. */
  beside?: ReactNode;
  /** Buttons, right-aligned. On phones they stack. The first child is the least important. */
  actions?: ReactNode;
  /** False hides the close button, for a question that only the buttons answer. */
  closable?: boolean;
  /** No padding around the content, for stages and wizards. */
  bare?: boolean;
  /** Covers only the page beside the edit drawer, and does not dim the drawer. */
  besideDrawer?: boolean;
  /**
   * Does not dim the page, which previews the form. The dialog covers the drawer on a wide screen.
   * On a small screen it is a sheet over the lower half, and the drawer hides.
   */
  overPreview?: boolean;
  /** The element that gets focus first. The default is the first text field. */
  initialFocus?: RefObject<HTMLElement | null>;
  /**
   * The element that gets focus after closing. The default, `true`, is the opener; with `false` the
   * caller moves the focus.
   */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | boolean) | undefined;
  children?: ReactNode;
};

/** A second press within this time belongs to the double press that opened the dialog. */
const DOUBLE_PRESS_MS = 500;

/**
 * A modal dialog. It traps focus, restores it on close, and scrolls if it is taller than the screen.
 * In a form, focus starts in the first text field.
 *
 * ```tsx
 * <Dialog open={open} onClose={close} title={t('Novo link')} actions={<Button variant="primary">…</Button>}>
 *   <TextField … />
 * </Dialog>
 * ```
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 480,
  height,
  beside,
  actions,
  closable = true,
  bare = false,
  besideDrawer = false,
  overPreview = false,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const scope = useLayerScope();
  const popup = useRef<HTMLDivElement>(null);
  useKeyboardInset(open);
  useEffect(guardDoublePress, []);
  const returnFocus = useReturnFocus(open);
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);

  function onOpenChange(next: boolean, details: Base.Root.ChangeEventDetails) {
    if (next) return;
    const leaveOpen =
      (details.reason === 'escape-key' && escapeIsTaken(details.event)) ||
      (details.reason === 'outside-press' &&
        (!closable || performance.now() - openedAt.current < DOUBLE_PRESS_MS));
    if (leaveOpen) details.cancel();
    else onClose();
  }

  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal className={cx(scope, 'contents')}>
        {/* `forceRender` also dims a dialog below this one: the layer is the same, but later in the DOM. */}
        <Base.Backdrop
          forceRender
          className={cx(
            overPreview ? 'bg-transparent' : 'bg-scrim',
            'fixed inset-0 transition-opacity duration-panel data-ending-style:opacity-0 data-starting-style:opacity-0',
            besideDrawer ? 'z-dialog lg:z-drawer-scrim' : 'z-dialog',
          )}
        />
        <Base.Viewport
          className={cx(
            'above-keyboard z-dialog flex items-end justify-center overflow-hidden p-3 sm:items-center sm:p-6',
            overPreview
              ? 'over-preview max-lg:items-end! lg:items-stretch lg:justify-end lg:p-3!'
              : besideDrawer && 'lg:in-[:root:has(.edit-drawer)]:pr-121',
            height !== undefined && 'max-lg:p-0!',
          )}
        >
          <Base.Popup
            ref={popup}
            initialFocus={initialFocus ?? (() => fieldIn(popup.current) ?? true)}
            finalFocus={finalFocus ?? returnFocus}
            className={cx(
              'dialog-popup flex max-h-full w-full flex-col overflow-hidden rounded-panel bg-surface-1 font-sans text-14 text-text shadow-dialog ring-1 ring-line-2 outline-none ring-inset',
              'transition-[opacity,transform] duration-panel ease-out data-ending-style:opacity-0 data-ending-style:duration-130 data-starting-style:translate-y-3 data-starting-style:opacity-0',
              overPreview && 'max-lg:max-h-[min(max(58dvh,22rem),100%)] lg:max-w-121!',
              height !== undefined &&
                'max-lg:h-full max-lg:max-w-none! max-lg:rounded-none lg:h-(--height)',
            )}
            data-tall={height !== undefined || undefined}
            data-question={!closable || undefined}
            style={{ maxWidth: inRem(width), ...(height && { '--height': inRem(height) }) }}
          >
            <WhileOpen open={open}>
              <DialogHeader
                title={title}
                beside={beside}
                onClose={closable ? onClose : undefined}
                isDescribed={Boolean(description)}
              />
              {(description || children) && (
                <div
                  className={cx(
                    'quiet-scroll min-h-0 flex-1 overflow-y-auto',
                    // Content may fill what the description leaves.
                    height !== undefined && 'flex flex-col',
                    // The padding fills the fade at the end.
                    !bare && 'fade-out-below px-6 pb-6',
                  )}
                >
                  {/* It scrolls too: a long one must leave the buttons in sight. */}
                  {description && (
                    <Base.Description
                      render={<div />}
                      className={cx(
                        'mb-4 pt-1 text-14 text-pretty text-text-2 [&_b]:text-text [&_strong]:text-text',
                        bare && 'px-6',
                      )}
                    >
                      {description}
                    </Base.Description>
                  )}
                  {children}
                </div>
              )}
              {actions && <footer className={footClass({ height, overPreview })}>{actions}</footer>}
            </WhileOpen>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The opener, or its page or panel if the opener is gone: the button of an empty list goes with it. A
 * menu goes as a whole. The focus then returns to the button of the menu.
 */
function useReturnFocus(open: boolean) {
  const opener = useRef<Element>(null);
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    place.current = opener.current?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
  }, [open]);
  return () => (!opener.current?.isConnected && place.current?.isConnected ? place.current : true);
}

/** Follows the text size of the reader. */
const inRem = (px: number) => `${px / 16}rem`;

/** Content that stays as it is while the dialog closes. What it names may be gone by then. */
const WhileOpen = memo(
  ({ children }: { open: boolean; children: ReactNode }) => children,
  (_before, { open }) => !open,
);

interface DialogHeaderProps extends Pick<DialogProps, 'title' | 'beside'> {
  /** Undefined hides the close button. */
  onClose: (() => void) | undefined;
  /** The description follows. */
  isDescribed: boolean;
}

function DialogHeader({ title, beside, onClose, isDescribed }: DialogHeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={cx('flex items-start gap-3 px-6 pt-6', !isDescribed && 'pb-4')}>
      <div
        className={cx(
          'min-w-0 flex-1',
          beside !== undefined && 'flex flex-wrap items-center gap-x-8 gap-y-1',
        )}
      >
        <Base.Title className="text-18 font-semibold text-text">{title}</Base.Title>
        {beside}
      </div>
      {onClose && (
        <IconButton label={t('Fechar')} onClick={onClose} className="-mt-2 -mr-3">
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </header>
  );
}

const typedFieldSelector =
  'input:is(:not([type]), [type="text"], [type="email"], [type="password"], [type="url"], [type="number"]), textarea, [contenteditable="true"]';

/** No initial field on touch devices: the keyboard would cover the form. */
const fieldIn = (popup: HTMLElement | null) =>
  matchMedia('(hover: none)').matches
    ? null
    : popup?.querySelector<HTMLElement>(typedFieldSelector);

function footClass({ height, overPreview }: Pick<DialogProps, 'height' | 'overPreview'>) {
  if (height !== undefined)
    return 'flex flex-wrap items-center justify-end gap-2 border-t border-line px-6 py-4';
  // Buttons stand side by side, because the sheet has only half a small screen for its fields.
  if (overPreview)
    return 'flex items-center justify-end gap-2 px-6 pt-3 pb-4 max-drawer:*:flex-1 drawer:pb-6';
  return 'flex flex-col-reverse gap-2 px-6 pb-6 max-drawer:*:w-full drawer:flex-row drawer:items-center drawer:justify-end';
}
