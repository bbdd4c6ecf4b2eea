import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { PageDraftBar } from '../../../kit/forms/page-draft-bar.tsx';
import { RestoreDraft } from '../../../kit/forms/restore-draft.tsx';
import { SkeletonBlock } from '../../../ui/states.tsx';

const RichText = lazy(() =>
  import('../../../ui/rich-text.tsx').then((module) => ({ default: module.RichText })),
);

type Draft = ComponentProps<typeof PageDraftBar>['draft'] &
  ComponentProps<typeof RestoreDraft>['draft'] & { formProps: ComponentProps<'form'> };

interface DetailsFormProps {
  draft: Draft;
  /** How far the uploads of its fields are. */
  uploading: number | null;
  /** Stands beside the fields where there is room, else under them. */
  aside: ReactNode;
  children: ReactNode;
}

/** All that is said about a course or a lesson, saved from the foot of the page. */
export function DetailsForm({ draft, uploading, aside, children }: DetailsFormProps) {
  return (
    <form {...draft.formProps}>
      <RestoreDraft draft={draft} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 content-start gap-8">{children}</div>
        <div className="grid content-start gap-6">{aside}</div>
      </div>
      <PageDraftBar draft={draft} uploading={uploading} />
    </form>
  );
}

/** The editor comes with a chunk of its own; its place is kept. */
export const RichTextField = (props: ComponentProps<typeof RichText>) => (
  <Suspense fallback={<SkeletonBlock className="h-80 rounded-control" />}>
    <RichText {...props} />
  </Suspense>
);
