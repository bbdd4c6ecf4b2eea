import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { useTranslation } from './translation.ts';

/**
 * An empty list: says so and offers the next step.
 *
 * ```tsx
 * <EmptyState icon={<Users />} title={t('Você não possui comunidades criadas.')}
 *   action={<Button variant="primary">{t('Criar')}</Button>} />
 * ```
 */
export function EmptyState({
  icon,
  title,
  text,
  action,
  heading = false,
  className,
}: {
  /** A lucide icon, shown on a tile. */
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Renders the title as the page's `h1`. */
  heading?: boolean;
  className?: string;
}) {
  return (
    <State className={className} title={title} text={text} action={action} heading={heading}>
      {icon && <Tile className="bg-surface-3 text-text-2">{icon}</Tile>}
    </State>
  );
}

/**
 * A failed list: says what happened and offers a retry.
 *
 * ```tsx
 * <ErrorState title={t('Os carrosséis não carregaram')} onRetry={() => query.refetch()} busy={query.isFetching} />
 * ```
 */
export function ErrorState({
  title,
  text,
  onRetry,
  busy = false,
  className,
}: {
  title: string;
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  return (
    <State
      role="alert"
      className={className}
      title={title}
      text={text ?? t('A conexão caiu no meio do caminho. Nada foi perdido.')}
      action={
        onRetry && (
          <Button busy={busy} onClick={onRetry} icon={<RefreshCw size={18} strokeWidth={1.75} />}>
            {t('Tentar de novo')}
          </Button>
        )
      }
    >
      <Tile className="bg-error-ground text-error">
        <TriangleAlert size={22} strokeWidth={1.75} />
      </Tile>
    </State>
  );
}

function State({
  title,
  text,
  action,
  role,
  heading = false,
  className,
  children,
}: {
  title: string;
  text: ReactNode;
  action: ReactNode;
  role?: 'alert' | undefined;
  heading?: boolean;
  className: string | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  // Content takes the place of the state. The page or panel takes the focus of the button that goes.
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement))
        current.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={box}
      role={role}
      className={cx('flex flex-col items-center px-6 py-8 text-center wrap-anywhere', className)}
    >
      {children && (
        <div className="mb-5" aria-hidden="true">
          {children}
        </div>
      )}
      {heading ? (
        <h1 className="site-title text-22 text-balance">{title}</h1>
      ) : (
        <p className="text-15 font-semibold text-balance text-text">{title}</p>
      )}
      {text && <div className="mt-1 max-w-88 text-14 text-balance text-text-2">{text}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

function Tile({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={cx('grid size-12 place-items-center rounded-card', className)}>
      {children}
    </span>
  );
}

/**
 * Placeholders of loading content. They stay invisible for 150 ms. One shimmer runs across all of
 * them.
 *
 * ```tsx
 * <Skeleton shape="row" count={4} />
 * ```
 */
export function Skeleton({
  shape,
  count = 1,
  className,
}: {
  /**
   * `row` a list row with image and two lines · `card` a 16:9 cover with two lines · `text` lines.
   */
  shape: 'row' | 'card' | 'text';
  count?: number;
  className?: string;
}) {
  return (
    <SkeletonFrame
      className={cx(shape === 'card' ? 'flex gap-4 overflow-hidden' : 'flex flex-col', className)}
    >
      {Array.from({ length: count }, (_, index) => (
        <Shape key={index} shape={shape} index={index} />
      ))}
    </SkeletonFrame>
  );
}

/** The number of placeholders that show. */
let shownFrames = 0;

/**
 * A frame for custom placeholders: late, and announced to screen readers. One that takes the place of
 * another shows at once: data is awaited after code. It is not `aria-busy`: browsers hold back what a
 * busy region says.
 */
export function SkeletonFrame({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(() => shownFrames > 0);
  useEffect(() => {
    if (isShown) {
      shownFrames += 1;
      return () => void (shownFrames -= 1);
    }
    const timer = setTimeout(setIsShown, 150, true);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <output className={className} style={isShown ? undefined : { visibility: 'hidden' }}>
      <span className="sr-only">{isShown && t('Carregando')}</span>
      {children}
    </output>
  );
}

/** One block of a placeholder. Set width, height and radius by class. */
export function SkeletonBlock({ className }: { className?: string }) {
  return <span className={cx('skeleton block', className)} aria-hidden="true" />;
}

function Shape({ shape, index }: { shape: 'row' | 'card' | 'text'; index: number }) {
  if (shape === 'text') {
    return <SkeletonBlock className={cx('my-1.5 h-3 rounded-full', lineWidths[index % 4])} />;
  }
  if (shape === 'card') {
    return (
      <div className="w-75 max-w-[80vw] shrink-0">
        <SkeletonBlock className="aspect-video rounded-card" />
        <SkeletonBlock className="mt-3.5 h-3.5 w-3/4 rounded-full" />
        <SkeletonBlock className="mt-2.5 h-3 w-1/2 rounded-full" />
      </div>
    );
  }
  return (
    // In the edit drawer a row has a handle and a frame. On a page it begins at the page's edge.
    <div className="flex h-18 items-center gap-3 in-[.edit-drawer]:px-4">
      <SkeletonBlock className="hidden size-4 rounded-[4px] in-[.edit-drawer]:block" />
      <SkeletonBlock className="h-10 w-18 rounded-control" />
      <div className="flex-1">
        <SkeletonBlock className={cx('h-3 rounded-full', lineWidths[index % 4])} />
        <SkeletonBlock className="mt-2.5 h-2.5 w-2/5 rounded-full" />
      </div>
    </div>
  );
}

const lineWidths = ['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'];
