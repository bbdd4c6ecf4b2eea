import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';
import './catalog.css';

/** The skeleton of a course or module. */
export function CatalogSkeleton() {
  return (
    <SkeletonFrame className="block">
      <div className="catalog-hero">
        <div className="catalog-column">
          <div className="catalog-words">
            <SkeletonBlock className="h-10 w-3/4 rounded-full" />
            <SkeletonBlock className="mt-5 h-4 w-full rounded-full" />
            <SkeletonBlock className="mt-3 h-4 w-2/3 rounded-full" />
            <SkeletonBlock className="mt-6 h-12 w-56 rounded-control" />
          </div>
        </div>
      </div>
      <div className="catalog-column catalog-list">
        {Array.from({ length: 6 }, (_, index) => (
          <SkeletonBlock key={index} className="mb-3 h-14 rounded-card" />
        ))}
      </div>
    </SkeletonFrame>
  );
}
