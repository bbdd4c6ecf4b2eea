import { Drawer as Base } from '@base-ui/react/drawer';
import { ArrowLeft, X } from 'lucide-react';
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from './translation.ts';
import { cx } from './cx.ts';
import { ChromeScope } from './edit-chrome.tsx';
import { escapeIsTaken } from './escape.ts';
import { IconButton } from './icon-button.tsx';

export type DrawerLayer = {
  /** Stable name of the sub-panel, for its scroll, its state and its slide. */
  id: string;
  /** A `DrawerPanel`, or something that draws one. */
  element: ReactNode;
};

/**
 * The edit drawer: floats at the right over the live page, which stays clickable and scrolls.
 * It draws a stack of panels: the last one is seen, those below keep their scroll and their
 * state. Push or pop `layers` (the address decides) and the panel slides. Esc, the back arrow
 * and the cross only ask: `onBack` and `onClose` decide.
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
  /** One panel up. Asked by the arrow and by Esc when there is a panel below. */
  onBack: () => void;
  onClose: () => void;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [settled, setSettled] = useState(false);

  // Where focus goes back to: whoever had it when the drawer opened.
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
      // The parent decides; the layer never closes by itself on Esc.
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
        <Base.Viewport className="pointer-events-none fixed inset-0 z-drawer drawer:p-3">
          <Base.Popup
            ref={popup}
            aria-label={label}
            initialFocus={() => headingIn(popup.current) ?? true}
            finalFocus={() => (opener.current?.isConnected ? opener.current : true)}
            className={cx(
              'edit-drawer pointer-events-auto relative ml-auto flex h-full w-full max-w-121 overflow-hidden bg-surface-1 font-sans text-14 text-text shadow-drawer outline-none drawer:w-110 drawer:rounded-panel',
              // The line lies over the panels, which fill the box.
              'after:pointer-events-none after:absolute after:inset-0 after:z-1 drawer:after:rounded-panel drawer:after:ring-1 drawer:after:ring-line-2 drawer:after:ring-inset',
              'transform-[translateX(var(--drawer-swipe-movement-x))] transition-[transform,opacity] duration-drawer ease-out data-swiping:duration-0',
              'data-ending-style:transform-[translateX(calc(100%+24px))] data-ending-style:duration-210 data-starting-style:transform-[translateX(calc(100%+24px))]',
              'motion-reduce:data-ending-style:opacity-0 motion-reduce:data-starting-style:opacity-0',
            )}
          >
            <ChromeScope>
              <Stack {...{ layers, onBack, onClose, settled }} />
            </ChromeScope>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

type Place = {
  depth: number;
  top: boolean;
  settled: boolean;
  onBack: () => void;
  onClose: () => void;
  focusedBefore: RefObject<HTMLElement | null>;
};
const PanelPlace = createContext<Place | null>(null);

function Stack({
  layers,
  onBack,
  onClose,
  settled,
}: {
  layers: readonly DrawerLayer[];
  onBack: () => void;
  onClose: () => void;
  settled: boolean;
}) {
  const { shown, leaving, slides, left } = useLeavingLayer(layers);
  return shown.map((layer, depth) => (
    <Layer
      key={layer.id}
      {...{ layer, depth, onBack, onClose, settled }}
      top={depth === layers.length - 1}
      leaving={layer.id === leaving}
      slides={slides && depth > 0}
      onLeft={left}
    />
  ));
}

// A popped panel stays for the 140 ms of its way out.
function useLeavingLayer(layers: readonly DrawerLayer[]) {
  const [last, setLast] = useState(layers);
  const [leaving, setLeaving] = useState<DrawerLayer | null>(null);
  const [slides, setSlides] = useState(false);

  const same = last.length === layers.length && last.every((one, at) => one.id === layers[at]?.id);
  if (!same) {
    const gone = last.at(-1);
    const popped =
      gone && last.length > layers.length && !layers.some((layer) => layer.id === gone.id);
    setLast(layers);
    setSlides(true);
    setLeaving(popped ? gone : null);
  }
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(null), 160);
    return () => clearTimeout(timer);
  }, [leaving]);

  const stillLeaving = leaving && !layers.some((layer) => layer.id === leaving.id);
  return {
    shown: stillLeaving ? [...layers, leaving] : layers,
    leaving: stillLeaving ? leaving.id : null,
    slides,
    left: () => setLeaving(null),
  };
}

function Layer({
  layer,
  depth,
  top,
  leaving,
  slides,
  settled,
  onBack,
  onClose,
  onLeft,
}: {
  layer: DrawerLayer;
  depth: number;
  top: boolean;
  leaving: boolean;
  slides: boolean;
  settled: boolean;
  onBack: () => void;
  onClose: () => void;
  onLeft: () => void;
}) {
  const focusedBefore = useRef<HTMLElement | null>(null);

  function remember(event: FocusEvent) {
    if (top && event.target instanceof HTMLElement) focusedBefore.current = event.target;
  }

  return (
    <PanelPlace value={{ depth, top, settled, onBack, onClose, focusedBefore }}>
      <div
        inert={!top}
        data-top={top ? '' : undefined}
        onFocusCapture={remember}
        onAnimationEnd={leaving ? onLeft : undefined}
        className={cx(
          'absolute inset-0 flex bg-surface-1',
          leaving ? 'slide-out-to-right' : top && slides && 'slide-in-from-right',
          !top && !leaving && 'invisible transition-[visibility] delay-200 duration-0',
        )}
      >
        {layer.element}
      </div>
    </PanelPlace>
  );
}

/**
 * What one panel shows inside a `Drawer`: header of 60 with title, back arrow and cross, content
 * that scrolls, footer that stays. On arriving, focus goes to the title; on coming back, to what
 * had it before.
 *
 * ```tsx
 * <DrawerPanel title={t('Aparência')} footer={<SaveBar … />}>…</DrawerPanel>
 * ```
 */
export function DrawerPanel({
  title,
  description,
  actions,
  footer,
  flush = false,
  children,
}: {
  title: string;
  /** One line of help under the title. */
  description?: ReactNode;
  /** Icon buttons beside the cross. */
  actions?: ReactNode;
  /** Stays at the bottom: a `SaveBar`, or a `DrawerFooter`. */
  footer?: ReactNode;
  /** No padding at the sides, for lists that draw their own. */
  flush?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const place = use(PanelPlace);
  const heading = useRef<HTMLHeadingElement>(null);
  const root = !place?.depth;
  useFocusOnArrival(place, heading);

  return (
    <section className="flex min-w-0 flex-1 flex-col" aria-label={title}>
      <header
        className={cx(
          'flex shrink-0 items-center gap-1 pr-3',
          root ? 'min-h-15 pt-4 pb-2 pl-6' : 'h-15 pl-3',
        )}
      >
        {!root && (
          <IconButton label={t('Voltar')} onClick={place.onBack}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
        <div className="min-w-0 flex-1">
          <h2
            ref={heading}
            tabIndex={-1}
            className={cx(
              'truncate font-semibold text-text outline-none',
              root ? 'text-18' : 'text-16',
            )}
          >
            {title}
          </h2>
          {root && description && <p className="text-13 text-text-2">{description}</p>}
        </div>
        {actions}
        {place && (
          <IconButton
            label={t('Fechar')}
            onClick={place.onClose}
            className={cx(root && 'self-start')}
          >
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </header>
      <div
        data-base-ui-swipe-ignore=""
        className={cx('quiet-scroll min-h-0 flex-1 overflow-y-auto pt-2 pb-6', !flush && 'px-6')}
      >
        {!root && description && <p className="mb-4 text-13 text-text-2">{description}</p>}
        {children}
      </div>
      {footer}
    </section>
  );
}

/**
 * The line at the bottom of a panel that has no form: 'Tudo salvo', a link to help.
 *
 * ```tsx
 * <DrawerFooter><span>{t('Tudo salvo')}</span><Button variant="ghost">{t('Ajuda')}</Button></DrawerFooter>
 * ```
 */
export function DrawerFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex min-h-15 shrink-0 items-center justify-between gap-3 border-t border-line py-2 pr-4 pl-6 text-13 text-text-2">
      {children}
    </footer>
  );
}

function useFocusOnArrival(place: Place | null, heading: RefObject<HTMLHeadingElement | null>) {
  const arrived = useRef(false);
  const top = place?.top ?? false;
  const settled = place?.settled ?? false;
  const before = place?.focusedBefore;

  useEffect(() => {
    if (!top) return;
    // While the drawer itself opens, it places the focus.
    if (settled) {
      const back = arrived.current ? before?.current : null;
      (back?.isConnected ? back : heading.current)?.focus({ preventScroll: true });
    }
    arrived.current = true;
    // `settled` is left out: a drawer that has finished opening must not take focus again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [top, before, heading]);
}

function headingIn(popup: HTMLElement | null): HTMLElement | null {
  return popup?.querySelector<HTMLElement>('[data-top] h2[tabindex="-1"]') ?? null;
}
