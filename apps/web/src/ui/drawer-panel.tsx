import { ArrowLeft, X } from 'lucide-react';
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { cx } from './cx.ts';
import { useHeldFocus } from './held-focus.ts';
import { IconButton } from './icon-button.tsx';
import { SkeletonBlock, SkeletonFrame } from './states.tsx';
import { useTranslation } from './translation.ts';

/** The panel's position in the drawer's stack. */
type Place = {
  depth: number;
  top: boolean;
  settled: boolean;
  onBack: () => void;
  onClose: () => void;
  focusedBefore: RefObject<HTMLElement | null>;
};

/** The place of a panel among the panels of its drawer. */
export const PanelPlace = createContext<Place | null>(null);

/**
 * One panel of a `Drawer`: a header with title, back and close buttons, scrolling content, a fixed
 * footer. On arrival, focus goes to the title. On return, it goes to the element that had it before.
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
  /** Icon buttons beside the close button. */
  actions?: ReactNode;
  /** Fixed at the bottom: a `SaveBar` or a `DrawerFooter`. */
  footer?: ReactNode;
  /** No padding at the sides, for lists with padding of their own. */
  flush?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const place = use(PanelPlace);
  const heading = useRef<HTMLHeadingElement>(null);
  // The save bar goes with its button once the form is saved.
  const box = useRef<HTMLElement>(null);
  const heldFocus = useHeldFocus(box);
  const root = !place?.depth;
  useFocusOnArrival(place, heading);

  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={title}
      className="flex min-w-0 flex-1 flex-col outline-none"
    >
      <header
        className={cx(
          'flex shrink-0 items-center gap-1 pr-3',
          root ? 'min-h-15 pt-4 pb-2 pl-6' : 'min-h-15 pl-3',
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
              'line-clamp-2 font-semibold text-text outline-none',
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
      {/* Positioned, so that visually hidden inputs scroll with the content and do not stretch the
          drawer. */}
      <div
        data-base-ui-swipe-ignore=""
        className={cx(
          'quiet-scroll relative min-h-0 flex-1 overflow-y-auto pt-2 pb-6',
          !flush && 'px-6',
        )}
      >
        {!root && description && <p className="mb-4 text-13 text-text-2">{description}</p>}
        {children}
      </div>
      {/* Handles the focus of the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="shrink-0" {...heldFocus}>
        {footer}
      </div>
    </section>
  );
}

/**
 * The footer of a panel without a form: 'Tudo salvo', a link to help.
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

interface ListSkeletonProps {
  /** Begins with the line of help of a panel whose code loads. */
  described?: boolean;
  /** The picture of each row, or its handle. */
  lead?: 'image' | 'handle';
  rows?: number;
}

/**
 * The placeholders of a panel's list, in its place: the button that adds an entry, then the rows in
 * their frame.
 *
 * ```tsx
 * {levels.isPending && <ListSkeleton lead="image" />}
 * ```
 */
export const ListSkeleton = ({ described = false, lead, rows = 3 }: ListSkeletonProps) => (
  <SkeletonFrame className="block">
    {described && (
      <span className="mb-4 flex h-5 items-center">
        <SkeletonBlock className="h-3 w-4/5 rounded-full" />
      </span>
    )}
    <SkeletonBlock className="mb-4 h-10 rounded-control" />
    <span className="block divide-y divide-line overflow-clip rounded-card border border-line">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="flex h-15 items-center gap-3 px-4">
          {lead && (
            <SkeletonBlock
              className={cx(
                'shrink-0',
                lead === 'image' ? 'size-9 rounded-control' : 'size-4 rounded-[4px]',
              )}
            />
          )}
          <span className="grid flex-1 gap-2.5">
            <SkeletonBlock className={cx('h-3 rounded-full', widths[index % widths.length])} />
            <SkeletonBlock className="h-2.5 w-2/5 rounded-full" />
          </span>
        </span>
      ))}
    </span>
  </SkeletonFrame>
);

const widths = ['w-3/5', 'w-2/5', 'w-1/2'];

/**
 * The placeholders of switches with their labels.
 *
 * ```tsx
 * {settings.isPending && <SwitchSkeleton hint count={2} />}
 * ```
 */
export const SwitchSkeleton = ({ hint = false, count = 1 }: SwitchSkeletonProps) => (
  <SkeletonFrame className="grid gap-5">
    {Array.from({ length: count }, (_, index) => (
      <span key={index} className="flex min-h-6 items-center justify-between">
        <span className="grid gap-2.5 py-1">
          <SkeletonBlock className="h-3 w-44 rounded-full" />
          {hint && <SkeletonBlock className="h-2.5 w-56 rounded-full" />}
        </span>
        <SkeletonBlock className="h-6 w-10 rounded-full" />
      </span>
    ))}
  </SkeletonFrame>
);

interface SwitchSkeletonProps {
  /** Each has a line of help. */
  hint?: boolean;
  count?: number;
}

function useFocusOnArrival(place: Place | null, heading: RefObject<HTMLHeadingElement | null>) {
  const hasEntered = useRef(false);
  const top = place?.top ?? false;
  const settled = place?.settled ?? false;
  const focusedBefore = place?.focusedBefore;

  useEffect(() => {
    if (!top) return;
    // While the drawer opens, the drawer sets the focus itself.
    if (settled) {
      const returnTarget = hasEntered.current ? focusedBefore?.current : null;
      (returnTarget?.isConnected ? returnTarget : heading.current)?.focus({ preventScroll: true });
    }
    hasEntered.current = true;
    // `settled` is left out: a drawer that has finished opening must not move the focus again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [top, focusedBefore, heading]);
}
