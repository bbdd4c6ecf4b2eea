import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';

/** The skeleton of the panel, without a layout shift afterwards. */
export function ShowcaseSkeleton() {
  return (
    <SkeletonFrame className="grid gap-6">
      <Setting className="h-14.75" />
      <span className="grid gap-4">
        <span className="flex h-12.25 items-center gap-6 border-b border-line">
          <SkeletonBlock className="h-3.5 w-36 rounded-full" />
          <SkeletonBlock className="h-3.5 w-14 rounded-full" />
          <SkeletonBlock className="h-3.5 w-20 rounded-full" />
        </span>
        {Array.from({ length: 3 }, (_, index) => (
          <Setting key={index} className="h-10" />
        ))}
      </span>
      <span>
        <span className="mb-4 flex gap-2">
          <SkeletonBlock className="h-10 flex-1 rounded-control" />
          <SkeletonBlock className="h-10 flex-1 rounded-control" />
        </span>
        <span className="block border-t border-line">
          {Array.from({ length: 6 }, (_, index) => (
            <span key={index} className="flex h-15.25 items-center gap-6 border-b border-line pl-4">
              <SkeletonBlock className="size-4 rounded-control" />
              <Words />
            </span>
          ))}
        </span>
      </span>
    </SkeletonFrame>
  );
}

/** A switch with its label and its help. */
const Setting = ({ className }: { className: string }) => (
  <span className={`flex items-center justify-between ${className}`}>
    <Words />
    <SkeletonBlock className="h-6 w-10 rounded-full" />
  </span>
);

const Words = () => (
  <span className="grid gap-2">
    <SkeletonBlock className="h-3.5 w-44 rounded-full" />
    <SkeletonBlock className="h-3 w-28 rounded-full" />
  </span>
);
