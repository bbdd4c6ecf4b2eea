import { cx } from './cx.ts';
import { SkeletonBlock, SkeletonFrame } from './states.tsx';

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
