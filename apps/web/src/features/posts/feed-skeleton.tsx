import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';

/** Three posts that are on their way. */
export function FeedSkeleton() {
  return (
    <SkeletonFrame className="mt-8 block">
      {[true, false, true].map((image, index) => (
        <span key={index} className="mb-10 block">
          <span className="flex items-center gap-3">
            <SkeletonBlock className="size-11 rounded-full" />
            <span className="flex-1">
              <SkeletonBlock className="h-3.5 w-44 rounded-full" />
              <SkeletonBlock className="mt-2 h-3 w-20 rounded-full" />
            </span>
          </span>
          <SkeletonBlock className="mt-4 h-3.5 w-full rounded-full" />
          <SkeletonBlock className="mt-2.5 h-3.5 w-2/3 rounded-full" />
          {image && <SkeletonBlock className="mt-4 h-64 w-full rounded-card" />}
        </span>
      ))}
    </SkeletonFrame>
  );
}
