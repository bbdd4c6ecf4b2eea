import { panelSections } from '../../ui/panel-section.tsx';
import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';
import { actionGroups } from './points-form.ts';

/** The placeholders of Pontuação: the name of the points, then the table of each group of actions. */
export const PointsSkeleton = () => (
  <SkeletonFrame className={`block ${panelSections}`}>
    <span className="block">
      <SkeletonBlock className="mb-5 h-3.5 w-28 rounded-full" />
      <SkeletonBlock className="mb-2 h-3 w-32 rounded-full" />
      <SkeletonBlock className="h-control rounded-control" />
    </span>
    {actionGroups.map(({ title, rows }) => (
      <span key={title} className="block">
        <SkeletonBlock className="mb-5 h-3.5 w-28 rounded-full" />
        <span className="grid gap-1 md:gap-0">
          {rows.map(({ action }) => (
            <span key={action} className="flex h-12 items-center gap-3 md:h-10.5">
              <SkeletonBlock className="size-4.5 rounded-[4px]" />
              <SkeletonBlock className="h-3 w-2/5 rounded-full" />
              <SkeletonBlock className="ml-auto h-3 w-14 rounded-full" />
              <SkeletonBlock className="h-control w-[4.5rem] rounded-control md:h-8.5" />
            </span>
          ))}
        </span>
      </span>
    ))}
  </SkeletonFrame>
);
