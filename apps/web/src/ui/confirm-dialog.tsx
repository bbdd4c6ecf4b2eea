import { useRef, type ReactNode } from 'react';
import { useTranslation } from './translation.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { InlineError, sentenceOf } from './inline-error.tsx';
import { useAttempt } from './use-attempt.ts';

/**
 * One question, two answers. `onConfirm` may take its time: the button shows it, a failure is
 * said inside and the dialog stays, a success closes it. Focus starts on 'Cancelar'.
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
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red button, for what removes. */
  danger?: boolean;
  /** It cannot be done now: the text says why, and the button sleeps. */
  blocked?: boolean;
  onConfirm: () => unknown;
  /** What a failure says over its reason. */
  failure?: string;
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
      {attempt.error != null && (
        <InlineError title={failure}>
          {t(sentenceOf(attempt.error, t('Algo deu errado. Tente de novo.')))}
        </InlineError>
      )}
    </Dialog>
  );
}
