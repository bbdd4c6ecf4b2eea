import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { AttemptError } from './inline-error.tsx';
import { useTranslation } from './translation.ts';
import { useAttempt } from './use-attempt.ts';

/**
 * A confirmation with two answers. While `onConfirm` runs, the button is busy. Success closes the
 * dialog; a failure shows inside. Focus starts on 'Cancelar'.
 *
 * ```tsx
 * <ConfirmDialog open={asking} onClose={stopAsking} danger title={t('Remover link')}
 *   text={t('Ele some do menu dos alunos.')} confirmLabel={t('Remover')} onConfirm={() => remove.mutateAsync(id)} />
 * ```
 */
export function ConfirmDialog({
  open,
  onClose,
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger = false,
  blocked = false,
  onConfirm,
  failure,
  finalFocus,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red button, for destructive actions. */
  danger?: boolean;
  /** Disables the button. `text` says why. */
  blocked?: boolean;
  onConfirm: () => unknown;
  /** The title of a failure, above its reason. */
  failure?: string;
  /** As in `Dialog`: where the opener may be gone (`useFocusAfterRemoval`). */
  finalFocus?: DialogProps['finalFocus'];
}) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  const attempt = useAttempt(onConfirm, onClose);

  function close() {
    if (attempt.busy) return;
    attempt.forget();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={text}
      width={440}
      closable={false}
      initialFocus={cancel}
      finalFocus={finalFocus}
      actions={
        <>
          <Button ref={cancel} disabled={attempt.busy} onClick={close}>
            {cancelLabel ?? t('Cancelar')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={attempt.busy}
            disabled={blocked}
            onClick={attempt.run}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <AttemptError error={attempt.error} title={failure} />
    </Dialog>
  );
}
