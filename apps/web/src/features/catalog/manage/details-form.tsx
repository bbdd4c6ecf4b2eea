import { useRef, type ComponentProps, type ReactNode } from 'react';
import { PageDraftBar } from '../../../kit/forms/page-draft-bar.tsx';
import { RestoreDraft } from '../../../kit/forms/restore-draft.tsx';
import { LatePart } from '../../../ui/late-part.tsx';
import type { RichText } from '../../../ui/rich-text.tsx';
import { SkeletonBlock } from '../../../ui/states.tsx';

const loadRichText = async () => ({
  default: (await import('../../../ui/rich-text.tsx')).RichText,
});

type Draft = ComponentProps<typeof PageDraftBar>['draft'] &
  ComponentProps<typeof RestoreDraft>['draft'] & { formProps: ComponentProps<'form'> };

interface DetailsFormProps {
  draft: Draft;
  /** Progress of the uploads of its fields. */
  uploadProgress: number | null;
  /** Shown beside the fields on wide screens, else below them. */
  aside: ReactNode;
  children: ReactNode;
}

/** A form with a save bar at the foot of the page. */
export function DetailsForm({ draft, uploadProgress, aside, children }: DetailsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form ref={form} tabIndex={-1} className="outline-none" {...draft.formProps}>
      <RestoreDraft draft={draft} />
      <div className="grid grid-cols-1 gap-8 md:grid-cols-[minmax(0,1fr)_280px] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">{children}</div>
        <div className="grid content-start gap-6">{aside}</div>
      </div>
      <PageDraftBar form={form} draft={draft} uploadProgress={uploadProgress} />
    </form>
  );
}

/** Loads the editor's chunk, with a placeholder of its size. */
export const RichTextField = (props: ComponentProps<typeof RichText>) => (
  <LatePart load={loadRichText} fallback={<SkeletonBlock className="h-80 rounded-control" />}>
    {(Editor) => <Editor {...props} />}
  </LatePart>
);
