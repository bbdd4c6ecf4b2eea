import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';

/** The skeleton of the composer and three comments. */
export function CommentsSkeleton() {
  return (
    <SkeletonFrame className="block">
      <SkeletonBlock className="h-12 max-w-200 rounded-card" />
      {['w-3/4', 'w-1/2', 'w-2/3'].map((width) => (
        <span key={width} className="mt-7 flex max-w-200 gap-4">
          <SkeletonBlock className="size-10 shrink-0 rounded-full" />
          <span className="flex-1">
            <SkeletonBlock className="h-3.5 w-40 rounded-full" />
            <SkeletonBlock className={`mt-3 h-3.5 rounded-full ${width}`} />
          </span>
        </span>
      ))}
    </SkeletonFrame>
  );
}
