import { Menu as Base } from '@base-ui/react/menu';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { useLayerScope } from './edit-chrome.tsx';
import { firstPress } from './late-press.ts';
import { MenuButton } from './menu-button.tsx';

/**
 * An action of a menu, or a line between two groups. Falsy entries are skipped, so a condition reads
 * `isStaff && editItem(…)`.
 */
export type MenuItem =
  | {
      id: string;
      label: string;
      /** Second line: what the action does, or why it is disabled. */
      note?: string;
      icon?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
      onSelect: () => void;
    }
  | 'separator'
  | false
  | null
  | undefined;

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  /** The button's icon. Default: '…'. */
  trigger?: ReactNode;
  align?: 'start' | 'end';
  /** Opens at once, because it replaces the pressed button of a `LateMenu`. */
  isPressed?: boolean;
}

/**
 * A row's '…' button with its actions. Until the first press it is a plain button: a list has one in
 * each row, and fifty menus take a phone half a second.
 *
 * ```tsx
 * <Menu label={t('Opções de {{name}}', { name: link.title })} items={[
 *   editItem(t('Editar'), edit), 'separator', ...moveMenuItems ]} />
 * ```
 */
export function Menu({ isPressed = false, ...menu }: MenuProps) {
  const [wasPressed, setWasPressed] = useState(isPressed);
  if (wasPressed) return <PressedMenu {...menu} />;
  return (
    <MenuButton
      label={menu.label}
      trigger={menu.trigger}
      aria-haspopup="menu"
      {...firstPress(() => setWasPressed(true))}
    />
  );
}

/** Opens at once. */
function PressedMenu({ label, items, trigger, align = 'end' }: Omit<MenuProps, 'isPressed'>) {
  const scope = useLayerScope();
  const button = useRef<HTMLButtonElement>(null);
  const [covers, setCovers] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => press(button.current!));
    return () => clearTimeout(timer); // two presses would close it again
  }, []);
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) setCovers(isTallerThanRoom(button.current!, items));
      }}
    >
      <Base.Trigger
        ref={button}
        render={<MenuButton label={label} trigger={trigger} className="data-popup-open:bg-press" />}
      />
      <Base.Portal className={cx(scope, 'contents')}>
        <Base.Positioner
          sideOffset={6}
          align={align}
          collisionPadding={12}
          {...(covers && { collisionAvoidance: { side: 'shift', fallbackAxisSide: 'none' } })}
          className="z-dialog outline-none"
        >
          <Base.Popup className={menuPopupClass}>
            {items.map((item, index) => {
              if (!item) return null;
              return item === 'separator' ? (
                <Base.Separator key={`line-${index}`} className="mx-1.5 my-1.5 h-px bg-line" />
              ) : (
                <Base.Item
                  key={item.id}
                  disabled={item.disabled}
                  onClick={item.onSelect}
                  className={cx(
                    menuItemClass,
                    item.danger && 'text-error',
                    item.disabled && 'text-text-3',
                  )}
                >
                  {item.icon && (
                    <span className="shrink-0 *:size-4.5" aria-hidden="true">
                      {item.icon}
                    </span>
                  )}
                  <span className="min-w-0">
                    <span className="block">{item.label}</span>
                    {item.note && (
                      <span className="block text-13 font-normal text-text-2">{item.note}</span>
                    )}
                  </span>
                </Base.Item>
              );
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The height of an item and of a line under a finger, and all gaps above and below, in px. */
const ITEM_PX = 44;
const LINE_PX = 13;
const GAPS_PX = 30;

/**
 * Whether a phone has no room for the menu above or below its button. The menu then covers the
 * button: its last item, which removes the entry, would be out of sight.
 */
function isTallerThanRoom(button: HTMLElement, items: readonly MenuItem[]) {
  if (!matchMedia('(pointer: coarse)').matches) return false;
  const lines = items.filter((item) => item === 'separator').length;
  const height = (items.filter(Boolean).length - lines) * ITEM_PX + lines * LINE_PX + GAPS_PX;
  const { top, bottom } = button.getBoundingClientRect();
  return height > Math.max(top, innerHeight - bottom);
}

/**
 * Opens the menu of a button that replaces a pressed one. The browser shows the focus if a key
 * pressed it. Base UI takes a click without `detail` for a key, and highlights the first item.
 */
function press(button: HTMLElement) {
  button.focus();
  const detail = button.matches(':focus-visible') ? 0 : 1;
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
}

/** Shared with `Select`: the popup and its 40 px rows. */
export const menuPopupClass =
  'quiet-scroll max-h-(--available-height) min-w-52 max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded-card bg-raised p-1.5 font-sans text-14 text-text shadow-raised ring-1 ring-line-2 ring-inset outline-none transition-[opacity,transform] duration-quick data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0';
/** Classes of an item, for menus of other components. */
export const menuItemClass =
  'flex min-h-control cursor-pointer items-center gap-3 rounded-control px-3 py-2 font-medium select-none outline-none data-disabled:cursor-not-allowed data-highlighted:not-data-disabled:bg-press data-disabled:data-highlighted:bg-hover';
