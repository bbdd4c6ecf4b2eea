import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';

/** The skeleton of the home page: the hero and two carousels. */
export function HomeSkeleton() {
  return (
    <SkeletonFrame className="block">
      <span className="hero block">
        <span className="hero-text">
          <SkeletonBlock className="h-4 w-40 rounded-full" />
          <SkeletonBlock className="mt-4 h-12 w-4/5 rounded-control" />
          <SkeletonBlock className="mt-5 h-4 w-3/5 rounded-full" />
          <SkeletonBlock className="mt-7 h-12 w-48 rounded-control" />
        </span>
      </span>
      {(['horizontal', 'vertical'] as const).map((shape) => (
        <span key={shape} className="card-row block" data-shape={shape}>
          <span className="card-row-heading">
            <SkeletonBlock className="h-5 w-48 rounded-full" />
          </span>
          <span className="card-track-frame block">
            <span className="card-track">
              {Array.from({ length: 7 }, (_, index) => (
                <span key={index} className="card">
                  <SkeletonBlock className="card-image" />
                </span>
              ))}
            </span>
          </span>
        </span>
      ))}
    </SkeletonFrame>
  );
}
