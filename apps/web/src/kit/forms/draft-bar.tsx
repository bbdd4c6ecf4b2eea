import { lazy, Suspense, useEffect, type ComponentProps } from 'react';
import { SaveBar } from '../../ui/save-bar.tsx';

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
);

export type Conflict = ComponentProps<typeof ConflictDialog>;

interface DraftBarProps {
  /** What `useDraft` gave. */
  draft: {
    bar: Omit<Parameters<typeof SaveBar>[0], 'uploading'>;
    conflict: Conflict | null;
    hold?: (on: boolean) => void;
  };
  /** 0 to 1 while an upload runs: saving waits for it. */
  uploading?: number | null;
  /** A field is over its limit: Salvar sleeps until it is mended. */
  invalid?: boolean;
}

/**
 * The foot of a panel's form: Salvar and Descartar once something changed, and the question when
 * somebody else saved the same in between.
 *
 *     <DrawerPanel title={t('Aparência')} footer={<DraftBar draft={draft} />}>…</DrawerPanel>
 */
export function DraftBar({ draft, uploading, invalid = false }: DraftBarProps) {
  const { bar, conflict } = draft;
  useHold(draft, uploading != null);
  return (
    <>
      <SaveBar {...bar} uploading={uploading} invalid={invalid} />
      <DraftConflict conflict={conflict} />
    </>
  );
}

/** While an upload runs the form is not saved by a key either (behaviour 52). */
export function useHold({ hold }: { hold?: (on: boolean) => void }, on: boolean) {
  useEffect(() => {
    hold?.(on);
    return () => hold?.(false);
  }, [hold, on]);
}

/** The question alone, for a form that has another foot. */
export function DraftConflict({ conflict }: { conflict: Conflict | null | undefined }) {
  return (
    conflict && (
      <Suspense>
        <ConflictDialog {...conflict} />
      </Suspense>
    )
  );
}
