import { useEffect, useEffectEvent, useId, type ReactNode } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { DraftConflict, useHold, type Conflict } from './draft-bar.tsx';
import { useLeave } from './leave-guard.tsx';
import { RestoreDraft } from './restore-draft.tsx';

interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** What `useDraft` gave. */
  draft: {
    saving: boolean;
    saves: number;
    submit: () => Promise<boolean>;
    /** What `leave` asks about: this form, not the one below the dialog. */
    order?: number;
    restore: (() => void) | null;
    forget: () => void;
    hold?: (on: boolean) => void;
    bar: { error: { title: string; text?: string } | null };
    conflict?: Conflict | null;
  };
  saveLabel?: string;
  /** Nothing can be saved yet: no Salvar. */
  empty?: boolean;
  width?: number;
  /** As `Dialog` has it: for forms that need all the room there is on a small screen. */
  height?: number;
  /** 0 to 1 while an upload runs: saving waits for it. */
  uploading?: number | null;
  /** A required field is blank: Salvar sleeps until it is filled. */
  invalid?: boolean;
  /** Leaves the edit drawer lit, and what it edits in view. */
  besideDrawer?: boolean;
  /** As `Dialog` has it: for what the page behind shows as it is typed. */
  overPreview?: boolean;
  children: ReactNode;
}

/** A dialog closes 500 ms after a successful save (A section 4). */
const CLOSE_DELAY_MS = 500;

/**
 * A short form in a dialog: Enter and Salvar save once and close it, every way out asks before typed
 * text is lost, a failure is said inside. Mount it anew for each opening: a `key`, or only while open.
 *
 *     <FormDialog open={open} onClose={close} title={t('Novo produto')} draft={draft}>
 *       <TextField {...draft.form.register('title')} … />
 *     </FormDialog>
 */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, description, draft, saveLabel, uploading, children } = props;
  const { width, height } = props;
  const { t } = useTranslation();
  const blocked = uploading != null;
  useHold(draft, blocked);
  const leave = useLeave();
  const leaveThis = () => leave(onClose, draft.order);
  const formId = useId();
  const saved = draft.saves > 0;
  const close = useEffectEvent(onClose);
  // However it was saved, by the button or by Ctrl+S.
  useEffect(() => {
    if (!open || !saved) return;
    const closing = setTimeout(close, CLOSE_DELAY_MS);
    return () => clearTimeout(closing);
  }, [open, saved]);

  return (
    <Dialog
      open={open}
      onClose={leaveThis}
      title={title}
      description={description}
      {...(width && { width })}
      {...(height && { height })}
      {...(props.besideDrawer && { besideDrawer: true })}
      {...(props.overPreview && { overPreview: true })}
      actions={
        <>
          {blocked && (
            <output className="mr-auto self-center text-13 text-text-2" aria-live="off">
              {t('Envio em andamento {{percent}} %', { percent: Math.floor(uploading * 100) })}
            </output>
          )}
          <Button onClick={leaveThis}>{t('Cancelar')}</Button>
          {!props.empty && (
            <Button
              variant="primary"
              type="submit"
              form={formId}
              busy={draft.saving || saved}
              disabled={blocked || props.invalid}
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
        id={formId}
        noValidate
        // What is typed while it closes would be lost, and Ctrl+S would save it as a second one.
        inert={saved}
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // Until it closes, Enter would save a second one.
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
