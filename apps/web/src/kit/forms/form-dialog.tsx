import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { runningPercent } from '../../ui/running-percent.ts';
import { useTranslation } from '../../ui/translation.ts';
import { DraftConflict, useSaveLock, type OpenConflict } from './draft-bar.tsx';
import { useLeave } from './leave-guard.tsx';
import { RestoreDraft } from './restore-draft.tsx';

interface FormDialogProps extends Pick<
  DialogProps,
  | 'open'
  | 'onClose'
  | 'title'
  | 'description'
  | 'width'
  | 'height'
  | 'besideDrawer'
  | 'overPreview'
  | 'initialFocus'
  | 'children'
> {
  /** The result of `useDraft`. */
  draft: {
    saving: boolean;
    saves: number;
    submit: () => Promise<boolean>;
    formProps: { id: string };
    /**
     * The form's order for `leave`, which asks about this form but not the one below the dialog.
     */
    order?: number;
    restore: (() => void) | null;
    forget: () => void;
    lockSave?: (on: boolean) => void;
    bar: { error: { title: string; text?: string } | null };
    conflict?: OpenConflict | null;
  };
  saveLabel?: string;
  /** Hides Salvar, because nothing can be saved yet. */
  empty?: boolean;
  /** 0 to 1 while an upload runs, which blocks saving. */
  uploadProgress?: number | null;
  /** A required field is blank. The button Salvar stays disabled until it is filled. */
  invalid?: boolean;
}

/** A dialog closes 500 ms after a successful save (A section 4). */
const CLOSE_DELAY_MS = 500;

/**
 * A short form in a dialog. Enter and Salvar save once and close it. Every way out asks before it
 * loses typed text. A failure shows inside. Remount it for each opening: with a `key`, or only while
 * open.
 *
 * ```tsx
 * <FormDialog open={open} onClose={close} title={t('Novo produto')} draft={draft}>
 *   <TextField {...draft.form.register('title')} … />
 * </FormDialog>
 * ```
 */
export function FormDialog({
  draft,
  saveLabel,
  empty = false,
  uploadProgress,
  invalid = false,
  children,
  ...dialog
}: FormDialogProps) {
  const { open, onClose } = dialog;
  const { t } = useTranslation();
  const blocked = uploadProgress != null;
  useSaveLock(draft, blocked);
  const leave = useLeave();
  const leaveThis = () => leave(onClose, draft.order);
  const saved = draft.saves > 0;
  const close = useEffectEvent(onClose);
  // Covers both ways of saving: the button and Ctrl+S.
  useEffect(() => {
    if (!open || !saved) return;
    const closing = setTimeout(close, CLOSE_DELAY_MS);
    return () => clearTimeout(closing);
  }, [open, saved]);

  return (
    <Dialog
      {...dialog}
      onClose={leaveThis}
      actions={
        <>
          {blocked && (
            <output className="mr-auto self-center text-13 text-text-2" aria-live="off">
              {t('Envio em andamento {{percent}} %', { percent: runningPercent(uploadProgress) })}
            </output>
          )}
          <Button onClick={leaveThis}>{t('Cancelar')}</Button>
          {!empty && (
            <Button
              variant="primary"
              type="submit"
              form={draft.formProps.id}
              busy={draft.saving || saved}
              disabled={blocked || invalid}
            >
              {saveLabel ?? t('Salvar')}
            </Button>
          )}
        </>
      }
    >
      <RestoreDraft draft={draft} />
      <DraftConflict conflict={draft.conflict} />
      <form
        id={draft.formProps.id}
        noValidate
        // Input during the closing delay would be lost, and Ctrl+S would save a second time.
        inert={saved}
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // During the closing delay, Enter would save a second time.
          if (!blocked && !saved) void draft.submit();
        }}
      >
        {children}
        {draft.bar.error && (
          <InlineError title={draft.bar.error.title}>{draft.bar.error.text}</InlineError>
        )}
      </form>
    </Dialog>
  );
}
