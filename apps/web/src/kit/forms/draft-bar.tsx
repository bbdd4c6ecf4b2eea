import { useEffect, type ComponentProps } from 'react';
import { LatePart } from '../../ui/late-part.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import type ConflictDialog from './conflict-dialog.tsx';

/** The conflict of a save with that of another admin, and the three answers to it. */
export type OpenConflict = ComponentProps<typeof ConflictDialog>;

interface DraftBarProps {
  /** The result of `useDraft`. */
  draft: {
    bar: ComponentProps<typeof SaveBar>;
    conflict: OpenConflict | null;
    lockSave?: (on: boolean) => void;
  };
  /** 0 to 1 while an upload runs, which blocks saving. */
  uploadProgress?: number | null;
  /** A field is invalid. The button Salvar stays disabled until it is valid. */
  invalid?: boolean;
}

/**
 * The footer of a panel's form: Salvar and Descartar if the form has changes, and the conflict dialog
 * if somebody else saved meanwhile.
 *
 * ```tsx
 * <DrawerPanel title={t('Aparência')} footer={<DraftBar draft={draft} />}>…</DrawerPanel>
 * ```
 */
export function DraftBar({ draft, uploadProgress, invalid = false }: DraftBarProps) {
  const { bar, conflict } = draft;
  useSaveLock(draft, uploadProgress != null);
  return (
    <>
      <SaveBar {...bar} uploadProgress={uploadProgress} invalid={invalid} />
      <DraftConflict conflict={conflict} />
    </>
  );
}

/** Blocks every way of saving during an upload, keyboard shortcuts included. */
export function useSaveLock({ lockSave }: { lockSave?: (on: boolean) => void }, on: boolean) {
  useEffect(() => {
    lockSave?.(on);
    return () => lockSave?.(false);
  }, [lockSave, on]);
}

/** Only the conflict dialog, for a form with another footer. */
export function DraftConflict({ conflict }: { conflict: OpenConflict | null | undefined }) {
  return (
    conflict && (
      <LatePart load={() => import('./conflict-dialog.tsx')} onFail={conflict.close}>
        {(Dialog) => <Dialog {...conflict} />}
      </LatePart>
    )
  );
}
