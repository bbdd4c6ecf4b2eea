import { cx } from './cx.ts';
import { SkeletonBlock, SkeletonFrame } from './states.tsx';

interface RowSkeletonProps {
  rows: number;
  /** Each row begins with the photo of a person. */
  avatar?: boolean;
  /** Each row has a switch before its menu. */
  toggle?: boolean;
}

/**
 * The placeholders of a list of a management page, in its place: title and text of each row, its
 * controls at the right.
 *
 * ```tsx
 * {products.isPending && <RowSkeleton rows={5} toggle />}
 * ```
 */
export const RowSkeleton = ({ rows, avatar = false, toggle = false }: RowSkeletonProps) => (
  <SkeletonFrame className="block divide-y divide-line">
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className="flex h-18 items-center gap-3">
        {avatar && <SkeletonBlock className="size-10 shrink-0 rounded-full" />}
        <span className="grid flex-1 gap-2.5">
          <SkeletonBlock
            className={cx('h-3 max-w-80 rounded-full', widths[index % widths.length])}
          />
          <SkeletonBlock className="h-2.5 w-2/5 max-w-48 rounded-full" />
        </span>
        {toggle && <SkeletonBlock className="h-6 w-10 rounded-full" />}
        <SkeletonBlock className="mx-2.5 h-5 w-5 rounded-full" />
      </span>
    ))}
  </SkeletonFrame>
);

const widths = ['w-3/5', 'w-2/5', 'w-1/2'];
