import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';

/** Holds the place of a lesson while its answer loads. */
export function LessonSkeleton() {
  return (
    <SkeletonFrame className="lesson lesson-columns">
      <div className="min-w-0">
        <div className="lesson-stage">
          <SkeletonBlock className="aspect-video w-full" />
        </div>
        <div className="lesson-body">
          <SkeletonBlock className="h-7 w-2/3 rounded-full" />
          <SkeletonBlock className="mt-3 h-4 w-1/3 rounded-full" />
          <SkeletonBlock className="mt-10 h-4 w-full rounded-full" />
          <SkeletonBlock className="mt-3 h-4 w-4/5 rounded-full" />
        </div>
      </div>
      <div className="hidden lg:block">
        {Array.from({ length: 8 }, (_, index) => (
          <SkeletonBlock key={index} className="mb-3 h-11 rounded-card" />
        ))}
      </div>
    </SkeletonFrame>
  );
}
